import { behaviorIn, namesValue, pathValue, saysNothing } from './fieldValue';
import { type Field, type FieldKind, fieldKind, isItem, labelledFields, plainLine } from './labelledFields';
import type { NamedPlace } from './namedPlaces';
import { PlaceGroups } from './placeGroups';

export interface LabelledPlaces {
	readonly places: readonly NamedPlace[];
	/** Every label has a plain name or path behind it, and nothing else names a class or method: nothing was guessed. */
	readonly isPlain: boolean;
}

/**
 * Reads places out of labelled lines (`Buggy file: a.py`, `- file: a.py, class: A, method: b`) and of lists below labels
 * and below paths.
 */
export function labelledPlaces(text: string): LabelledPlaces {
	const reader = new LabelReader();
	for (const line of text.split('\n')) {
		reader.read(line);
	}
	const places = reader.groups.finished();
	return { places, isPlain: places.length > 0 && reader.isPlain };
}

class LabelReader {
	readonly groups = new PlaceGroups();
	isPlain = true;
	/** What the items of the list are, that a label without a value starts. */
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
		} else if (kind === 'lines') {
			this.groups.lines(value);
		} else if (!saysNothing(value)) {
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

/** An item that only says something of what stands above it, or that names no code. */
function isRemark(text: string): boolean {
	return /^(?:this|it|its|these|here|while|although|though|since|because)\b/i.test(text) || !namesCode(text);
}
