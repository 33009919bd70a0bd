import assert from 'node:assert/strict';
import { CommitRuns } from '../../../src/engine/culprit/commitRuns';
import type { Oracle, OracleRun } from '../../../src/engine/culprit/oracle';
import type { KeptOutcome, KeptOutcomes } from '../../../src/history/pure/culprit/keptOutcomes';
import type { CommitCheckout } from '../../../src/sandbox/pure/execution/commitCheckouts';

const { signal } = new AbortController();

class MemoryOutcomes implements KeptOutcomes {
	readonly all: KeptOutcome[] = [];
	async read() {
		return [...this.all];
	}
	async keep(_key: string, outcome: KeptOutcome) {
		this.all.push(outcome);
	}
}

describe('the outcomes at commits', () => {
	const ends: Record<string, OracleRun> = {
		good: { outcome: 'passed', why: 'The test passes.' },
		bad: { outcome: 'failed', why: 'The test fails as it does now.' },
		slow: { outcome: 'skipped', why: 'It takes too long.', isOfMachine: true },
	};

	async function search(kept: KeptOutcomes) {
		const ran: string[] = [];
		const at = ['good', 'bad', 'slow'];
		const oracle = { key: 'a', at: async () => ends[ran.at(-1) ?? ''] } as unknown as Oracle;
		const runs = await CommitRuns.open(
			{
				...{ checkouts: {} as never, runner: {} as never, oracle, build: undefined, kept, signal },
				onRun: () => undefined,
			},
			{
				moveTo: async (commit: string) => ran.push(commit),
				dispose: async () => undefined,
			} as unknown as CommitCheckout,
		);
		for (const commit of at) {
			await runs.at(commit);
		}
		return ran;
	}

	it('are kept for the next search, except those that only say something about the machine', async () => {
		const kept = new MemoryOutcomes();
		assert.deepEqual(await search(kept), ['good', 'bad', 'slow']);
		assert.deepEqual(await search(kept), ['slow']);
	});
});
