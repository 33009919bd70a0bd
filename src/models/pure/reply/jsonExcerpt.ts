const longest = 80;

/** A JSON value as a problem quotes it, without its end if it is long. */
export function jsonExcerpt(value: unknown): string {
	const text = JSON.stringify(value) ?? 'undefined';
	return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
