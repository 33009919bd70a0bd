import type { Row } from './treeItem';

/** The text typed so far, and the time (ms) of its last character. */
export interface TypedAhead {
	readonly text: string;
	readonly atMs: number;
}

/** A pause this long starts a new word. */
const pauseMs = 500;

/**
 * Adds a character and returns the row to focus: the next one whose label starts with the typed text. A single character
 * searches after the focused row, so that repeating it cycles through the matches; longer text includes the focused row.
 */
export function typeAhead(
	rows: readonly Row<unknown>[],
	focused: string,
	typed: TypedAhead,
	character: { readonly text: string; readonly atMs: number },
): { readonly typed: TypedAhead; readonly focus?: string } {
	const continues = character.atMs - typed.atMs < pauseMs && typed.text !== '' && typed.text !== character.text;
	const text = (continues ? typed.text : '') + character.text.toLocaleLowerCase();
	const from = rows.findIndex(row => row.id === focused) + (continues ? 0 : 1);
	const ahead = [...rows.slice(from), ...rows.slice(0, from)];
	const hit = ahead.find(row => row.label.toLocaleLowerCase().startsWith(text));
	return { typed: { text, atMs: character.atMs }, ...(hit === undefined ? {} : { focus: hit.id }) };
}
