import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { plainSpelling } from '../../../code/pure/index/tables/plainSpelling';
import { unspacedRuns } from '../../../code/pure/index/words/scripts';
import { isStopWord } from '../../../code/pure/index/words/stopWords';
import type { IssueBrief, MentionedName } from '../../../runs/pure/model/brief';
import { type CodeSymbol, containerName, isCallable, isClassLike } from '../../../runs/pure/model/symbol';
import { compareText } from '../../../system/pure/text/compareText';
import { isIdentifierShaped } from '../brief/mentionedNames';

/** A name in an issue that the code defines, and how best to search for it. */
export interface WantedName {
	readonly name: string;
	/** Plain name of the class that contains it, as stated or inferred. */
	readonly owner?: string;
	readonly isClass: boolean;
	/** How likely the issue means this name. */
	readonly weight: number;
	readonly nDefinitions: number;
}

/** A name with more definitions than this is ignored. */
const definitionLimit = 40;
/** An everyday word with more definitions than this is hardly meant as a name. */
const wordLimit = 2;
/** Bonus for a known owner. */
const ownerBonus = 2;

/** The names an issue mentions that the non-test code defines, the most certain first. */
export function wantedNames(brief: IssueBrief, index: SymbolIndex): WantedName[] {
	const unknown = brief.names.filter(name => mayBeMisspelled(name, index));
	const spellings = spellingsOf(new Set(unknown.map(({ text }) => plainSpelling(lastPart(text)))), index);
	const respelled = (name: MentionedName) => respell(name, spellings, index);
	const mentioned = [
		...brief.names.map(respelled).flatMap(name => readName(name, index)),
		...unspacedNames(brief, index).flatMap(name => readName(name, index)),
		...titleWords(brief).flatMap(name => readName(name, index).filter(({ nDefinitions }) => nDefinitions <= wordLimit)),
	];
	const wanted = new Map<string, WantedName>();
	for (const name of [...mentioned, ...membersMentioned(mentioned, index)]) {
		const key = `${name.owner ?? ''}.${name.name}`;
		const known = wanted.get(key);
		if (known === undefined || known.weight < name.weight) {
			wanted.set(key, name);
		}
	}
	const owned = new Set([...wanted.values()].flatMap(({ name, owner }) => (owner === undefined ? [] : name)));
	const meant = [...wanted.values()].filter(({ name, owner }) => owner !== undefined || !owned.has(name));
	return meant.sort((a, b) => certainty(b) - certainty(a) || compareText(a.name, b.name));
}

/** Leaves out the error classes that the workspace does not define: these are raised for many reasons, everywhere. */
export function withoutForeignErrors(brief: IssueBrief, index: SymbolIndex): IssueBrief {
	const isForeign = ({ text }: MentionedName) => errorClass.test(text) && index.named(lastPart(text)).length === 0;
	return { ...brief, names: brief.names.filter(name => !isForeign(name)) };
}

const errorClass = /\p{Ll}(?:Error|Exception|Warning)$/u;

/** The certainty of a name: lower if it has many definitions. */
function certainty({ weight, nDefinitions }: WantedName): number {
	return weight / Math.sqrt(nDefinitions);
}

/** Words of the title may be names without looking like one. */
function titleWords({ title, names }: IssueBrief): MentionedName[] {
	const known = new Set(names.map(({ text }) => text));
	const words = title.match(/[\p{L}_][\p{L}\p{N}_]{3,}/gu) ?? [];
	return [...new Set(words)]
		.filter(word => !known.has(word) && !isStopWord(word.toLowerCase()))
		.map(text => ({ text, form: 'shape', count: 1, inTitle: false, inProse: true, isCalled: false }));
}

/** The longest defined names in a text that has no spaces around them. */
function unspacedNames({ title, prose }: IssueBrief, index: SymbolIndex): MentionedName[] {
	const found = new Map<string, MentionedName>();
	for (const { 0: run } of `${title}\n${prose}`.slice(0, unspaced.text).matchAll(unspacedRuns)) {
		for (let at = 0; at < run.length; at++) {
			const most = Math.min(unspaced.name, run.length - at);
			const lengths = Array.from({ length: most - 1 }, (_, less) => most - less);
			const length = lengths.find(each => definitionsOf(run.slice(at, at + each), index).length > 0) ?? 1;
			const text = run.slice(at, at + length);
			if (length > 1) {
				const inTitle = title.includes(text);
				found.set(text, { text, form: 'shape', count: 1, inTitle, inProse: true, isCalled: false });
			}
			at += length - 1;
		}
	}
	return [...found.values()];
}

/** The longest text that is searched, and the longest name, in characters. */
const unspaced = { text: 4000, name: 16 };

function readName(mentioned: MentionedName, index: SymbolIndex): WantedName[] {
	const parts = mentioned.text.split('.');
	const name = parts.at(-1) ?? '';
	const definitions = definitionsOf(name, index);
	if (definitions.length === 0) {
		// An attribute: only the class before it is known.
		return parts.length < 2 ? [] : readName({ ...mentioned, text: parts.slice(0, -1).join('.') }, index);
	}
	const owner = parts.at(-2);
	const owned = owner === undefined ? [] : definitions.filter(symbol => isIn(symbol, owner));
	const meant = owned.length > 0 ? owned : definitions;
	const isClass = meant.some(isClassLike);
	const inClass = owned.some(symbol => containerName(symbol) === owner);
	return meant.length > definitionLimit
		? []
		: [
				{
					name,
					...(inClass && owner !== undefined ? { owner } : {}),
					isClass,
					weight: weightOf(mentioned) + (owned.length > 0 ? ownerBonus : 0),
					nDefinitions: meant.length,
				},
			];
}

/** The names the code defines that have some spellings without underscores and capitals, by these. */
function spellingsOf(wanted: ReadonlySet<string>, index: SymbolIndex): Map<string, string[]> {
	const spellings = new Map<string, string[]>();
	for (const name of wanted.size === 0 ? [] : index.namesSpelled(wanted)) {
		const plain = plainSpelling(name);
		spellings.set(plain, [...(spellings.get(plain) ?? []), name]);
	}
	return spellings;
}

function lastPart(name: string): string {
	return name.split('.').at(-1) ?? '';
}

/** Replaces a name without a definition by the only defined name that differs just in underscores and capitals. */
function respell(
	name: MentionedName,
	spellings: ReadonlyMap<string, readonly string[]>,
	index: SymbolIndex,
): MentionedName {
	const parts = name.text.split('.');
	const others = mayBeMisspelled(name, index) ? (spellings.get(plainSpelling(lastPart(name.text))) ?? []) : [];
	const [meant, ...more] = others.filter(other => definitionsOf(other, index).length > 0);
	return meant === undefined || more.length > 0 ? name : { ...name, text: [...parts.slice(0, -1), meant].join('.') };
}

function mayBeMisspelled({ text, form }: MentionedName, index: SymbolIndex): boolean {
	const last = lastPart(text);
	const isWritten = form === 'code' || isIdentifierShaped(last);
	return last.length >= 4 && isWritten && definitionsOf(last, index).length === 0;
}

function weightOf({ inTitle, inProse, form }: MentionedName): number {
	return (inTitle ? 3 : inProse ? 2 : 1) * (form === 'code' ? 1 : 0.8);
}

/** Methods mentioned apart from their class, if the class is mentioned as well. */
function membersMentioned(mentioned: readonly WantedName[], index: SymbolIndex): WantedName[] {
	const classes = mentioned.filter(({ isClass, nDefinitions }) => isClass && nDefinitions <= 3);
	const methods = mentioned.filter(({ isClass, owner }) => !isClass && owner === undefined);
	return classes.flatMap(({ name: owner, weight }) =>
		methods.flatMap(method => {
			const nDefinitions = index.methods(owner, method.name).filter(symbol => !isInTest(symbol, index)).length;
			return nDefinitions === 0
				? []
				: [{ name: method.name, owner, isClass: false, weight: weight + method.weight, nDefinitions }];
		}),
	);
}

function definitionsOf(name: string, index: SymbolIndex): CodeSymbol[] {
	return index
		.named(name)
		.filter(
			symbol => (isCallable(symbol) || isClassLike(symbol)) && symbol.kind !== 'module' && !isInTest(symbol, index),
		);
}

function isInTest({ file }: CodeSymbol, index: SymbolIndex): boolean {
	return index.file(file)?.isTest === true;
}

/** Whether the container or the module of a definition has this name. */
function isIn(symbol: CodeSymbol, owner: string): boolean {
	const modules = symbol.file
		.replace(/\.\w+$/, '')
		.split('/')
		.slice(-2);
	return containerName(symbol) === owner || modules.includes(owner);
}
