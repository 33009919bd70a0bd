import type { NamedPlace } from './agentReply';
import { type FieldKind, fieldKind } from './labelledFields';
import { namedPlaces } from './namedPlaces';

/** Places in the rows of markdown tables with a column for files, classes or methods. */
export function tablePlaces(text: string): NamedPlace[] {
	const places: NamedPlace[] = [];
	let columns: readonly (FieldKind | undefined)[] = [];
	for (const line of text.split('\n')) {
		const cells = rowCells(line);
		const kinds = cells.map(fieldKind);
		if (cells.length < 2) {
			columns = [];
		} else if (columns.length === 0) {
			columns = kinds.some(kind => kind === 'file' || kind === 'class' || kind === 'method') ? kinds : [];
		} else if (!cells.every(cell => /^:?-+:?$/.test(cell))) {
			places.push(...rowPlaces(cells, columns));
		}
	}
	return places;
}

function rowPlaces(cells: readonly string[], columns: readonly (FieldKind | undefined)[]): NamedPlace[] {
	const of = (kind: FieldKind) => cells.filter((_, at) => columns[at] === kind);
	return namedPlaces({
		file: of('file').join(' '),
		classes: of('class'),
		methods: of('method'),
		lines: of('lines').join(' '),
		intendedBehavior: of('behavior').join(' '),
	});
}

function rowCells(line: string): string[] {
	const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
	return row === undefined ? [] : row.split('|').map(cell => cell.replaceAll('**', '').trim());
}
