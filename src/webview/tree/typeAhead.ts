import type { Row } from './treeItem';

/** What was typed so far, and when (ms) its last character came. */
export interface TypedAhead {
	readonly text: string;
	readonly atMs: number;
}

/** A pause this long starts a new word. */
const pauseMs = 500;

/**
 * Adds a character and answers the row to focus: the next one whose label starts with what was typed. A single
 * character looks behind the focused row, so that typing it again walks on; more look at the focused row first.
 */
export function typeAhead(
	rows: readonly Row<unknown>[],
	focused: string,
	typed: TypedAhead,
	character: { readonly text: string; readonly atMs: number },
): { readonly typed: TypedAhead; readonly focus?: string } {
	const goesOn = character.atMs - typed.atMs < pauseMs && typed.text !== '' && typed.text !== character.text;
	const text = (goesOn ? typed.text : '') + character.text.toLocaleLowerCase();
	const from = rows.findIndex(row => row.id === focused) + (goesOn ? 0 : 1);
	const ahead = [...rows.slice(from), ...rows.slice(0, from)];
	const hit = ahead.find(row => row.label.toLocaleLowerCase().startsWith(text));
	return { typed: { text, atMs: character.atMs }, ...(hit === undefined ? {} : { focus: hit.id }) };
}
