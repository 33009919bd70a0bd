import type { FoundPlace } from './foundPlace';
import type { CodeLine } from './location';
import type { LineRange, Place } from './symbol';

/** `db/query.py:10-24`, or `db/query.py:10` for a single line. */
export function placeText({ file, startLine, endLine }: Place): string {
	return startLine === endLine ? `${file}:${startLine}` : `${file}:${startLine}-${endLine}`;
}

/** `line 10` or `lines 10-12, 20`; '' if there is no focus, or it is the whole place. */
export function focusText(focus: readonly LineRange[], whole: LineRange): string {
	const isWhole = focus.some(({ startLine, endLine }) => startLine <= whole.startLine && whole.endLine <= endLine);
	const texts = focus.map(({ startLine, endLine }) =>
		startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`,
	);
	const isOne = texts.length === 1 && focus[0]?.startLine === focus[0]?.endLine;
	return isWhole || texts.length === 0 ? '' : `${isOne ? 'line' : 'lines'} ${texts.join(', ')}`;
}

/** `query.py:10`. */
export function codeLineText({ file, line }: CodeLine): string {
	return `${fileName(file)}:${line}`;
}

/** `QuerySet.filter`, `QuerySet`, `main`, or the file's own name for code outside definitions. */
export function placeName({ file, class: owner, method }: Pick<FoundPlace, 'file' | 'class' | 'method'>): string {
	const names = [owner, method].filter(name => name !== undefined);
	return names.length === 0 ? fileName(file) : names.join('.');
}

function fileName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
