import type { CodeLine } from './location';
import type { FoundPlace } from './run/runEvent';
import type { Place } from './symbol';

/** `db/query.py:10-24`, or `db/query.py:10` for a single line. */
export function placeText({ file, startLine, endLine }: Place): string {
	return startLine === endLine ? `${file}:${startLine}` : `${file}:${startLine}-${endLine}`;
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
