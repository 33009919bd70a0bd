import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { CrashCheck } from '../../runs/pure/model/testing/crashCheck';
import { lastLines } from '../../runs/pure/model/testing/validation';
import type { Checkouts } from '../../sandbox/pure/execution/checkouts';
import type { CrashChecks } from '../stages/validate/crashChecks';
import { BesideSearch, type OwnPlace } from './besideSearch';

export interface PlainCheckDeps {
	readonly checkouts: Checkouts;
	readonly checks: CrashChecks;
	readonly signal: AbortSignal;
}

/**
 * The project's build and reproducer commands without a patch, beside the search. Problems that keep them from judging
 * patches are noted: a crash that never shows, or a project that does not build, proves nothing.
 */
export function plainCheck(log: RunLog, { checkouts, checks, signal }: PlainCheckDeps): BesideSearch<CrashCheck> {
	return new BesideSearch({ checkouts, name: `${log.run.id} crash`, signal }, place => runPlain(log, checks, place));
}

async function runPlain(log: RunLog, checks: CrashChecks, place: OwnPlace): Promise<CrashCheck> {
	const node = await log.open(rootNode, {
		...{ key: 'crash', kind: 'stage', phase: 'reproduce', isAside: true },
		title: 'Run the build and reproducer commands without a patch',
	});
	const ran = await checks.plain(node, place);
	const { verdict, why, execution } = ran;
	const isFailure = verdict === 'notBuilt' || verdict === 'notRun';
	if (verdict !== 'built' && verdict !== 'sameCrash') {
		const text = isFailure ? `${why}\n${lastLines(execution)}`.trimEnd() : why;
		await log.once(node, { type: 'noted', text, cures: [{ kind: 'setOwnCommands' }] });
	}
	const next = 'Correct the build and reproducer commands in the settings.';
	await log.close(node, why, isFailure ? { kind: 'failed', next } : undefined);
	return ran;
}
