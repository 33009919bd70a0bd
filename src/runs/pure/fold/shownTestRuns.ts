import type { TestedPatch } from '../events/executionEvents';
import { patchNumbers } from './patchCandidates';
import type { Verdict } from './patchVerdict';
import type { Run, TestRun } from './run';
import { fixOf } from './runFix';

/** A run of the project's tests as every view shows it. */
export interface ShownTestRun {
	/** `Tests pass with Patch 1 (exit code 0)` */
	readonly text: string;
	/** The command, and the folder it ran in if there are several. */
	readonly command: string;
	readonly verdict: Verdict;
}

/** The user's runs of the tests, newest first. */
export function shownTestRuns(run: Pick<Run, 'nodes' | 'testRuns' | 'pickedPatch'>): ShownTestRun[] {
	const numbers = run.testRuns.length === 0 ? new Map<string, number>() : patchNumbers(fixOf(run));
	const shown = run.testRuns.map(ran => ({
		text: endText(ran, numbers),
		command: ran.folder === undefined ? ran.command : `${ran.command} (in ${ran.folder})`,
		verdict: verdictOf(ran),
	}));
	return shown.reverse();
}

function endText({ exitCode, patches, isMixed }: TestRun, numbers: ReadonlyMap<string, number>): string {
	const ended = exitCode === 0 ? 'Tests pass' : 'Tests fail';
	const code = `(exit code ${exitCode})`;
	if (isMixed === true) {
		return `${ended} ${code}, but changes were accepted or undone while they ran`;
	}
	return `${ended} ${patches.length === 0 ? 'without a patch' : `with ${contentText(patches, numbers)}`} ${code}`;
}

/** `Patch 1 and 2 of 3 changes of Patch 2` */
function contentText(patches: readonly TestedPatch[], numbers: ReadonlyMap<string, number>): string {
	const texts = patches.map(({ patch, nAccepted, nHunks }) => {
		const name = `Patch ${numbers.get(patch) ?? '?'}`;
		return nAccepted === nHunks ? name : `${nAccepted} of ${nHunks} changes of ${name}`;
	});
	return texts.join(' and ');
}

function verdictOf({ exitCode, isMixed }: TestRun): Verdict {
	return isMixed === true ? 'unsure' : exitCode === 0 ? 'good' : 'bad';
}
