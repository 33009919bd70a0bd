/** What a label such as `Buggy method:` announces. */
export type FieldKind = 'file' | 'class' | 'method' | 'lines' | 'behavior' | 'place';

export interface Field {
	readonly kind: FieldKind;
	/** What stands behind the label, up to the next one on the line; may be empty. */
	readonly value: string;
}

const names: Readonly<Record<FieldKind, string>> = {
	file: 'files?(?:\\s*(?:path|name))?|path',
	class: 'class(?:es)?(?:\\s*name)?',
	method: '(?:methods?|functions?)(?:\\s*(?:/|or)\\s*functions?)?(?:\\s*name)?',
	lines: 'lines?(?:\\s+(?:numbers?|range))?',
	behavior: '(?:intended|expected|desired|correct)[\\s_-]*behaviou?r',
	place: '(?:bug\\s+)?locations?',
};
const kinds: readonly FieldKind[] = ['file', 'class', 'method', 'lines', 'behavior', 'place'];
const adjectives =
	'(?:(?:buggy|bug|faulty|suspicious|suspected|affected|relevant|involved|potential|likely|primary|main|key|the)\\s+)*';
const label = new RegExp(
	`(?:^|[-–—,;|(]\\s*|[.)]\\s+)["'\`]?${adjectives}(?:${kinds.map(kind => `(?<${kind}>${names[kind]})`).join('|')})` +
		`(?:\\(s\\))?(?:\\s*#?\\d+)?["'\`]?\\s*[:=](?![:=])\\s*`,
	'gi',
);

/** The labelled fields of one line, which must start with a label: `File: a.py - Method: save`. */
export function labelledFields(line: string): Field[] {
	const matches = [...line.matchAll(label)];
	if (matches[0]?.index !== 0) {
		return [];
	}
	return matches.map((match, at) => {
		const next = matches[at + 1]?.index;
		const value = line.slice(match.index + match[0].length, next).replace(/^[-–—\s]+|\s+$/g, '');
		return {
			kind: kinds.find(kind => match.groups?.[kind] !== undefined) ?? 'place',
			value: next === undefined ? value : value.replace(/[\s,;|–—-]+$/, ''),
		};
	});
}

/** The label on its own: `Buggy methods`, a table's `Class`. */
export function fieldKind(text: string): FieldKind | undefined {
	return labelledFields(`${text.trim()}:`)[0]?.kind;
}

/** A line without what markdown puts before and around its text. */
export function plainLine(line: string): string {
	return line
		.replaceAll('**', '')
		.replace(/^(?:\s*(?:[-*+•>]|\d+[.)]|#{1,6}|\([a-z\d]\))\s+)+/, '')
		.trim();
}

/** Whether a line is an item of a list. */
export function isItem(line: string): boolean {
	return /^\s*(?:[-*+•]|\d+[.)])\s+\S/.test(line);
}
