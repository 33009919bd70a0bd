import assert from 'node:assert/strict';
import { CountedDoor, mostCalls } from '../../../bench/scenarios/countedDoor';
import type { DoorAnswer } from '../../../bench/scenarios/mcpDoor';
import { offeredTools } from '../../../src/mcp/publicTools';
import { descriptionOf, inputSchema } from '../../../src/mcp/toolSchemas';
import { PublicProject } from '../../mcp/publicProject';

describe('the calls of a case of the scenario suite', () => {
	async function door(): Promise<CountedDoor> {
		const project = await PublicProject.of({ 'a.py': 'def total(prices):\n    return sum(prices)\n' });
		const tools = offeredTools({ canExecute: false, canFix: false });
		return new CountedDoor({
			tools: tools.map(tool => ({
				...{ name: tool.name, description: descriptionOf(tool), inputSchema: inputSchema(tool) },
			})),
			async call(name, args): Promise<DoorAnswer> {
				const { ok, text, places } = await project.call(name, args);
				return { ok, text, places };
			},
		});
	}

	it('are counted with the tokens of their answers', async () => {
		const counted = await door();
		const { text } = await counted.call('search_definition', { symbol: 'total' });
		assert.deepEqual(counted.counts, { nCalls: 1, tokens: Math.ceil(text.length / 3.5), nMisfilled: 0, misfilled: [] });
	});

	it('are mis-filled where the answer tells how to call the tool, but not where nothing is found', async () => {
		const counted = await door();
		await counted.call('search_definition', { symbol: 'zzz_nowhere' });
		assert.equal(counted.counts.nMisfilled, 0);
		await counted.call('search_definition', {});
		assert.equal(counted.counts.nMisfilled, 1);
		await counted.call('zzz_nowhere', {});
		assert.equal(counted.counts.nMisfilled, 2);
	});

	it('are mis-filled where the schema does not fit, though they are read leniently', async () => {
		const counted = await door();
		const calls = [
			['find_symbol', { symbol: 'total' }, /No tool is listed as "find_symbol"/],
			['search_definition', { symbol_name: 'total' }, /No such argument is listed: symbol_name/],
			['search_definition', { arguments: { symbol: 'total' } }, /No such argument is listed: arguments/],
			['search_definition', { symbol: ['total'] }, /symbol must be string/],
			['read_lines', { file_name: 'a.py', start_line: '1' }, /start_line must be integer/],
		] as const;
		for (const [name, args, problem] of calls) {
			assert.ok((await counted.call(name, args)).ok, name);
			const last = counted.counts.misfilled.at(-1);
			assert.equal(last?.isRefused, false);
			assert.match(last.problem, problem);
		}
		await counted.call('read_lines', { file_name: 'a.py', start_line: 1 });
		assert.equal(counted.counts.nMisfilled, calls.length);
	});

	it('are limited', async () => {
		const counted = await door();
		for (let at = 0; at < mostCalls; at++) {
			await counted.call('list_files', {});
		}
		await assert.rejects(counted.call('list_files', {}), /More than 12 calls/);
	});
});
