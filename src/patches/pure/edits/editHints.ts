import type { Place } from '../../../runs/pure/model/symbol';

/** Hints at the place of an edit, other than its text. */
export interface EditHints {
	/** The answer without its edits. */
	readonly prose: string;
	/** Locations the model was given. */
	readonly places: readonly Place[];
}

/**
 * Whether a text mentions something by this name. A name that is an ordinary word counts only if it is marked as code:
 * in backticks, called, or as a member.
 */
export function mentions(text: string, name: string): boolean {
	if (name === '') {
		return false;
	}
	const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const isWord = /^[a-z]+$|^[A-Z]?[a-z]+$/.test(name);
	const pattern = isWord
		? `\`(?:[\\w.]+\\.)?${escaped}(?:\\(\\)?)?\`|(?<!\\w)${escaped}\\(|\\bclass ${escaped}\\b`
		: `(?<!\\w)${escaped}(?!\\w)`;
	return new RegExp(pattern).test(text);
}

/** Names that a text calls classes: "the `Order` class", "class `Order`". */
export function classesIn(text: string): string[] {
	const found = text.matchAll(/`([\w.]{1,200})` class\b|\bclass `([\w.]{1,200})`/g);
	return [...found].map(([, before = '', behind = '']) => (before + behind).replace(/^[\s\S]*\./, ''));
}

/** A text without the paths in it: a file that is named like a function does not mention that function. */
export function withoutPaths(text: string, file: string): string {
	const name = file.slice(file.lastIndexOf('/') + 1);
	return text.replaceAll(/(?<!\S)\S*[/\\]\S*/g, ' ').replaceAll(name === '' ? ' ' : name, ' ');
}
