import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { processTable } from '../../../src/node/processes/processTable';
import { TestFolder } from '../../support/testFolder';
import { rounds } from '../../support/thorough';
import { legacy, serverCommand, startMcp, textOf } from './mcpClient';

const nCalls = rounds(250, 1000);

describe('faultline mcp that may open few files', () => {
	const folder = new TestFolder();

	before(function () {
		if (process.platform !== 'linux') {
			console.log('      left out: the files that a process has open are counted on Linux only');
			this.skip();
		}
	});

	it(`answers ${nCalls} calls of all kinds, and has no more open at the end than after the first ones`, async () => {
		folder.write({
			'project/clock.py': 'def minutes_between(start, end):\n    return end - start\n',
			'project/test_clock.py':
				'from clock import minutes_between\n\ndef test_it():\n    assert minutes_between(1, 2) == 1\n',
		});
		const { command, args } = serverCommand([
			...['--workspace', folder.path('project'), '--storage', folder.path('storage')],
		]);
		const limited = { command: '/bin/sh', args: ['-c', 'ulimit -n 128; exec "$0" "$@"', command, ...args] };
		const { client, transport } = await startMcp({ args: [], mode: legacy, server: limited });
		const calls: readonly (readonly [string, Record<string, unknown>])[] = [
			['search_code', { code_str: 'minutes_between' }],
			['search_definition', { name: 'minutes_between' }],
			['find_references', { name: 'minutes_between' }],
			['search_files', { pattern: '*.py' }],
			['read_lines', { file_path: 'clock.py', start: 1, end: 2 }],
			['list_folder', { path: '.' }],
			['locate_bug', { issue: 'minutes_between is wrong past midnight' }],
		];
		try {
			const known = new Set((await client.listTools()).tools.map(({ name }) => name));
			const possible = calls.filter(([name]) => known.has(name));
			assert.ok(possible.length >= 4, [...known].join(' '));
			let first: readonly string[] = [];
			for (let at = 0; at < nCalls; at++) {
				const [name, given] = possible[at % possible.length] ?? assert.fail();
				const answer = await client.callTool({ name, arguments: given });
				assert.doesNotMatch(
					textOf(answer as Parameters<typeof textOf>[0]),
					/EMFILE|Internal error/,
					`${name}, call ${at + 1}`,
				);
				first = at === 2 * possible.length ? openFiles(transport.pid ?? 0) : first;
			}
			const last = openFiles(transport.pid ?? 0);
			assert.ok(last.length <= first.length + 2, `${first.length} first, then ${last.length}: ${last.join(' ')}`);
			const children = (await processTable()).filter(({ parent }) => parent === transport.pid);
			assert.deepEqual(children, []);
		} finally {
			await client.close();
		}
	});
});

/** Where the open descriptors of a process lead. */
function openFiles(pid: number): string[] {
	return readdirSync(`/proc/${pid}/fd`).flatMap(name => {
		try {
			return [readlinkSync(`/proc/${pid}/fd/${name}`)];
		} catch {
			return [];
		}
	});
}
