import type { Run } from '../../core/model/run';
import type { Terminal } from './terminal';

/** The patches, best first, with what speaks for each, and the best one whole. */
export function patchesText({ fix }: Run, terminal: Terminal): string {
	const [best] = fix.ranking;
	if (best === undefined) {
		return 'No patch was written.';
	}
	const listed = fix.ranking.map(({ patch, reasons }, at) => {
		const files = fix.patches.find(({ id }) => id === patch)?.files.map(({ path }) => path) ?? [];
		const head = `${terminal.style('bold', `Patch ${at + 1}`)}  ${terminal.style('cyan', files.join(', '))}`;
		return [head, ...reasons.map(reason => `    ${reason}`)].join('\n');
	});
	const diff = fix.patches.find(({ id }) => id === best.patch)?.diff ?? '';
	return [...listed, '', diff.trimEnd()].join('\n');
}
