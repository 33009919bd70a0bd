import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { agentClients } from '../../src/mcp/clients/agentClients';
import { faultlineCli } from '../support/faultlineCli';
import { createScratchFolder } from '../support/scratchFolder';
import { startMcp } from './mcp/mcpClient';

describe('faultline agents', () => {
	it('lists each client with the file that it reads', async () => {
		const { code, stdout, stderr } = await faultlineCli(['agents']);
		assert.deepEqual([code, stderr], [0, '']);
		const listed = stdout.trim().split('\n');
		assert.deepEqual(
			listed.map(line => line.split(' ')[0]),
			Object.keys(agentClients),
		);
		assert.ok(listed.some(line => line.endsWith('Codex         ~/.codex/config.toml')));
	});

	it('prints the configuration alone on standard output, which starts the server, and writes no file', async () => {
		const scratch = createScratchFolder('agents');
		const words = ['agents', 'print', 'cursor', '--workspace', scratch.path];
		const { code, stdout, stderr } = await faultlineCli(words, { env: { HOME: scratch.path } });
		assert.equal(code, 0);
		assert.match(stderr, /^Cursor reads this from \.cursor\/mcp\.json of the project:\n.*skills in \.cursor\/skills/);
		const { mcpServers } = JSON.parse(stdout) as { mcpServers: { faultline: { command: string; args: string[] } } };
		const { command, args } = mcpServers.faultline;
		assert.deepEqual([command, args.slice(1)], ['node', ['mcp', '--few-tools', '--workspace', scratch.path]]);
		assert.deepEqual(readdirSync(scratch.path), []);
		const { client } = await startMcp({ args: [], mode: 'legacy', server: { command: process.execPath, args } });
		try {
			assert.ok((await client.listTools()).tools.some(({ name }) => name === 'locate_bug'));
		} finally {
			await client.close();
			scratch.remove();
		}
	});

	it('names the folder of the skill and where to copy it', async () => {
		const { stdout } = await faultlineCli(['agents', 'print', 'claude-code', '--json']);
		const { skill, skills, file } = JSON.parse(stdout) as Record<string, string>;
		assert.deepEqual([file, skills], ['.mcp.json', '.claude/skills']);
		assert.ok(existsSync(join(skill ?? '', 'SKILL.md')));
	});

	const wrong: [words: string[], message: RegExp][] = [
		[['print'], /Usage: faultline agents \[list \| print CLIENT\]/],
		[['print', 'codx'], /Unknown client "codx"\. Did you mean codex\?/],
		[['print', 'zzzzz'], /Unknown client "zzzzz"\. Clients: claude-code, /],
		[['write', 'codex'], /Usage: faultline agents/],
		[['print', 'codex', 'zed'], /Usage: faultline agents/],
	];
	for (const [words, message] of wrong) {
		it(`ends with code 2 and a hint for "${words.join(' ')}"`, async () => {
			const { code, stdout, stderr } = await faultlineCli(['agents', ...words]);
			assert.deepEqual([code, stdout], [2, '']);
			assert.match(stderr, message);
		});
	}
});
