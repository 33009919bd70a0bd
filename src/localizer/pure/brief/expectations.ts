import { isForeign, isUnspaced } from '../../../code/pure/index/words/scripts';
import { isStopWord } from '../../../code/pure/index/words/stopWords';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import { isEveryday, reportWords } from '../lexical/everydayWords';
import type { IssueLine } from './issueLines';
import type { SectionKind } from './templateSections';

const expectationLimit = 12;
const length = { least: 12, leastUnspaced: 5, most: 400 };

/**
 * Sentences of an issue that state the expected behavior, the most explicit ones first: text under a heading that asks
 * for it (`asked`), then "expected" and "should", then "instead of" and the like.
 */
export function expectations(
	title: string,
	lines: readonly IssueLine[],
	sections: readonly SectionKind[],
): Required<Pick<IssueBrief, 'expectations' | 'asked'>> {
	const answers = paragraphs(lines.filter((line, at) => sections[at] === 'expected' && line.kind === 'prose'));
	const others = paragraphs(lines.map((line, at) => (sections[at] === 'expected' ? { ...line, kind: 'left' } : line)));
	const sentences = others.flatMap(sentencesOf).filter(statesBehavior);
	const answered = answers.flatMap(sentencesOf).filter(isWhole).filter(statesBehavior);
	const asked = answered.filter(sentence => !story.test(sentence)).slice(0, askedLimit);
	const ranked = [
		...asked,
		...sentences.filter(sentence => outright.test(sentence) && !isNoExpectation(sentence)),
		...[title].filter(text => outright.test(text) || imperative.test(text)),
		...sentences.filter(sentence => indirect.test(sentence) && !isNoExpectation(sentence)),
	];
	return { expectations: [...new Set(ranked)].filter(isWhole).slice(0, expectationLimit), asked: [...new Set(asked)] };
}

const askedLimit = 4;

const outright = /\b(?:expect(?:ed|s|ing|ation)?|should(?:n't| not)?|must(?:n't| not)?|supposed to|ought to)\b/i;
const indirect =
	/\b(?:instead of|rather than|would be (?:nice|great|good|better|useful)|needs? to|has to|correct (?:result|output|behaviou?r) (?:is|would)|want(?:s|ed)? to|I(?:'d| would) like)\b/i;
/** Two numbers or more with dots: of a version. */
const version = /\bv?\d+\.\d+/;
/** `duration_ms: 9.2`, `location: '...'`: a runner's report, field by field. */
const field = /^\W{0,3}[a-z][\w-]{0,40}:(?: |$)/;

/** Not a list of versions, a duration or another field of a report: those have no everyday words. */
function statesBehavior(sentence: string): boolean {
	if (isForeign(sentence)) {
		return true;
	}
	const words = sentence.toLowerCase().match(/[a-z']+/g) ?? [];
	const nEveryday = words.filter(isStopWord).length;
	const isModal = outright.test(sentence.replace(field, ''));
	const isReport = version.test(sentence) || field.test(sentence);
	return words.length > 1 && nEveryday > 0 && (!isReport || isModal || nEveryday > 2);
}

/** What the reporter did and found. */
const story = /^(?:(?:hi|hello|hey|dear)\b|(?:\S+,? )?I (?:found|noticed|tried|ran|saw|got|think|believe)\b)/i;

/** A title that states a task. */
const imperative =
	/^(?:add|allow|avoid|change|enable|ensure|expose|handle|implement|improve|include|make|prevent|provide|remove|set|show|stop|support|use)\b/i;
/** Sentences about the report itself, or by somebody who does not know. */
const doubtful =
	/\bshould (?:I|we|be (?:easy|trivial|simple)|probably|have searched|fix)\b|\b(?:not sure|unsure|no idea|(?:don['’]t|do not) know|unclear)\b|\?$/i;

const obligation = /\b(?:must|ha(?:s|ve|d) to|need(?:s|ed)? to)\b/i;
const wish = /\b(?:should|expect|ought|supposed|instead|rather than)/i;
/** An obligation that the reporter complains of: what has to be done today, and by whom. */
const complaint =
	/\b(?:at present|at the moment|currently|right now|as of now|nowadays|(?:wrong|incorrect|mistaken|erroneous|unfortunate|needless)ly|unnecessarily|nuisance|annoying|cumbersome|inconvenient|tedious|workaround|(?:I|we|you|one|users?) (?:must|ha(?:ve|s|d) to|need(?:s|ed)? to))\b/i;

function isNoExpectation(sentence: string): boolean {
	const complains = obligation.test(sentence) && complaint.test(sentence) && !wish.test(sentence);
	const isStory = story.test(sentence) && !outright.test(sentence);
	return doubtful.test(sentence) || complains || isStory || !saysMore(sentence);
}

/** Whether a sentence says more than that something is to be done about it: in words that not every report has. */
function saysMore(sentence: string): boolean {
	const words = sentence.match(/[\p{L}\p{N}_.]+/gu) ?? [];
	const telling = words.filter(word => {
		const plain = word.toLowerCase();
		return plain.length > 1 && !isStopWord(plain) && !isEveryday(plain) && !reportWords.has(plain);
	});
	const isAboutIt = /^(?:this|that|it|these|they)\b/i.test(sentence);
	return telling.length > 1 || !isAboutIt || /\d|[`"“‘_]|\p{L}\(|\p{Ll}\p{Lu}/u.test(sentence);
}

/** Joins the lines of each paragraph of prose. */
function paragraphs(lines: readonly IssueLine[]): string[] {
	const found: string[] = [];
	let current: string[] = [];
	for (const { text, kind } of lines) {
		const plain = kind === 'prose' ? text.replace(/^\s*#+\s+|^[\s>*+-]+|^\s*\d+[.)]\s+/, '').trim() : '';
		if (plain === '' || /^\s*(?:[>*+-]|#+|\d+[.)])\s/.test(text)) {
			found.push(current.join(' '));
			current = [];
		}
		if (plain !== '') {
			current.push(plain);
		}
	}
	found.push(current.join(' '));
	return found.filter(text => text !== '');
}

function sentencesOf(paragraph: string): string[] {
	return paragraph.split(/(?<=[.!?][)"'`]?)\s+(?=[\p{Lu}`"'(])|(?<=[。！？])/u).map(sentence => sentence.trim());
}

function isWhole(sentence: string): boolean {
	const least = isUnspaced(sentence) ? length.leastUnspaced : length.least;
	return sentence.length >= least && sentence.length <= length.most && /\p{L}/u.test(sentence);
}
