import { fileWarnings, warningText } from '../../patches/pure/acceptance/selfRunning';
import { shownPatches } from '../../patches/pure/acceptance/shownPatches';
import type { Verdict } from '../../runs/pure/fold/patchVerdict';
import type { Run } from '../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../runs/pure/fold/runFix';
import { patchName } from '../../runs/pure/fold/shownPatch';
import { shownTestRuns } from '../../runs/pure/fold/shownTestRuns';
import { failedPlainText } from '../../runs/pure/model/testing/validation';
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
		const proof = evidence.filter(({ label }) => label === 'Proof').map(row => `Proof: ${row.text}`);
		const first = why === undefined ? [] : [`Why first: ${why}`];
		return [
			head.join('  '),
			...[judged, ...proof, ...warnings, ...first, ...reasons, ...leftOut].map(line => `    ${line}`),
		].join('\n');
	});
	const tests = shownTestRuns(run).map(
		({ text, command, verdict }) => `${terminal.style(styles[verdict], text)}  ${command}`,
	);
	const fix = fixOf(run);
	const diff = fix.patches.find(({ id }) => id === best.id)?.diff ?? '';
	return [...listed, ...plainTestLines(fix, terminal), ...tests, '', diff.trimEnd()].join('\n');
}

/** How the tests fail without a patch, if that keeps them from judging one. */
function plainTestLines({ validationRuns }: RunFix, terminal: Terminal): string[] {
	const plain = validationRuns.findLast(({ patch }) => patch === undefined);
	if (plain?.verdict !== 'failed' || validationRuns.every(({ verdict }) => verdict !== 'unclear')) {
		return [];
	}
	const [why = '', ...last] = failedPlainText(plain).split('\n');
	return [why, ...last.map(line => terminal.style('dim', `    ${line}`))];
}

const styles = { good: 'green', bad: 'red', unsure: 'yellow' } as const satisfies Record<Verdict, string>;
