import { type NamedPlace, namedPlaces } from '../../../../localizer/pure/resolve/namedPlaces';
import { behaviorIn, meansNothing, namesValue, pathValue } from './fieldValue';

/** Longer lines are cut: no label and its value are that long. */
const lineLimit = 2000;

export interface LabelledPlaces {
	readonly places: readonly NamedPlace[];
	/** A plain name or path follows every label, and nothing else names a class or method: nothing was guessed. */
	readonly isPlain: boolean;
}

/**
 * Reads places out of labelled lines (`Buggy file: a.py`, `- file: a.py, class: A, method: b`) and of lists below labels
 * and below paths.
 */
export function labelledPlaces(text: string): LabelledPlaces {
	const reader = new LabelReader();
	for (const line of text.split('\n')) {
		reader.read(line.slice(0, lineLimit));
	}
	const places = reader.groups.finished();
	return { places, isPlain: places.length > 0 && reader.isPlain };
}

class LabelReader {
	readonly groups = new PlaceGroups();
	isPlain = true;
	/** The kind of the items in a list that a label without a value starts. */
	#items: FieldKind | undefined;
	#isBehavior = false;

	read(line: string): void {
		const text = plainLine(line);
		const fields = labelledFields(text);
		if (fields.length > 0) {
			this.#isBehavior = false;
			for (const field of fields) {
				this.#field(field);
			}
		} else if (text === '') {
			this.#isBehavior = false;
		} else if (isItem(line)) {
			this.#item(text);
		} else if (this.#isBehavior) {
			this.groups.moreBehavior(text);
		} else {
			this.#items = listKind(text);
		}
	}

	#field({ kind, value }: Field): void {
		this.#items = value === '' ? kind : undefined;
		if (kind === 'behavior') {
			this.#isBehavior = true;
			this.groups.behavior(value);
		} else if (kind === 'cause') {
			this.groups.cause(value);
		} else if (kind === 'lines') {
			this.groups.lines(value);
		} else if (!meansNothing(value)) {
			const isRead = kind === 'file' || kind === 'place' ? this.#path(value) : this.#names(value, kind);
			this.isPlain &&= isRead;
		}
	}

	#item(text: string): void {
		const isRead = this.#items === 'class' || this.#items === 'method' ? this.#names(text, this.#items) : false;
		const isListed = isRead || this.#path(text) || (this.#items !== undefined && this.#names(text, 'method'));
		this.#items = isListed ? this.#items : listKind(text);
		this.isPlain &&= isListed || isRemark(text);
	}

	#path(value: string): boolean {
		const found = pathValue(value);
		if (found === undefined) {
			return false;
		}
		this.groups.file(found.path, behaviorIn(found.rest));
		this.#items = listKind(found.rest) ?? this.#items;
		this.isPlain &&= !namesCode(found.rest);
		return true;
	}

	#names(value: string, kind: FieldKind): boolean {
		const found = namesValue(value);
		if (found === undefined) {
			return false;
		}
		for (const name of found.names) {
			if (kind === 'class') {
				this.groups.class(name, behaviorIn(found.rest));
			} else {
				this.groups.method(name, found.className, behaviorIn(found.rest));
			}
		}
		const lines = /^\s*\(?lines?\s+(\d[\d\s,–-]*)/i.exec(found.rest)?.[1];
		if (lines !== undefined) {
			this.groups.lines(lines);
		}
		this.isPlain &&= !namesMember(found.rest);
		return true;
	}
}

/** `Buggy methods:` and `... the following methods:` start a list of them. */
function listKind(text: string): FieldKind | undefined {
	const match = /\b(\w+):$/.exec(text);
	return match === null || match[1] === undefined ? undefined : fieldKind(match[1]);
}

/** Whether running text names code: quoted, called, or as a path. */
function namesCode(text: string): boolean {
	return /`|\w\(\)|\w\/\w/.test(text);
}

/** Whether running text names a class or method: a quoted or called name beside one of these words, or `Class.method`. */
function namesMember(text: string): boolean {
	return /[`"')]\s+(?:methods?|functions?|class(?:es)?)\b|\b(?:methods?|functions?|class(?:es)?)\s+[`"']|`_*[A-Z]\w*\.\w+/.test(
		text,
	);
}

/** An item that only comments on the text above it, or that names no code. */
function isRemark(text: string): boolean {
	return /^(?:this|it|its|these|here|while|although|though|since|because)\b/i.test(text) || !namesCode(text);
}

/** The kind of value that a label such as `Buggy method:` announces. */
type FieldKind = 'file' | 'class' | 'method' | 'lines' | 'behavior' | 'cause' | 'place';

interface Field {
	readonly kind: FieldKind;
	/** The text after the label, up to the next label on the line; may be empty. */
	readonly value: string;
}

const names: Readonly<Record<FieldKind, string>> = {
	file: 'files?(?:\\s*(?:path|name))?|path',
	class: 'class(?:es)?(?:\\s*name)?',
	method: '(?:methods?|functions?)(?:\\s*(?:/|or)\\s*functions?)?(?:\\s*name)?',
	lines: 'lines?(?:\\s+(?:numbers?|range))?',
	behavior: '(?:(?:intended|expected|desired|correct)[\\s_-]*behaviou?r|what (?:it|the code(?: there)?) should do)',
	cause: '(?:root\\s+)?cause|justification',
	place: '(?:bug\\s+)?locations?',
};
const kinds: readonly FieldKind[] = ['file', 'class', 'method', 'lines', 'behavior', 'cause', 'place'];
const adjectives =
	'(?:(?:buggy|bug|faulty|suspicious|suspected|affected|relevant|involved|potential|likely|primary|main|key|the)\\s+)*';
const label = new RegExp(
	`(?:^|[-–—,;|(]\\s*|[.)]\\s+)["'\`]?${adjectives}(?:${kinds.map(kind => `(?<${kind}>${names[kind]})`).join('|')})` +
		`(?:\\(s\\))?(?:\\s*#?\\d+)?["'\`]?\\s*[:=](?![:=])\\s*`,
	'gi',
);

/** The labelled fields of one line, which must start with a label: `File: a.py - Method: save`. */
function labelledFields(line: string): Field[] {
	const matches = [...line.matchAll(label)];
	if (matches[0]?.index !== 0) {
		return [];
	}
	return matches.map((match, at) => {
		const next = matches[at + 1]?.index;
		const value = line
			.slice(match.index + match[0].length, next)
			.replace(/^[-–—\s]+/, '')
			.trimEnd();
		return {
			kind: kinds.find(kind => match.groups?.[kind] !== undefined) ?? 'place',
			value: next === undefined ? value : value.replace(/(?<![\s,;|–—-])[\s,;|–—-]+$/, ''),
		};
	});
}

/** A label by itself: `Buggy methods`, a table's `Class`. */
function fieldKind(text: string): FieldKind | undefined {
	return labelledFields(`${text.trim()}:`)[0]?.kind;
}

/** A line without the markdown before and around its text. */
function plainLine(line: string): string {
	return line
		.replaceAll('**', '')
		.replace(/^(?:\s*(?:[-*+•>]|\d+[.)]|#{1,6}|\([a-z\d]\))\s+)+/, '')
		.trim();
}

/** Whether a line is an item of a list. */
function isItem(line: string): boolean {
	return /^\s*(?:[-*+•]|\d+[.)])\s+\S/.test(line);
}

interface Member {
	readonly className?: string | undefined;
	readonly name: string;
	behavior: string;
	cause?: string;
	lines?: string;
}

/**
 * Collects fields that come one after another (`File:`, `Class:`, `Method:` …) into places: the order of the fields
 * decides which belong to one place.
 */
class PlaceGroups {
	readonly #places: NamedPlace[] = [];
	#file: string | undefined;
	#class: string | undefined;
	#members: Member[] = [];
	#behavior = '';
	#described: readonly Member[] = [];
	#cause: string | undefined;
	#lines: string | undefined;
	#isFileUsed = false;

	file(path: string, behavior: string): void {
		// A file that follows its class or method completes the place; one that follows a file starts another.
		if (this.#file !== undefined) {
			this.#finish();
			this.#class = undefined;
		}
		this.#file = path;
		this.#isFileUsed = false;
		this.#behavior = behavior;
	}

	class(name: string, behavior: string): void {
		const completes = this.#class === undefined && this.#members.every(each => each.className === undefined);
		if (!completes) {
			this.#finish();
		}
		this.#class = name;
		this.#behavior ||= behavior;
	}

	method(name: string, className: string | undefined, behavior: string): void {
		this.#members.push({ name, className, behavior });
	}

	lines(text: string): void {
		const member = this.#members.at(-1);
		if (member === undefined) {
			this.#lines = text;
		} else {
			member.lines = text;
		}
	}

	/** The cause of everything since the last such field. */
	cause(text: string): void {
		for (const member of this.#members) {
			member.cause ??= text;
		}
		this.#cause = this.#members.length === 0 ? text : this.#cause;
	}

	/** The behavior of everything since the last such field. */
	behavior(text: string): void {
		this.#described = this.#members.filter(each => each.behavior === '');
		this.moreBehavior(text);
	}

	moreBehavior(text: string): void {
		const joined = (before: string) => (before === '' ? text : `${before} ${text}`);
		for (const member of this.#described) {
			member.behavior = joined(member.behavior);
		}
		this.#behavior = this.#members.length === 0 ? joined(this.#behavior) : this.#behavior;
	}

	finished(): readonly NamedPlace[] {
		this.#finish();
		return this.#places;
	}

	/** Turns the collected values into places; the file is kept for the lines that follow. */
	#finish(): void {
		const file = this.#file === undefined ? {} : { file: this.#file };
		const classes = this.#class === undefined ? [] : [this.#class];
		const own = { ...file, classes, methods: [], intendedBehavior: this.#behavior, ...this.#rest({}) };
		const members = this.#members.map(({ name, className, behavior, ...rest }) => ({
			...file,
			classes: className === undefined ? classes : [className],
			methods: [name],
			intendedBehavior: behavior === '' ? this.#behavior : behavior,
			...this.#rest(rest),
		}));
		const isOwn = this.#class !== undefined || !this.#isFileUsed;
		this.#places.push(...(members.length > 0 ? members : isOwn ? [own] : []).flatMap(namedPlaces));
		this.#isFileUsed = true;
		this.#members = [];
		this.#class = undefined;
		this.#behavior = '';
		this.#lines = undefined;
		this.#cause = undefined;
	}

	/** For a member, else for the code around it. */
	#rest({
		lines = this.#lines,
		cause = this.#cause,
	}: Pick<Member, 'lines' | 'cause'>): Pick<Member, 'lines' | 'cause'> {
		return { ...(lines !== undefined && { lines }), ...(cause !== undefined && { cause }) };
	}
}
