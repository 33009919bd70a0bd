import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { linesShown } from './codeAbove';
import cutCode from './cutCode.md';
import cutLines from './cutLines.md';

/** Room kept for the note on the rest, in characters. */
const noteCharacters = 160;

/**
 * The beginning of a result of a call, in whole lines and at least one, with a note on the missing part: the range of
 * lines if it ends within code, else how many lines. About `nCharacters` long; unchanged if it is not longer.
 */
export function cutText(text: string, nCharacters: number): string {
	if (text.length <= nCharacters) {
		return text;
	}
	const lines = text.split('\n');
	const nShown = linesWithin(lines, nCharacters - noteCharacters);
	const shown = lines.slice(0, nShown);
	const isFirstTooLong = nShown === 1 && (shown[0]?.length ?? 0) > nCharacters;
	const start = isFirstTooLong ? `${text.slice(0, Math.max(1, nCharacters - noteCharacters))} …` : shown.join('\n');
	const note = codeNote(lines, nShown) ?? fillTemplate(cutLines, { n: `${lines.length - nShown}` });
	return [start, ...(isInCode(shown) ? ['</code>'] : []), note].join('\n');
}

/** How many lines fit, at least one. */
function linesWithin(lines: readonly string[], nCharacters: number): number {
	let nLeft = nCharacters;
	const end = lines.findIndex(line => {
		nLeft -= line.length + 1;
		return nLeft < 0;
	});
	return Math.max(1, end === -1 ? lines.length - 1 : end);
}

function isInCode(lines: readonly string[]): boolean {
	return lines.lastIndexOf('<code>') > lines.lastIndexOf('</code>');
}

/** `lines 280-330 of 280-520`; undefined if the text does not end within numbered code. */
function codeNote(lines: readonly string[], nShown: number): string | undefined {
	const start = lines.lastIndexOf('<code>', nShown - 1) + 1;
	const end = lines.indexOf('</code>', start);
	const [first, last, whole] = [
		linesShown(lines[start])?.first,
		linesShown(lines[nShown - 1])?.last,
		linesShown(lines[end - 1])?.last,
	];
	return start === 0 || end < nShown || first === undefined || last === undefined || whole === undefined
		? undefined
		: fillTemplate(cutCode, { shown: `${first}-${last}`, whole: `${first}-${whole}` });
}
