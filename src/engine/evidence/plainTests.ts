import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import { couldNotStart, failedPlainText } from '../../runs/pure/model/testing/validation';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import type { PlainTestRun, ValidationRuns } from '../stages/validate/validationRuns';
import { BesideSearch, type OwnPlace } from './besideSearch';

export interface PlainTestsDeps {
	readonly execution: ExecutionDeps;
	readonly validations: ValidationRuns;
	readonly signal: AbortSignal;
}

/**
 * The run of the project's tests without a patch, beside the search. Its result is undefined if the runner is not
 * installed, which is noted.
 */
export function plainTests(log: RunLog, deps: PlainTestsDeps): BesideSearch<PlainTestRun | undefined> {
	const { execution, signal } = deps;
	const place = { checkouts: execution.checkouts, name: `${log.run.id} tests`, signal };
	return new BesideSearch(place, own => runPlain(log, deps, own));
}

async function runPlain(
	log: RunLog,
	{ validations, signal }: PlainTestsDeps,
	place: OwnPlace,
): Promise<PlainTestRun | undefined> {
	const node = await log.open(rootNode, {
		...{ key: 'tests', kind: 'stage', phase: 'reproduce', isAside: true },
		title: 'Run the tests without a patch',
	});
	const plain = await validations.plain(node, place).catch(async error => {
		if (place.signal.aborted && !signal.aborted) {
			await log.close(node, 'Ended with the run: no patch needed them.', { kind: 'unneeded' });
		}
		return noteNotInstalled(log, node, error);
	});
	if (plain === undefined) {
		return undefined;
	}
	const { ran } = plain;
	// If some pass, the node lists the others; that needs no decision by the user.
	if (ran.verdict === 'failed') {
		const cures = couldNotStart(ran.execution) ? [{ kind: 'setTestCommand' } as const] : [];
		await log.once(node, { type: 'noted', text: failedPlainText(ran), cures });
	}
	// A run that was resumed may need the tests that no patch needed before.
	if (log.run.nodes[node]?.summary !== ran.why) {
		const next = couldNotStart(ran.execution)
			? 'Set the command that runs the tests.'
			: 'Make the tests pass, or review patches without them.';
		const outcome = ran.verdict === 'failed' ? ({ kind: 'failed', next } as const) : undefined;
		await log.emit(node, { type: 'nodeClosed', summary: ran.why, ...(outcome !== undefined && { outcome }) });
	}
	return plain;
}

/** The tests of a project that are not run here keep no patch from being written. */
async function noteNotInstalled(log: RunLog, node: string, error: unknown): Promise<undefined> {
	if (!(error instanceof ProgramMissingError)) {
		throw error;
	}
	const text = `The project's tests are not run. ${error.message}`;
	await log.once(node, { type: 'noted', text, cures: error.cures });
	await log.close(node, text, { kind: 'failed', next: 'Install what runs the tests, or set another command.' });
}
