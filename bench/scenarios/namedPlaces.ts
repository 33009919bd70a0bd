import { isRecord } from '../../src/system/pure/fields';
import { jsonIn } from '../../src/system/pure/text/jsonText';
import type { AnsweredPlace, Door } from './mcpDoor';
import type { NamedPlace } from './score';

/** `{"places": [{"file": "src/orders.py", "line": 120, "symbol": "OrderBook.cancel"}]}` in a model's answer; else none. */
export function namedPlaces(answer: string): NamedPlace[] {
	// An answer may have other brackets before.
	const start = answer.lastIndexOf('{', answer.lastIndexOf('"places"'));
	const found = jsonIn(answer.slice(Math.max(0, start)), value => isRecord(value) && Array.isArray(value.places));
	const { places } = found === undefined ? { places: [] } : (found as { readonly places: readonly unknown[] });
	return places.flatMap(each => (isRecord(each) ? readPlace(each) : []));
}

function readPlace({ file, line, symbol }: Readonly<Record<string, unknown>>): NamedPlace[] {
	const number = Number(line);
	const lines = Number.isInteger(number) && number > 0 ? { startLine: number, endLine: number } : {};
	const name = typeof symbol === 'string' && symbol.trim() !== '' ? { symbol: symbol.replace(/\(\)$/, '').trim() } : {};
	return typeof file === 'string' ? [{ file: file.replace(/^\.\//, ''), ...name, ...lines }] : [];
}

/** Names the definition that a line without a name is in, as the tools name it. */
export async function withSymbol(place: NamedPlace, door: Pick<Door, 'call'>): Promise<NamedPlace> {
	const { file, symbol, startLine: line } = place;
	if (symbol !== undefined || line === undefined) {
		return place;
	}
	const { places } = await door.call('read_lines', { file_name: file, start_line: line, end_line: line });
	const name = qualifiedName(places.find(each => each.file === file));
	return name === '' ? place : { ...place, symbol: name };
}

/** `Class.method`, one of them, or ''. */
export function qualifiedName(place: Pick<AnsweredPlace, 'class' | 'method'> | undefined): string {
	return [place?.class, place?.method].filter(name => name !== undefined).join('.');
}
