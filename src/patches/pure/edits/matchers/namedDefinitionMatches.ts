import { type CodeSymbol, qualifiedName } from '../../../../runs/pure/model/symbol';
import { isElision } from './elision';
import { inFileStyle } from './indentation';
import type { Found, MatchRequest } from './match';

/**
 * Replaces the definition that an edit names, of any kind, by its new text. The comment above it is replaced as well if the
 * new text has one. Several definitions of the name are several places.
 */
export async function namedDefinitionMatches({ edit, block, symbols, lines, read }: MatchRequest): Promise<Found[]> {
	const { name = '' } = edit;
	const named = (await symbols()).filter(symbol => isNamed(symbol, name));
	const written = (await read(edit.patched)).find(symbol => isNamed(symbol, name));
	const text = withoutBlankEnds(block.patched);
	const before = text.length - withoutBlankEnds(block.patched.slice((written?.startLine ?? 1) - 1)).length;
	const hasComment = written !== undefined && before > 0;
	return named.map(({ startLine, endLine, doc }) => {
		const start = (hasComment ? Math.min(startLine, doc?.startLine ?? startLine) : startLine) - 1;
		if (block.patched.some(isElision)) {
			return { problem: 'elided', start, end: endLine };
		}
		const rewrites = [inFileStyle(text, lines.slice(start, endLine))];
		return { kind: 'definition', score: 1, start, end: endLine, rewrites };
	});
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
	const isText = (line: string) => line.trim() !== '';
	return lines.slice(Math.max(0, lines.findIndex(isText)), lines.findLastIndex(isText) + 1);
}

/** `run` and `Pool.run` of the method `run` in the class `Pool`; a callback with any quotes. */
function isNamed(symbol: CodeSymbol, name: string): boolean {
	if (symbol.kind === 'callback') {
		return `.${withPlainQuotes(qualifiedName(symbol))}`.endsWith(`.${withPlainQuotes(name.trim())}`);
	}
	const path =
		name
			.trim()
			.replaceAll(/::|->|#/g, '.')
			.split('(', 1)[0] ?? '';
	return path !== '' && `.${qualifiedName(symbol)}`.endsWith(`.${path}`);
}

function withPlainQuotes(name: string): string {
	return name.replaceAll(/["`]/g, "'");
}
