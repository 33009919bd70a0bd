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
	const hasComment = (written?.startLine ?? 1) > 1;
	return named.map(({ startLine, endLine, doc }) => {
		const start = (hasComment ? Math.min(startLine, doc?.startLine ?? startLine) : startLine) - 1;
		if (block.patched.some(isElision)) {
			return { problem: 'elided', start, end: endLine };
		}
		const rewrites = [inFileStyle(block.patched, lines.slice(start, endLine))];
		return { kind: 'definition', score: 1, start, end: endLine, rewrites };
	});
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
