import { messageOf, type Translations } from './translations';

/** Ends the keys of core's sentences, in the form of VS Code: the text, and a comment. */
const coreMark = '/core';

/** What core puts between sentences and the parts of one, as keys of its translation. A sentence ends before the first. */
const separators = [' ', '; ', ' · ', ', ', ': '] as const;

/**
 * Translates what core says: `coreTranslator(translations)(text)`. Core writes English, for models, logs and programs; the
 * interface translates what it shows of that here, and returns a text unchanged that it does not know.
 *
 * A key is a sentence with what varies in braces, `Read {0} of {1:core}/core`: `{0}` is kept as it is, and `{1:core}` is
 * translated in turn. A text is divided at sentence ends and separators where all its parts can be translated. Else it is
 * one sentence: of several that fit, the one with the most text of its own.
 */
export function coreTranslator(translations: Translations | undefined): (text: string) => string {
	if (translations === undefined) {
		return text => text;
	}
	let sentences: readonly Sentence[] | undefined;
	const known = new Map<string, string | undefined>();
	const translate = (text: string): string | undefined => {
		if (!known.has(text)) {
			sentences ??= readSentences(translations);
			known.size > maxKnown && known.clear();
			known.set(text, inParts(text) ?? whole(text, sentences));
		}
		return known.get(text);
	};
	const whole = (text: string, all: readonly Sentence[]) => {
		for (const { parts, names, translation } of all) {
			const values = valuesIn(text, parts);
			if (values !== undefined) {
				return translation.replaceAll(placeholder, (written, name: string) => {
					const value = values[names.indexOf(written)] ?? written;
					return name.endsWith(coreEnding) ? (translate(value) ?? value) : value;
				});
			}
		}
		return undefined;
	};
	const inParts = (text: string) => {
		for (const separator of separators) {
			const parts = separator === ' ' ? text.split(/(?<=[.!?]) /) : text.split(separator);
			const translated = parts.length < 2 ? [] : parts.map(translate);
			if (translated.length > 0 && translated.every(part => part !== undefined)) {
				return translated.join(messageOf(translations[`${separator}${coreMark}`]) ?? separator);
			}
		}
		return undefined;
	};
	return text => translate(text) ?? text;
}

interface Sentence {
	/** The text around the placeholders: one more than there are of these. */
	readonly parts: readonly string[];
	/** The placeholders, in their order. */
	readonly names: readonly string[];
	readonly translation: string;
}

const placeholder = /\{([^{}]+)\}/g;
const coreEnding = ':core';
/** Texts whose translation is kept, so that a view that is drawn again searches none. */
const maxKnown = 2000;

function readSentences(translations: Translations): Sentence[] {
	const sentences = Object.entries(translations)
		.filter(([key]) => key.endsWith(coreMark) && /\p{L}/u.test(key.slice(0, -coreMark.length)))
		.map(([key, value]) => {
			const text = key.slice(0, -coreMark.length);
			const names = [...text.matchAll(placeholder)].map(([name]) => name);
			return { parts: text.split(/\{[^{}]+\}/), names, translation: messageOf(value) ?? text };
		});
	const ownLength = ({ parts }: Sentence) => parts.join('').length;
	return sentences.sort((a, b) => ownLength(b) - ownLength(a));
}

/** What is between the parts in a text that consists of them; each value as short as possible, and none empty. */
function valuesIn(text: string, [first = '', ...others]: readonly string[]): string[] | undefined {
	if (!text.startsWith(first)) {
		return undefined;
	}
	const values: string[] = [];
	let start = first.length;
	for (const [at, part] of others.entries()) {
		const isLast = at === others.length - 1;
		const end = isLast ? (text.endsWith(part) ? text.length - part.length : -1) : text.indexOf(part, start + 1);
		if (end <= start) {
			return undefined;
		}
		values.push(text.slice(start, end));
		start = end + part.length;
	}
	return start === text.length ? values : undefined;
}
