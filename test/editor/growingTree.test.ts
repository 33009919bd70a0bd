import assert from 'node:assert/strict';
import { modelSetup } from '../../src/engine/strategies/runSetup';
import type { Strategy } from '../../src/engine/strategies/strategy';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import { rootNode } from '../../src/runs/pure/fold/run';
import type { RunLog } from '../../src/runs/pure/log/runLog';
import { systemClock } from '../../src/system/node/systemClock';
import { UserError } from '../../src/system/pure/errors/userError';
import { ScriptedModel } from '../support/scriptedModel';
import { eventually } from './eventually';
import { issue, locateExample, type RunParts, runParts } from './runParts';

/** Takes a turn, and ends when an event of this type was recorded. */
function turnUntil(type: RunEvent['type'], isLast: (event: RunEvent) => boolean = () => true): Strategy {
	const run = async (log: RunLog) => {
		const ended = new Promise<void>(resolve => log.onEvent(event => event.type === type && isLast(event) && resolve()));
		const turn = { key: 'turn', kind: 'round', phase: 'patch', title: 'Look', expansion: { left: {} } } as const;
		await log.close(await log.open(rootNode, turn), 'Looked');
		await ended;
	};
	return { name: 'tree', needs: [], run };
}

describe('a tree that grows, in the window', () => {
	const made: RunParts[] = [];

	async function start(strategy: Strategy): Promise<RunParts & { readonly ended: Promise<unknown> }> {
		const options = { clock: systemClock, caps: {} };
		const setup: NonNullable<Parameters<typeof runParts>[0]['setup']> = watch =>
			modelSetup(strategy, new ScriptedModel('tools', []), { ...options, ...watch });
		const parts = runParts({ locate: locateExample, setup });
		made.push(parts);
		const ended = parts.controller.start(issue);
		await eventually(() => parts.shown.run?.nodes.n1?.state === 'closed');
		return { ...parts, ended };
	}

	afterEach(() => Promise.all(made.splice(0).map(parts => parts.dispose())));

	it('takes feedback up without being cancelled', async () => {
		const { controller, shown, ended } = await start(turnUntil('nodeOpened', ({ node }) => node === 'n2'));
		await controller.giveFeedback('n1', 'Look at the sign.');
		await ended;
		const { n2: remark } = shown.run?.nodes ?? {};
		assert.deepEqual([remark?.kind, remark?.parent, remark?.title], ['feedback', 'n1', 'Look at the sign.']);
		assert.equal(shown.run?.state, 'done');
	});

	it('is pruned at a turn, and restored; other nodes are refused', async () => {
		const { controller, shown, ended } = await start(turnUntil('branchRestored'));
		await assert.rejects(controller.prune(rootNode, 'pruned'), UserError);
		await controller.prune('n1', 'pruned');
		await controller.prune('n1', 'pruned');
		assert.equal(shown.run?.nodes.n1?.isPruned, true);
		await controller.prune('n1', 'restored');
		await ended;
		assert.equal(shown.run?.nodes.n1?.isPruned, undefined);
		assert.equal(shown.run?.state, 'done');
	});
});
