import type { FoundPlace } from './run/runEvent';
import type { Place } from './symbol';

/** `db/query.py:10-24`, or `db/query.py:10` for a single line. */
export function placeText({ file, startLine, endLine }: Place): string {
	return startLine === endLine ? `${file}:${startLine}` : `${file}:${startLine}-${endLine}`;
}

/** `QuerySet.filter`, `QuerySet`, `main`, or the file's own name for code outside definitions. */
export function placeName({ file, class: owner, method }: Pick<FoundPlace, 'file' | 'class' | 'method'>): string {
	const names = [owner, method].filter(name => name !== undefined);
	return names.length === 0 ? file.slice(file.lastIndexOf('/') + 1) : names.join('.');
}
