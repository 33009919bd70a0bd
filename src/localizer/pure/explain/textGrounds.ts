import { isStopWord } from '../../../code/pure/index/words/stopWords';
import { wordParts } from '../../../code/pure/index/words/words';
import { isEveryday, reportWords } from '../lexical/everydayWords';
import { textsQuotedIn } from '../ranking/quotedTexts';
import { rarity } from './nameGrounds';
import { codeLines, type Ground, type IssueGround, type Subject, symbolName } from './subject';

const limits = {
	strings: 40,
	words: 60,
	leastWords: 3,
	leastPrinted: 4,
	leastMeaning: 2,
	common: 2000,
	rare: 20,
	rareShare: 0.02,
};

/** The texts that the issue quotes or shows as output, and a line of the location contains, several words of them in sequence. */
export function quotedGrounds(subject: Subject, { brief, text }: IssueGround): Ground[] {
	const rows = codeLines(subject).filter(row => /\p{L} \p{L}/u.test(row.text));
	const found = new Map<string, Ground>();
	const texts = textsQuotedIn(brief);
	const quotes = texts.filter(({ isPrinted }) => isPrinted !== true).slice(0, limits.strings);
	const printed = texts.filter(({ isPrinted }) => isPrinted === true).slice(0, limits.strings);
	for (const { text: quoted, isPrinted = false } of [...quotes, ...printed]) {
		const best = longestShared(quoted, rows, isPrinted ? limits.leastPrinted : limits.leastWords);
		const issueLine = best === undefined ? undefined : text.lineWith(best.text);
		if (best !== undefined && issueLine !== undefined && !found.has(best.text)) {
			found.set(best.text, {
				evidence: {
					kind: 'string',
					text: `Contains “${best.text}”, ${isPrinted ? 'as a line of the issue does' : 'which the issue quotes'}.`,
					issueLine,
					codeLine: { file: subject.place.file, line: best.line },
				},
				lines: [best.line],
				weight: 10 + best.text.length,
			});
		}
	}
	return [...found.values()].sort((a, b) => b.weight - a.weight);
}

type Row = ReturnType<typeof codeLines>[number];

interface SharedText {
	readonly text: string;
	readonly line: number;
}

/** The longest run of whole words of a text that a row contains. */
function longestShared(quoted: string, rows: readonly Row[], leastWords: number): SharedText | undefined {
	const words = [...quoted.matchAll(/[^\s"'`“”{}<>[\]%]+/g)].slice(0, limits.words);
	let best: SharedText | undefined;
	for (const { number, text } of rows) {
		for (let from = 0; from < words.length; from++) {
			const nWords = runLength(quoted, words.slice(from), text);
			const last = words[from + nWords - 1];
			const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
			const piece = nWords === 0 ? '' : quoted.slice(words[from]?.index ?? 0, end);
			if (piece.length > (best?.text.length ?? 0) && nWords >= leastWords && isTelling(piece)) {
				best = { text: piece, line: number };
			}
			from += Math.max(0, nWords - 1);
		}
	}
	return best;
}

/** How many words, from the first on, a row contains as they are written. */
function runLength(quoted: string, words: readonly RegExpExecArray[], row: string): number {
	const start = words[0]?.index ?? 0;
	const missing = words.findIndex(({ 0: word, index }) => !row.includes(quoted.slice(start, index + word.length)));
	return missing < 0 ? words.length : missing;
}

function isTelling(piece: string): boolean {
	const nMeaning = (piece.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter(word => !isStopWord(word)).length;
	return nMeaning >= limits.leastMeaning;
}

/**
 * Two words in a row, or one that few functions have, that both a line of the location and a sentence of the issue
 * contain: also as parts of a name. The rarest first.
 */
export function phraseGrounds(subject: Subject, issue: IssueGround): (Ground & { readonly key: string })[] {
	const phrases = phrasesOf(issue);
	const found = new Map<string, { readonly lines: number[]; readonly first: Phrase; readonly weight: number }>();
	for (const { number, text } of codeLines(subject)) {
		for (const { key, words } of pairsAndWords(text)) {
			const first = phrases.get(key);
			const weight = first === undefined ? 0 : weightOf(words, issue);
			const known = found.get(key);
			if (known !== undefined) {
				known.lines.push(number);
			} else if (first !== undefined && weight > 0) {
				found.set(key, { lines: [number], first, weight });
			}
		}
	}
	return [...found]
		.sort(([, a], [, b]) => b.weight - a.weight)
		.map(([key, { lines, first, weight }]) => ({
			key,
			evidence: {
				kind: 'words' as const,
				text: `Contains “${first.text}”, as the issue does.`,
				issueLine: first.line,
				codeLine: { file: subject.place.file, line: lines[0] ?? subject.place.startLine },
			},
			lines: [...new Set(lines)],
			weight,
		}));
}

/** That a word or two of the issue are the name of the function or of its class, as a sentence writes it. */
export function wordNameGrounds(subject: Subject, issue: IssueGround): (Ground & { readonly isOwner: boolean })[] {
	const phrases = phrasesOf(issue);
	const symbol = symbolName(subject);
	const kind = symbol?.isClass === true ? 'class' : 'function';
	const named = [
		{ name: symbol?.name, text: `name of this ${kind}`, isOwner: false },
		{ name: symbol?.owner, text: 'name of its class', isOwner: true },
	];
	return named.flatMap(({ name = '', text, isOwner }) => {
		const words = wordParts(name).map(part => part.toLowerCase());
		const isMeant = words.length > 1 || !words.every(isEveryday);
		const phrase = isMeant ? phrases.get(words.join(' ')) : undefined;
		const line = subject.symbols[0]?.nameLine ?? subject.place.startLine;
		return phrase === undefined
			? []
			: [
					{
						evidence: {
							kind: 'words' as const,
							text: `“${phrase.text}” in the issue is the ${text}, ${name}.`,
							issueLine: phrase.line,
							codeLine: { file: subject.place.file, line },
						},
						lines: [],
						weight: 1,
						isOwner,
					},
				];
	});
}

interface Phrase {
	/** As the issue writes it, in small letters. */
	readonly text: string;
	readonly line: number;
}

function phrasesOf({ text }: IssueGround): ReadonlyMap<string, Phrase> {
	const phrases = new Map<string, Phrase>();
	for (const [at, line] of text.lines.entries()) {
		for (const { key } of pairsAndWords(line)) {
			if (!phrases.has(key)) {
				phrases.set(key, { text: key, line: at + 1 });
			}
		}
	}
	return phrases;
}

interface WordRun {
	/** The words with a blank between them. */
	readonly key: string;
	readonly words: readonly string[];
}

/** Each word of a line that carries meaning, and each two of them with only a blank or a joint of a name in between. */
function pairsAndWords(line: string): WordRun[] {
	const runs: WordRun[] = [];
	let before: string | undefined;
	let end = 0;
	for (const { 0: written, index } of line.matchAll(/[\p{L}\p{N}_$]+/gu)) {
		before = /^[ -]$/.test(line.slice(end, index)) ? before : undefined;
		end = index + written.length;
		const parts = wordParts(written);
		for (const [nth, part] of parts.entries()) {
			const word = part.toLowerCase();
			// A piece of a longer name is no phrase.
			before = parts.length > 2 && nth > 0 ? undefined : before;
			const isMeaning = word.length >= 3 && /\p{L}/u.test(word) && !isStopWord(word) && !reportWords.has(word);
			runs.push(...(isMeaning ? runsEnding(word, before) : []));
			before = isMeaning ? word : undefined;
		}
	}
	return runs;
}

function runsEnding(word: string, before: string | undefined): WordRun[] {
	const pair = before === undefined || before === word ? [] : [{ key: `${before} ${word}`, words: [before, word] }];
	return [{ key: word, words: [word] }, ...pair];
}

/** 0 for words too common to be a reason. */
function weightOf(words: readonly string[], { nFunctionsWith, nFunctions }: IssueGround): number {
	if (words.every(isEveryday)) {
		return 0;
	}
	const counts = words.map(nFunctionsWith);
	const rare = Math.max(1, Math.min(limits.rare, limits.rareShare * nFunctions));
	const isCommon = words.length === 1 ? (counts[0] ?? 0) > rare : Math.min(...counts) > limits.common;
	return isCommon ? 0 : counts.reduce((sum, count) => sum + rarity(count), 0);
}
