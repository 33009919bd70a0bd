import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import { type DeclarationTables, nameWord, roles } from './declarationTables';
import type { Name } from './declarators';
import { parentheses, type StatementTokens } from './statementTokens';

/** The names that the use of a macro defines. */
export interface MadeNames {
	readonly kind: SymbolKind;
	/** At least one. */
	readonly names: readonly Name[];
}

/** The names that a statement defines whose tokens, from an index on, are the use of a defining macro. */
export function madeNames(
	text: string,
	tables: DeclarationTables,
	tokens: StatementTokens,
	base: number,
): MadeNames | undefined {
	const at = firstUse(tokens, base);
	const macro = at < 0 ? undefined : tables.macroNamed(text.slice(tokens.start(at), tokens.end(at)));
	if (macro === undefined) {
		return undefined;
	}
	const given = argumentsIn(text, tables, tokens, at + 1);
	const names = macro.names.flatMap(({ argument, before, after }) => {
		const name = given[argument - 1];
		return name === undefined ? [] : { ...name, text: `${before}${text.slice(name.start, name.end)}${after}` };
	});
	return names.length === 0 ? undefined : { kind: macro.kind, names };
}

/** Returns the index of the name before the first parentheses, if only words of no type precede it; else -1. */
function firstUse(tokens: StatementTokens, base: number): number {
	for (let at = base; at < tokens.count; at++) {
		const kind = tokens.kind(at);
		if (kind === nameWord) {
			return tokens.kind(at + 1) === parentheses ? at : -1;
		}
		if (kind !== roles.modifier && kind !== roles.qualifier && kind !== roles.alias) {
			return -1;
		}
	}
	return -1;
}

/** The arguments in parentheses; undefined for one that is more than a name. */
function argumentsIn(
	text: string,
	{ lexis: { word } }: DeclarationTables,
	tokens: StatementTokens,
	at: number,
): (Name | undefined)[] {
	const found: (Name | undefined)[] = [];
	const end = tokens.end(at) - 1;
	let depth = 0;
	let start = tokens.start(at) + 1;
	for (let index = start; index <= end; index++) {
		const char = text.charAt(index);
		if (index === end || (char === ',' && depth === 0)) {
			const trimmed = trimmedWord(text, word, start, index);
			found.push(trimmed);
			start = index + 1;
		} else if ('([{'.includes(char)) {
			depth++;
		} else if (')]}'.includes(char)) {
			depth--;
		}
	}
	return found;
}

/** A single word, or one before brackets: an array. */
function trimmedWord(
	text: string,
	word: Uint8Array,
	from: number,
	to: number,
): { readonly start: number; readonly end: number } | undefined {
	let [start, end] = [from, to];
	while (start < end && text.charCodeAt(start) <= 0x20) {
		start++;
	}
	while (end > start && text.charCodeAt(end - 1) <= 0x20) {
		end--;
	}
	let wordEnd = start;
	while (wordEnd < end && word[text.charCodeAt(wordEnd)] === 1) {
		wordEnd++;
	}
	const isArray = text.charAt(wordEnd) === '[' && text.charAt(end - 1) === ']';
	return wordEnd > start && (wordEnd === end || isArray) ? { start, end: wordEnd } : undefined;
}
