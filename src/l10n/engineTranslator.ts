import { messageOf, type Translations } from './translations';

/** Ends the keys of the engine's sentences, in the form of VS Code: the text, and a comment. */
const engineMark = '/engine';
/** A variable part of a sentence: `{0}`, or `{0:engine}`. */
const placeholder = /\{(\d+)(:engine)?\}/g;
const sentenceEnd = /(?<=[.!?]) /;
/** The key of a label that begins with a number or a name: `{0} files`, `{0} of {1} votes`. */
const label = /^\{\d+\} [\p{L} ]*(?:\{\d+(?::engine)?\}[\p{L} ]*)*$/u;
/** Words without a small first letter: 3, 1.2k, Hugging Face. */
const numberOrName = /^[^\p{Ll} ]\S*(?: [^\p{Ll} ]\S*)*$/u;
/** The separators the engine puts between the parts of a text. */
const separators = [sentenceEnd, '; ', ' · ', ', ', ': '] as const;
/** Texts whose translation is kept, so that a view that is drawn again searches none. */
const maxKnown = 2000;

/**
 * Translates the engine's texts. The engine writes English, for models, logs and programs; the interface translates the parts it
 * shows here, and shows a text that it does not know unchanged.
 *
 * A key is a sentence, `Read {0} of {1:engine}/engine`: `{0}` is kept as it is, and `{1:engine}` is translated in turn. A
 * text is divided at sentence ends and separators if all its parts can be translated, and put together again with the
 * values of the keys `; /engine` and so on (` /engine` between sentences). Else it is one sentence: of several that fit,
 * one that begins with a word, with the most text of its own. Else its sentences are translated one by one. The start
 * of a label without any punctuation, `{0} files`, is a number or a name; otherwise it would fit every text that ends
 * with its words.
 */
export function engineTranslator(translations: Translations | undefined): (text: string) => string {
	if (translations === undefined) {
		return text => text;
	}
	const translator = new EngineTranslator(translations);
	return text => translator.translate(text) ?? text;
}

class EngineTranslator {
	private sentences: readonly Sentence[] | undefined;
	private readonly known = new Map<string, string | undefined>();

	constructor(private readonly translations: Translations) {}

	/** Undefined for a text that is not known. */
	translate(text: string): string | undefined {
		if (!this.known.has(text)) {
			this.known.size > maxKnown && this.known.clear();
			this.known.set(text, this.inParts(text) ?? this.asSentence(text) ?? this.bySentence(text));
		}
		return this.known.get(text);
	}

	private inParts(text: string): string | undefined {
		for (const separator of separators) {
			const parts = text.split(separator);
			const translated = parts.length < 2 ? [undefined] : parts.map(part => this.translate(part));
			if (translated.every(part => part !== undefined)) {
				return translated.join(this.between(separator));
			}
		}
		return undefined;
	}

	private asSentence(text: string): string | undefined {
		this.sentences ??= readSentences(this.translations);
		for (const { parts, names, isLabel, translation } of this.sentences) {
			const values = valuesIn(text, parts);
			if (values !== undefined && (!isLabel || numberOrName.test(values[0] ?? ''))) {
				return translation.replaceAll(placeholder, (written, _, isOfEngine?: string) => {
					const value = values[names.indexOf(written)] ?? written;
					return isOfEngine === undefined ? value : (this.translate(value) ?? value);
				});
			}
		}
		return undefined;
	}

	private bySentence(text: string): string | undefined {
		const sentences = text.split(sentenceEnd);
		const translated = sentences.length < 2 ? [] : sentences.map(sentence => this.translate(sentence));
		return translated.some(sentence => sentence !== undefined)
			? translated.map((sentence, at) => sentence ?? sentences[at]).join(this.between(sentenceEnd))
			: undefined;
	}

	private between(separator: string | RegExp): string {
		const written = typeof separator === 'string' ? separator : ' ';
		return messageOf(this.translations[`${written}${engineMark}`]) ?? written;
	}
}

interface Sentence {
	/** The text around the placeholders: one more than there are of these. */
	readonly parts: readonly string[];
	/** The placeholders, in their order. */
	readonly names: readonly string[];
	readonly isLabel: boolean;
	readonly translation: string;
}

function readSentences(translations: Translations): Sentence[] {
	const sentences = Object.entries(translations).flatMap(([key, value]) => {
		const text = key.slice(0, -engineMark.length);
		return key.endsWith(engineMark) && /\p{L}/u.test(text) ? [sentenceOf(text, messageOf(value) || text)] : [];
	});
	const ownLength = ({ parts }: Sentence) => parts.join('').length;
	// One that begins with a word says more of a text than one with anything before its words.
	const beginsWithWord = ({ parts }: Sentence) => (parts[0] === '' ? 0 : 1);
	return sentences.sort((a, b) => beginsWithWord(b) - beginsWithWord(a) || ownLength(b) - ownLength(a));
}

function sentenceOf(text: string, translation: string): Sentence {
	const found = [...text.matchAll(placeholder)];
	const starts = [0, ...found.map(({ index, 0: written }) => index + written.length)];
	const parts = starts.map((start, at) => text.slice(start, found[at]?.index));
	return { parts, names: found.map(([written]) => written), isLabel: label.test(text), translation };
}

/**
 * The values between the parts in a text that consists of them; each value as short as possible, and within a sentence.
 */
function valuesIn(text: string, [first = '', ...others]: readonly string[]): string[] | undefined {
	if (!text.startsWith(first)) {
		return undefined;
	}
	const values: string[] = [];
	let start = first.length;
	for (const [at, part] of others.entries()) {
		const isLast = at === others.length - 1;
		const end = isLast ? (text.endsWith(part) ? text.length - part.length : -1) : text.indexOf(part, start);
		if (end < start) {
			return undefined;
		}
		values.push(text.slice(start, end));
		start = end + part.length;
	}
	return start === text.length && !values.some(value => sentenceEnd.test(value)) ? values : undefined;
}
