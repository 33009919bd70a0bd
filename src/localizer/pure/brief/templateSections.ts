import { isUnspaced } from '../../../code/pure/index/words/scripts';
import headings from './headings.json';
import type { IssueLine } from './issueLines';

/** The kind of section a heading announces. */
export type SectionKind = 'environment' | 'expected' | 'other';

/**
 * Marks as left out: headings that come from an issue template, lines of the project's own form, empty answers, and the
 * content of sections about versions and machines. Returns the kind of section of each line; a heading that asks for the
 * expected behavior is not itself part of it.
 */
export function markTemplate(lines: readonly IssueLine[], isOfForm: LineTest = () => false): SectionKind[] {
	let section: Section = outsideSections;
	let isFenced = false;
	const isForm = lines.some(({ text }) => noResponse.test(text));
	return lines.map(line => {
		isFenced = fence.test(line.text) ? !isFenced : isFenced;
		const heading = isFenced ? undefined : readHeading(line.text);
		const isOwn = !isFenced && isOfForm(line.text);
		section = heading === undefined ? continued(section, line, isFenced) : sectionUnder(heading, isOwn);
		const isQuestion = isForm && /^### /.test(line.text);
		const isTemplate = isOwn || (heading !== undefined && (isQuestion || isFromTemplate(heading.text)));
		if (isTemplate || section.kind === 'environment' || emptyAnswer.test(line.text) || checkbox.test(line.text)) {
			line.kind = 'left';
		}
		return heading !== undefined && section.kind === 'expected' ? 'other' : section.kind;
	});
}

/** Whether a line of an issue belongs to the project's own form. */
export type LineTest = (text: string) => boolean;

const fence = /^\s*(?:```|~~~)/;
const emptyAnswer = /^\s*(?:_No response_|n\/a|none|\(last modified by [^()]{1,80}\))\.?\s*$/i;
/** GitHub's forms have it below the questions that were left open; each question is a heading of the third level. */
const noResponse = /^_No response_$/;
const checkbox = /^\s*[-*] \[[ xX]\]/;

interface Section {
	readonly kind: SectionKind;
	/** A section under a heading that is only a line of text ends with its paragraph. */
	readonly isParagraph: boolean;
	readonly isBegun: boolean;
}

const outsideSections: Section = { kind: 'other', isParagraph: false, isBegun: false };

interface Heading {
	readonly text: string;
	readonly isMarked: boolean;
}

const plainForeign = /^[【[]?([\p{L} '’-]{2,40})(?:[\]】]|[:：])$/u;
const headingEnd = /(?<![\s#:])[\s#:]+$/;

/** `### Expected behavior`, `**Expected behavior**`; `Expected behavior:` only as the whole line. */
function readHeading(text: string): Heading | undefined {
	const marked = /^\s*#{1,6}\s+([\s\S]*)/.exec(text) ?? /^\s*(?:\*\*|__)([^*_]+)(?:\*\*|__):?\s*$/.exec(text);
	const [, plain = ''] = /^([A-Z][A-Za-z /]{2,40}):?$/.exec(text) ?? plainForeign.exec(text) ?? [];
	if (marked?.[1] !== undefined) {
		return { text: marked[1].replace(headingEnd, '').replaceAll(/[*_:]/g, '').trim(), isMarked: true };
	}
	return isFromTemplate(plain) ? { text: plain, isMarked: false } : undefined;
}

function sectionUnder({ text, isMarked }: Heading, isOwn: boolean): Section {
	const isTemplate = isOwn || isFromTemplate(text);
	const foreign = kindOfForeign(text);
	if (foreign !== undefined) {
		return { kind: foreign, isParagraph: !isMarked, isBegun: false };
	}
	const isExpected = /\bexpect/i.test(text) || (isTemplate && /\bshould\b/i.test(text));
	const kind = isExpected ? 'expected' : isTemplate && environment.test(text) ? 'environment' : 'other';
	return { kind, isParagraph: !isMarked, isBegun: false };
}

function continued(section: Section, { text }: IssueLine, isFenced: boolean): Section {
	if (section.isParagraph && section.isBegun && text === '' && !isFenced) {
		return outsideSections;
	}
	return section.isBegun || text === '' ? section : { ...section, isBegun: true };
}

const environment =
	/\bversions?\b|environment|operating system|\binstall(?:ation|ed)?\b|\bsystem\b|\bplatform\b|\bsetup\b|dependenc/i;

/** Whether it consists only of words that templates use. */
function isFromTemplate(heading: string): boolean {
	const words = heading.toLowerCase().match(/[a-z']+/g) ?? [];
	const nForeign = words.filter(word => !templateWords.has(word)).length;
	if (kindOfForeign(heading) !== undefined) {
		return true;
	}
	return words.length > 0 && words.length <= 10 && (nForeign === 0 || (nForeign === 1 && environment.test(heading)));
}

/** The kind of a heading that templates have in another language than English: it begins or ends with a known part. */
function kindOfForeign(heading: string): SectionKind | undefined {
	const text = heading.toLowerCase();
	const most = isUnspaced(text) ? besides.unspaced : besides.spaced;
	const lastWord = text.lastIndexOf(' ');
	const isAbout = (part: string) => text.startsWith(part) || text.includes(part, lastWord + 1);
	return kinds.find(kind => headings[kind].flat().some(part => text.length <= part.length + most && isAbout(part)));
}

const kinds = ['expected', 'environment', 'other'] as const;
/** So many characters a heading has besides. */
const besides = { unspaced: 5, spaced: 24 };

const templateWords: ReadonlySet<string> = new Set(
	[
		'a about actual actually additional alternatives an and any are as be behavior behaviour behaviors bug bugs by can checklist',
		'clear code command comments concise configuration considered context current currently dependencies describe did',
		'description details do does enable environment error example expect expectation expected feature fix for full got happen',
		'happened happening happens how i if info information install instead installation installed interpreter is issue it log',
		'logs me message messages minimal minimum my name need notes observed of operating or os other output outcome',
		'platform possible pre problem proposal proposed question related relevant report reporter reproduce',
		'reproducer reproducible reproducing reproduction request result results running sample screenshot screenshots see setup should snippet',
		'software solution solutions stack stacktrace step steps suggestion summary system test tested that the this to',
		'trace traceback use used verbose version versions want was we went what when which why workaround workflow would wrong',
		"you you'd you've your backend browser compiler device executed executable kernel target toolchain runtime package packages",
	].flatMap(words => words.split(' ')),
);
