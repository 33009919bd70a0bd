import { withScriptBorders } from '../../../code/pure/index/words/scripts';
import { isStopWord } from '../../../code/pure/index/words/stopWords';
import type { MentionedName } from '../../../runs/pure/model/brief';
import { compareText } from '../../../system/pure/text/compareText';

/** The parts of an issue that may name code. */
export interface NameSources {
	readonly title: string;
	readonly prose: string;
	readonly code: readonly string[];
	/** Whether a dotted name is a file's: `setup.cfg`. */
	readonly isFileName: (text: string) => boolean;
}

const nameLimit = 200;

/** Names of code in an issue, the most likely ones first: by the part of the text they occur in, then by frequency. */
export function mentionedNames({ title, prose, code, isFileName }: NameSources): MentionedName[] {
	const names = new Names(isFileName);
	names.readText(title, 'title');
	names.readText(prose, 'prose');
	for (const block of code) {
		names.readCode(block);
	}
	return names.sorted().slice(0, nameLimit);
}

/** Whether a word is shaped like a name of code: `snake_case`, `camelCase`, `CamelCase`, `_private`. */
export function isIdentifierShaped(word: string): boolean {
	return /[\p{L}\p{N}]_+[\p{L}\p{N}]|^_+\p{L}{2}|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u.test(word);
}

type Where = 'title' | 'prose' | 'block';

interface Seen {
	readonly text: string;
	form: 'code' | 'shape';
	count: number;
	inTitle: boolean;
	inProse: boolean;
	isCalled: boolean;
}

class Names {
	private readonly seen = new Map<string, Seen>();

	constructor(private readonly isFileName: (text: string) => boolean) {}

	/** Inline code counts as code; other words count when they are shaped like a name, or are dotted or called. */
	readText(text: string, where: Where): void {
		const pieces = text.split(/(`+)([^`\n]{1,200})\1/);
		for (const [at, piece] of pieces.entries()) {
			if (at % 3 === 2) {
				this.readInline(piece, where);
			} else if (at % 3 === 0) {
				this.readProse(piece, where);
			}
		}
	}

	readCode(text: string): void {
		for (const { name, isCalled, isDotted } of namesIn(text)) {
			if (isDotted || isCalled || isIdentifierShaped(name)) {
				this.add(name, 'block', { form: 'code', isCalled });
			}
		}
	}

	sorted(): MentionedName[] {
		const weight = (name: Seen) => (name.inTitle ? 8 : 0) + (name.inProse ? 4 : 0) + (name.form === 'code' ? 2 : 0);
		return [...this.seen.values()].sort(
			(a, b) => weight(b) - weight(a) || b.count - a.count || compareText(a.text, b.text),
		);
	}

	private readInline(text: string, where: Where): void {
		const isPhrase = /\p{L} +\p{L}/u.test(text);
		for (const { name, isCalled, isNamedCall, isDotted } of namesIn(text)) {
			if (!isPhrase || isDotted || isCalled || isIdentifierShaped(name)) {
				this.add(name, where, { form: 'code', isCalled, isNamedCall });
			}
		}
	}

	private readProse(text: string, where: Where): void {
		for (const { name, isCalled, isNamedCall, isDotted, isOpening } of namesIn(withScriptBorders(text))) {
			if (isDotted || isCalled) {
				this.add(name, where, { form: 'code', isCalled, isNamedCall });
			} else if (isIdentifierShaped(name) || (!isOpening && isCapitalized(name))) {
				this.add(name, where, { form: 'shape', isCalled });
			}
		}
	}

	private add(
		text: string,
		where: Where,
		{ form, isCalled, isNamedCall = false }: Pick<Seen, 'form' | 'isCalled'> & { readonly isNamedCall?: boolean },
	): void {
		// An everyday word is a name only as `only()`.
		const isName = (isNamedCall && where !== 'block') || !isStopWord(text.toLowerCase());
		if (text.length > 120 || !isName || this.isFileName(text)) {
			return;
		}
		const seen = this.seen.get(text) ?? { text, form, count: 0, inTitle: false, inProse: false, isCalled: false };
		seen.count++;
		seen.form = form === 'code' ? 'code' : seen.form;
		seen.inTitle ||= where === 'title';
		seen.inProse ||= where === 'prose';
		seen.isCalled ||= isCalled;
		this.seen.set(text, seen);
	}
}

interface FoundName {
	/** With dots between its parts. */
	readonly name: string;
	/** Its start in the text. */
	readonly index: number;
	readonly isCalled: boolean;
	/** Called without arguments, as names of functions are written in sentences. */
	readonly isNamedCall: boolean;
	readonly isDotted: boolean;
	/** The first word of a sentence or line may be capitalized for another reason. */
	readonly isOpening: boolean;
}

/** The names and words of a text, in order. */
export function* namesIn(text: string): Iterable<FoundName> {
	for (const match of text.matchAll(
		/(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$][\p{L}\p{N}_$]*)*((?:\(\)?)?)/gu,
	)) {
		const name = match[0]
			.replace(/\(\)?$/, '')
			.replaceAll(/::|->|#/g, '.')
			.replace(/^(?:self|this|cls)\./, '');
		// A single letter is a variable, unless it is called like a class.
		if (name.length > 1 || (match[1] !== '' && /\p{Lu}/u.test(name))) {
			yield {
				name,
				index: match.index,
				isCalled: match[1] !== '',
				isNamedCall: match[1] === '()',
				isDotted: name.includes('.') && !abbreviation.test(name),
				isOpening: isOpening(text, match.index),
			};
		}
	}
}

const abbreviation = /^(?:\w\.)+\w?$/;

function isOpening(text: string, at: number): boolean {
	const before = text.slice(Math.max(0, at - 3), at);
	return at === 0 || /(?:[.!?:]\s*|\n\W{0,2})$/.test(before);
}

function isCapitalized(name: string): boolean {
	return /^\p{Lu}\p{L}{2}/u.test(name) && /\p{Ll}/u.test(name);
}
