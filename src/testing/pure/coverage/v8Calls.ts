import type { ExecutedFunction } from '../../../sandbox/pure/execution/executedFunctions';
import { lastUpTo, placesOf, startsOf } from './v8Lines';
import type { V8Range, V8Script, V8SourceMap } from './v8Report';

/** The functions of a script that were called, given its text; `file` is the script's path. */
export function calledFunctions(script: V8Script, text: string, file: string): readonly ExecutedFunction[] {
	const lengths = text.split('\n').map(({ length }) => length);
	const starts = startsOf(lengths);
	return calls(script, lengths).map(({ name, start }) => ({
		...{ file, line: lastUpTo(starts, start) + 1, name, isImport: false },
	}));
}

/**
 * The same for a script that was made from other files, by their paths as its source map has them. Empty for a map that
 * cannot be used: it may be anything.
 */
export function calledOriginals(script: V8Script, { map, lineLengths }: V8SourceMap): readonly ExecutedFunction[] {
	const places = placesOf(map, startsOf(lineLengths));
	const offsets = places.map(({ offset }) => offset);
	return calls(script, lineLengths).flatMap(({ name, start }) => {
		const place = places[lastUpTo(offsets, start)];
		return place === undefined || place.offset > start
			? []
			: [{ file: place.source, line: place.line, name, isImport: false }];
	});
}

/** Without the script itself, which is a function as well. */
function calls(
	{ functions }: V8Script,
	lengths: readonly number[],
): readonly (Pick<V8Range, 'start'> & { readonly name: string })[] {
	const length = lengths.reduce((sum, each) => sum + each + 1, -1);
	return functions.flatMap(({ name, ranges: [whole] }) =>
		whole === undefined || whole.count === 0 || (whole.start === 0 && whole.end >= length)
			? []
			: [{ name, start: whole.start }],
	);
}
