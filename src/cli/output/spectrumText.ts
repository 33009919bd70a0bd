import { placeName, placeText } from '../../runs/pure/model/placeText';
import {
	formulaNames,
	runByText,
	type Spectrum,
	type Suspect,
	spectrumCounts,
} from '../../runs/pure/model/testing/spectrum';
import { counted } from '../../system/pure/text/counted';
import type { Terminal } from '../terminal';

/** Functions by their suspiciousness, as many as wanted, best first. */
export function spectrumText(spectrum: Spectrum, limit: number, terminal: Terminal): string {
	const { formula, suspects, measuredBy, per } = spectrum;
	const shown = suspects.slice(0, limit);
	const head = `${spectrumCounts(spectrum)}, measured by ${measuredBy} for each ${per === 'test' ? 'test' : 'file of tests'} (${formulaNames[formula]})`;
	const names = shown.map(placeName);
	const width = Math.min(40, Math.max(0, ...names.map(({ length }) => length)));
	const lines = shown.map((suspect, at) => {
		const rank = `${at + 1}`.padStart(3);
		const score = terminal.style('bold', suspect.score.toFixed(3));
		return `${rank}  ${score}  ${(names[at] ?? '').padEnd(width)}  ${placeText(suspect)}\n     ${detail(suspect, spectrum)}`;
	});
	const more = suspects.length - shown.length;
	return [head, '', ...lines, ...(more > 0 ? ['', `${counted(more, 'more function')}: see --limit`] : [])].join('\n');
}

function detail(suspect: Suspect, spectrum: Spectrum): string {
	const best = suspect.lines.filter(({ score }) => score === suspect.score).map(({ line }) => line);
	const lines = `${best.length === 1 ? 'line' : 'lines'} ${ranges(best)}`;
	return `${runByText(suspect, spectrum)} Most suspicious: ${lines}.`;
}

/** `3-5, 9`. */
function ranges(lines: readonly number[]): string {
	const texts: string[] = [];
	for (let from = 0; from < lines.length; ) {
		let to = from;
		while (lines[to + 1] === (lines[to] ?? 0) + 1) {
			to++;
		}
		texts.push(from === to ? `${lines[from]}` : `${lines[from]}-${lines[to]}`);
		from = to + 1;
	}
	return texts.join(', ');
}
