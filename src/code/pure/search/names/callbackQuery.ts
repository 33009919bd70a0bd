import { calledWith } from '../../definitions/callbackName';
import type { SymbolIndex } from '../../index/symbolIndex';
import type { NameQuery } from './nameQuery';

/** A text with several calls in it is read from each of the first ones. */
const mostCalls = 4;

/**
 * The callback that a text names, if there is one: `app.get('/users/:id')`, with other quotes, further arguments, and with the
 * definitions around it in front of it.
 */
export function callbackQuery(index: SymbolIndex, written: string): NameQuery | undefined {
	const text = written.trim();
	const calls = [...text.matchAll(/\(\s{0,8}(["'`])/g)].slice(0, mostCalls);
	const read = calls.map(({ index: open, 0: { length }, 1: quote = '' }) => {
		const start = open + length;
		const argument = text.slice(start, textEnd(text, start, quote));
		return { head: text.slice(0, open).trim(), names: quotes.map(each => `${each}${argument}${each}`) };
	});
	const heads = read.flatMap(({ head, names }) => headsOf(head).map(each => ({ ...each, names })));
	for (const { owners, callee, names } of heads) {
		const name = names.map(each => calledWith(callee, each)).find(each => isCallback(index, each));
		if (name !== undefined) {
			return { text, owners, name };
		}
	}
	return undefined;
}

/** Where the text after a quote ends: at the next such quote without a backslash before it. */
function textEnd(text: string, start: number, quote: string): number {
	let end = text.indexOf(quote, start);
	while (end > start && text[end - 1] === '\\') {
		end = text.indexOf(quote, end + 1);
	}
	return end < 0 ? text.length : end;
}

const quotes = ["'", '"', '`'];
const mostOwners = 8;

/** Each split of the called name into the definitions around it and its own name, the longest name first. */
function headsOf(head: string): { readonly owners: readonly string[]; readonly callee: string }[] {
	const parts = head.split('.');
	const splits = Array.from({ length: Math.min(parts.length, mostOwners) }, (_, at) => at);
	return splits.map(at => ({ owners: parts.slice(0, at), callee: parts.slice(at).join('.') }));
}

function isCallback(index: SymbolIndex, name: string): boolean {
	return index.named(name).some(({ kind }) => kind === 'callback');
}
