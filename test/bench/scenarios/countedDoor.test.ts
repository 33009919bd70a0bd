import assert from 'node:assert/strict';
import { CountedDoor, type DoorAnswer, mostCalls } from '../../../bench/scenarios/mcpDoor';
import { PublicProject } from '../../core/publicTools/publicProject';

describe('the calls of a case of the scenario suite', () => {
	async function door(): Promise<CountedDoor> {
		const project = await PublicProject.of({ 'a.py': 'def total(prices):\n    return sum(prices)\n' });
		return new CountedDoor({
			async call(name, args): Promise<DoorAnswer> {
				const { ok, text, places } = await project.call(name, args);
				return { ok, text, places };
			},
		});
	}

	it('are counted with the tokens of their answers', async () => {
		const counted = await door();
		const { text } = await counted.call('search_definition', { symbol: 'total' });
		assert.deepEqual(counted.counts, { nCalls: 1, tokens: Math.ceil(text.length / 3.5), nMisfilled: 0 });
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

	it('are limited', async () => {
		const counted = await door();
		for (let at = 0; at < mostCalls; at++) {
			await counted.call('list_files', {});
		}
		await assert.rejects(counted.call('list_files', {}), /More than 12 calls/);
	});
});
