import assert from 'node:assert/strict';
import { openRunSetup } from '../../src/editor/currentRun/openRunSetup';
import { ExecutionPlace } from '../../src/editor/execution/executionPlace';
import { modelSetup, type RunSetup } from '../../src/engine/strategies/runSetup';
import { strategyNamed } from '../../src/engine/strategies/strategies';
import { systemClock } from '../../src/system/node/systemClock';
import { UserError } from '../../src/system/pure/errors/userError';
import { repoRoot } from '../support/repoRoot';
import { ScriptedModel } from '../support/scriptedModel';
import { issue, locateExample, memoryMemento, type RunParts, runParts } from './runParts';

describe('a fix in Restricted Mode', () => {
	const made: RunParts[] = [];
	afterEach(() => Promise.all(made.splice(0).map(parts => parts.dispose())));

	it('is refused with the cure for it where the strategy acts, and the run stays as it is', async () => {
		const { controller, shown } = await located('tree');
		const { lastSeq = 0 } = shown.run ?? {};
		await assert.rejects(controller.fix(), (error: unknown) => {
			assert.ok(error instanceof UserError);
			assert.match(error.message, /^This folder is in Restricted Mode\. Trust it to fix the bug: the strategy "tree"/);
			assert.deepEqual(error.cures, [{ kind: 'trust' }]);
			return true;
		});
		assert.deepEqual([shown.run?.state, shown.run?.goal, shown.run?.lastSeq], ['done', undefined, lastSeq]);
		assert.equal(controller.isRunning, false);
	});

	it('executes nothing where the strategy does not need to', async () => {
		const { controller, opened } = await located('rover');
		await controller.fix();
		assert.deepEqual(
			opened.map(({ execution }) => execution),
			[undefined],
		);
	});

	/** A run of the strategy that has located the bug, and what its fix is set up with. */
	async function located(strategy: 'tree' | 'rover'): Promise<RunParts & { readonly opened: readonly RunSetup[] }> {
		const opened: RunSetup[] = [];
		const model = new ScriptedModel('tools', []);
		const models = {
			...({ choice: { kind: 'endpoint', name: 'm' }, label: 'm', modelName: 'm', recipient: 'test' } as const),
			current: async () => model,
			beside: async () => assert.fail('no other model is set'),
		};
		const checkouts = { with: () => assert.fail('a copy of the workspace was made') };
		const execution = new ExecutionPlace(repoRoot, memoryMemento(), () => false);
		const parts = runParts({
			locate: locateExample,
			setup: async (watch, { run, goal }) => {
				const locating = { ...strategyNamed(strategy), run: locateExample };
				if (run === undefined) {
					return modelSetup(locating, model, { clock: systemClock, caps: {}, supervisor: watch.supervisor });
				}
				const deps = { models, clock: systemClock, execution, checkouts };
				const setup = (await openRunSetup(deps, watch, run, goal)) ?? assert.fail('the fix was cancelled');
				opened.push(setup);
				return { ...setup, strategy: locating };
			},
		});
		made.push(parts);
		await parts.controller.start(issue);
		assert.deepEqual([parts.shown.run?.state, parts.shown.run?.strategy], ['done', strategy]);
		return { ...parts, opened };
	}
});
