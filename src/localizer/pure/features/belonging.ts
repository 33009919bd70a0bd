import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { forEachWord } from '../../../code/pure/index/words/words';
import type { MentionedName } from '../../../runs/pure/model/brief';
import { isIdentifierShaped } from '../brief/mentionedNames';
import { isEveryday } from '../lexical/everydayWords';
import type { FeatureGround } from '../ranking/featureGround';
import type { FeatureTable } from './featureTable';

/** Signals for and against an issue being about the code of this workspace at all, by name. Most are 0..1. */
export type BelongingSignals = Readonly<Record<string, number>>;

/** How much each signal counts, in units of log-odds, and the log-odds without any. */
export interface BelongingWeights {
	readonly intercept: number;
	readonly weights: BelongingSignals;
}

export interface BelongingContext {
	readonly index: SymbolIndex;
	/** The names under which other projects load the packages of this workspace. */
	readonly packages: readonly string[];
	/** Of the traces. */
	readonly nFrames: number;
	/** Of these in this workspace. */
	readonly nFramesHere: number;
}

/** A word that at most this share of the functions has is hardly in the code by chance. */
const rareShare = 0.01;
/** A name with at most this many definitions is hardly defined by chance. */
const rarelyDefined = 3;

/** `features` are those of the candidates among the functions; `sharpness` is the share of the first one in all of them. */
export function belongingSignals(
	ground: FeatureGround,
	features: FeatureTable,
	{ index, packages, sharpness, nFrames, nFramesHere }: BelongingContext & { readonly sharpness: number },
): BelongingSignals {
	const { brief, documents, queries, table, evidence } = ground;
	const names = [...new Set(brief.names.filter(isWritten).map(({ text }) => text.slice(text.lastIndexOf('.') + 1)))];
	const nDefined = names.map(name => index.named(name).length);
	const nUsed = (name: string) => {
		const term = table.wholeTermOf(name);
		return term === undefined ? 0 : documents.nDocumentsWith(term);
	};
	const unknown = names.filter((name, at) => nDefined[at] === 0 && nUsed(name) === 0);
	const best = (name: string) => Math.max(0, ...Array.from(features.column(name) ?? [], each => each || 0));
	const words = wordsOf(brief);
	const prose = [...queries.prose.keys()];
	const telling = prose.filter(term => !isEveryday(queries.written.get(term)?.toLowerCase() ?? ''));
	const isRare = (term: number) => {
		const n = documents.nDocumentsWith(term);
		return n > 0 && n <= rareShare * ground.model.nFunctions;
	};
	const found = (kind: string) => evidence.filter(each => each.kind === kind).length;
	return {
		'names: share known': names.length === 0 ? 0 : 1 - unknown.length / names.length,
		'names: known': Math.log2(1 + names.length - unknown.length),
		'names: unknown': Math.log2(1 + unknown.length),
		'names: defined': Math.log2(1 + nDefined.filter(n => n > 0).length),
		'names: rarely defined': Math.log2(1 + nDefined.filter(n => n > 0 && n <= rarelyDefined).length),
		'text: everything covered': best('text: everything covered'),
		'text: prose covered': best('text: prose covered'),
		'text: title covered': best('text: title covered'),
		'text: known words': share(prose, term => documents.nDocumentsWith(term) > 0),
		'text: telling words': Math.log2(1 + telling.length),
		'text: known telling words': share(telling, term => documents.nDocumentsWith(term) > 0),
		'text: rare telling words': Math.log2(1 + telling.filter(isRare).length),
		'name: part of title': best('name: part of title'),
		'name: words in sequence': best('name: words in sequence'),
		'package is named': namesOf(packages).some(name => words.has(name)) ? 1 : 0,
		'folder is named': mainFolders(ground.model).some(name => words.has(name)) ? 1 : 0,
		'frames: share here': nFrames === 0 ? 0 : nFramesHere / nFrames,
		'paths: found': Math.log2(1 + found('path')),
		'paths: not found': Math.log2(1 + Math.max(0, brief.paths.length - found('path'))),
		'texts: found': Math.log2(1 + found('string')),
		'first: share': Math.log2(Math.max(1e-4, sharpness)),
		'code: functions': Math.log2(1 + ground.model.nFunctions),
	};
}

/** The most if all frames of several are in other code: so is the bug, as far as anybody can tell. */
const mostElsewhere = 0.2;
/** A trace with this share of its frames in the workspace is one of the workspace. */
const leastHere = 0.25;

/** How likely the issue is about the code of this workspace, 0..1. A trace of it settles that. */
export function belonging(
	signals: BelongingSignals,
	{ intercept, weights }: BelongingWeights,
	{ nFrames, nFramesHere }: Pick<BelongingContext, 'nFrames' | 'nFramesHere'>,
): number {
	const odds = Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (signals[name] ?? 0), intercept);
	const isAbout = 1 / (1 + Math.exp(-odds));
	if (nFramesHere > 0 && nFramesHere >= leastHere * nFrames) {
		return 1;
	}
	return nFramesHere === 0 && nFrames > 1 ? Math.min(mostElsewhere, isAbout) : isAbout;
}

function isWritten({ text, form }: MentionedName): boolean {
	const name = text.slice(text.lastIndexOf('.') + 1);
	return name.length > 2 && (form === 'code' || isIdentifierShaped(name));
}

function share<T>(all: readonly T[], is: (each: T) => boolean): number {
	return all.length === 0 ? 0 : all.filter(is).length / all.length;
}

/** Each package by the last part of its name: `core` of `@scope/core`. */
function namesOf(packages: readonly string[]): string[] {
	return packages.map(name => name.slice(name.lastIndexOf('/') + 1).toLowerCase()).filter(name => name.length > 2);
}

function wordsOf({ title, prose, codeBlocks, tracebacks }: FeatureGround['brief']): ReadonlySet<string> {
	const words = new Set<string>();
	const paths = tracebacks.flatMap(({ frames }) => frames.map(({ file }) => file));
	for (const text of [title, prose, ...codeBlocks, ...paths]) {
		forEachWord(text, word => words.add(word.toLowerCase()));
	}
	return words;
}

const mostLevels = 4;

/** The folders that hold more than half of the functions, from the top. */
function mainFolders({ files, fileOf, nFunctions }: CodeModel): string[] {
	const counts = new Map<string, number>();
	for (const file of fileOf) {
		const parts = (files[file] ?? '').split('/').slice(0, -1);
		for (const [at] of parts.slice(0, mostLevels).entries()) {
			const folder = parts.slice(0, at + 1).join('/');
			counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
	}
	const main = [...counts].filter(([, count]) => 2 * count > nFunctions);
	return main
		.map(([folder]) => folder.slice(folder.lastIndexOf('/') + 1).toLowerCase())
		.filter(name => name.length > 2);
}
