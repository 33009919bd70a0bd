import { hasWord } from '../../../code/pure/index/words/hasWord';
import { isUnspaced, withScriptBorders } from '../../../code/pure/index/words/scripts';
import { isStopWord } from '../../../code/pure/index/words/stopWords';
import { stem } from '../../../code/pure/index/words/terms';
import { forEachWord, wordParts } from '../../../code/pure/index/words/words';
import type { IssueLine } from '../brief/issueLines';
import { isIdentifierShaped, namesIn } from '../brief/mentionedNames';
import { markTemplate } from '../brief/templateSections';

/** A name of code that the issue writes. */
export interface Mention {
	/** 1-based; absent in a title that the text does not repeat. */
	readonly line?: number;
	/** The name written before it: `Config` of `Config.load`. */
	readonly owner?: string;
	/** Dotted, called, in backticks or shaped like a name: no word of a sentence. */
	readonly isCode: boolean;
	/** Capitalized within a sentence. */
	readonly isCapitalized: boolean;
}

const limits = { lines: 20_000, columns: 1000, mentions: 30 };

/**
 * The text of an issue by its lines, for evidence: `issue.body`, or the user's edit of it before it was sent. Line
 * numbers count its lines from 1, without the content of HTML comments.
 */
export class IssueText {
	readonly lines: readonly string[];
	/** See `termsOf`. */
	readonly terms: ReadonlySet<string>;
	private readonly named = new Map<string, Mention[]>();

	/** `title`: the issue's, if it is apart from the text. `form`: see `IssueBrief`. */
	constructor(text: string, title = '', form: readonly string[] = []) {
		const ofForm = new Set(form);
		const lines = withoutCommentText(text)
			.split(/\r\n|\n|\r/, limits.lines)
			.map((line): IssueLine => ({ text: line.slice(0, limits.columns), kind: 'prose' }));
		markTemplate(lines, line => ofForm.has(line.trim()));
		// The words of a form, and of a list of versions, are not the reporter's.
		this.lines = lines.map(({ text: line, kind }) => (kind === 'left' ? '' : line));
		this.terms = termsOf([title, ...this.lines].join('\n'));
		if (!text.includes(title)) {
			this.readLine(withScriptBorders(title), undefined);
		}
		for (const [at, line] of this.lines.entries()) {
			this.readLine(withScriptBorders(line), at + 1);
		}
	}

	/** The mentions of a name in the text. */
	mentions(name: string): readonly Mention[] {
		return this.named.get(name) ?? (isUnspaced(name) ? this.unspacedMentions(name) : []);
	}

	private unspacedMentions(name: string): Mention[] {
		const rows = this.lines.flatMap((line, at) => (line.includes(name) ? [at + 1] : []));
		return rows.slice(0, limits.mentions).map(line => ({ line, isCode: false, isCapitalized: false }));
	}

	/** The first line that contains the text, as whole words. */
	lineWith(text: string): number | undefined {
		const at = this.lines.findIndex(line => hasWord(line, text) || hasWord(withScriptBorders(line), text));
		return at < 0 ? undefined : at + 1;
	}

	private readLine(line: string, number: number | undefined): void {
		let nTicks = 0;
		let from = 0;
		for (const { name, index, isCalled, isDotted, isOpening } of namesIn(line)) {
			for (; from < index; from++) {
				nTicks += line[from] === '`' ? 1 : 0;
			}
			if (isInPath(line, index, name)) {
				continue;
			}
			const parts = name.split('.');
			for (const [at, part] of parts.entries()) {
				const owner = parts[at - 1];
				this.add(part, {
					...(number === undefined ? {} : { line: number }),
					...(owner === undefined ? {} : { owner }),
					isCode: isDotted || isCalled || nTicks % 2 === 1 || isIdentifierShaped(part),
					isCapitalized: !isOpening && /^\p{Lu}\p{Ll}/u.test(part),
				});
			}
		}
	}

	private add(name: string, mention: Mention): void {
		const known = this.named.get(name);
		if (known === undefined) {
			this.named.set(name, [mention]);
		} else if (known.length < limits.mentions) {
			known.push(mention);
		}
	}
}

/** The stems of the words of a text that carry meaning, and its names of several words as a whole. */
export function termsOf(text: string): Set<string> {
	const terms = new Set<string>();
	forEachWord(text, written => {
		const parts = wordParts(written);
		for (const part of parts) {
			const word = part.toLowerCase();
			if (word.length > 2 && !isStopWord(word)) {
				terms.add(stem(word));
			}
		}
		if (parts.length > 1) {
			terms.add(written);
		}
	});
	return terms;
}

/** A part of a path or the file of a frame names no code: `auth/__init__.py`, `views.py:12`. */
function isInPath(line: string, at: number, name: string): boolean {
	return (
		/[/\\]/.test(line[at - 1] ?? '') ||
		(name.includes('.') && /^:\d/.test(line.slice(at + name.length, at + name.length + 2)))
	);
}

/** HTML comments blanked out, so that the lines keep their numbers. */
function withoutCommentText(text: string): string {
	const kept: string[] = [];
	let at = 0;
	for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', at)) {
		const close = text.indexOf('-->', open);
		if (close < 0) {
			break;
		}
		kept.push(text.slice(at, open), text.slice(open, close).replaceAll(/[^\r\n]/g, ''));
		at = close + '-->'.length;
	}
	return kept.join('') + text.slice(at);
}
