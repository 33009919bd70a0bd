import { hunkCounts } from '../../core/acceptance/offeredFile';
import { fileWarnings, warningText } from '../../core/acceptance/selfRunning';
import { takenHunks, takenText } from '../../core/model/run/patchDecisions';
import type { Run } from '../../core/model/run/run';
import { fixOf } from '../../core/model/run/runFix';
import type { Terminal } from './terminal';

/**
 * The patches, best first, with how much of each was accepted and the reasons for its rank, and the best one in full.
 */
export function patchesText(run: Run, terminal: Terminal): string {
	const { decisions } = run;
	const fix = fixOf(run);
	const [best] = fix.ranking;
	if (best === undefined) {
		return 'No patch was written.';
	}
	const listed = fix.ranking.map(({ patch, reasons }, at) => {
		const files = fix.patches.find(({ id }) => id === patch)?.files ?? [];
		const paths = terminal.style('cyan', files.map(({ path }) => path).join(', '));
		const decided = takenText(takenHunks(decisions, patch, hunkCounts(files)));
		const head = `${terminal.style('bold', `Patch ${at + 1}`)}  ${paths}${decided === undefined ? '' : `  ${decided}`}`;
		const warnings = fileWarnings(files).map(each => terminal.style('bold', `Warning: ${warningText(each)}`));
		return [head, ...[...warnings, ...reasons].map(line => `    ${line}`)].join('\n');
	});
	const diff = fix.patches.find(({ id }) => id === best.patch)?.diff ?? '';
	return [...listed, '', diff.trimEnd()].join('\n');
}
