import { fileWarnings, warningText } from '../../../core/acceptance/selfRunning';
import { shownPatches } from '../../../core/acceptance/shownPatches';
import type { Verdict } from '../../../core/model/run/patchEvidence';
import type { Run } from '../../../core/model/run/run';
import { fixOf, type RunFix } from '../../../core/model/run/runFix';
import { patchName } from '../../../core/model/shownPatch';
import { shownTestRuns } from '../../../core/model/testing/shownTestRuns';
import { failedPlainText } from '../../../core/model/testing/validation';
import type { Terminal } from '../terminal';

/**
 * The patches, best first, with how much of each was accepted, the verdict on it and the reasons for its rank; the user's
 * runs of the tests; and the best patch in full.
 */
export function patchesText(run: Run, terminal: Terminal): string {
	const patches = shownPatches(run);
	const [best] = patches;
	if (best === undefined) {
		return 'No patch was written.';
	}
	const listed = patches.map(patch => {
		const { decided, files, verdict, why, reasons, evidence } = patch;
		const leftOut = evidence.filter(({ label }) => label === 'Left out').map(({ label, text }) => `${label}: ${text}`);
		const paths = terminal.style('cyan', files.map(({ path }) => path).join(', '));
		const head = [terminal.style('bold', patchName(patch)), paths, ...(decided === undefined ? [] : [decided])];
		const warnings = fileWarnings(files).map(each => terminal.style('bold', `Warning: ${warningText(each)}`));
		const judged = terminal.style(styles[verdict.verdict], `Verdict: ${verdict.why}`);
		const first = why === undefined ? [] : [`Why first: ${why}`];
		return [
			head.join('  '),
			...[judged, ...warnings, ...first, ...reasons, ...leftOut].map(line => `    ${line}`),
		].join('\n');
	});
	const tests = shownTestRuns(run).map(
		({ text, command, verdict }) => `${terminal.style(styles[verdict], text)}  ${command}`,
	);
	const fix = fixOf(run);
	const diff = fix.patches.find(({ id }) => id === best.id)?.diff ?? '';
	return [...listed, ...plainTestLines(fix, terminal), ...tests, '', diff.trimEnd()].join('\n');
}

/** How the tests fail without a patch, where that keeps them from judging one. */
function plainTestLines({ validationRuns }: RunFix, terminal: Terminal): string[] {
	const plain = validationRuns.findLast(({ patch }) => patch === undefined);
	if (plain?.verdict !== 'failed' || validationRuns.every(({ verdict }) => verdict !== 'unclear')) {
		return [];
	}
	const [why = '', ...last] = failedPlainText(plain).split('\n');
	return [why, ...last.map(line => terminal.style('dim', `    ${line}`))];
}

const styles = { good: 'green', bad: 'red', unsure: 'yellow' } as const satisfies Record<Verdict, string>;
