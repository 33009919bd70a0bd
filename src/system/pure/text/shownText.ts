/** Control characters but for line feed and tab: ESC, carriage return, C1 (ECMA-48), delete. */
const controls = /[^\P{Cc}\n\t]/gu;
/** Characters that change the order in which the text around them is shown: UAX #9. */
const directions = /\p{Bidi_Control}/gu;

/**
 * A text of unknown origin as it may be shown: without control characters, which a terminal obeys, and with the
 * characters that reorder text made visible as `\u{202E}`. Keeps line feeds and tabs. Nothing else is hidden: the
 * characters after an escape character are shown.
 */
export function shownText(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').replaceAll(controls, '').replaceAll(directions, visible);
}

/** A shown text on one line, for labels and titles. */
export function shownLine(text: string): string {
	return shownText(text).replaceAll(/\s+/g, ' ').trim();
}

/** A JSON document with these characters escaped as JSON does; it means the same. */
export function shownJson(json: string): string {
	const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return json.replaceAll(controls, escaped).replaceAll(directions, escaped);
}

function visible(character: string): string {
	return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`;
}
