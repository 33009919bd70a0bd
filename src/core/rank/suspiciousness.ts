import type { IssueBrief } from '../model/brief';
import type { ExecutedFunctionLine } from '../model/location';
import { folderOf, hasFolders } from '../ports';
import { compareText } from '../util/compareText';
import type { Workspace } from '../workspace';
import { type CallLink, readCallLinks, scoresOfNeighbors } from './callLinks';
import { CodeDocuments } from './codeDocuments';
import type { CodeModel } from './codeModel';
import { readCodeWords } from './codeWords';
import { type FoundEvidence, functionsFound, type SightingKind } from './foundEvidence';
import type { FieldedDocuments } from './lexical/bm25f';
import { allTerms, type IssueQueries, issueQueries } from './lexical/issueQueries';
import { TermTable } from './lexical/termTable';
import { QuotedTexts, quotedTerms, textsQuotedIn } from './quotedTexts';
import { bestFirst, type Contribution, contributionsOf, RankFusion, type ScoredList, scaled } from './rankFusion';
import { evidenceLists, perFunction, type RankLists, wordLists } from './rankLists';
import { reachedCode } from './reachedCode';
import { readIfText } from './readIfText';
import { testTraceability } from './testTraceability';
import { isThirdParty } from './thirdParty';

/** The scores of the code, from all rankings so far. */
export interface SuspiciousnessScores {
	/** By position of the function, 0..1: 1 means first in every list. */
	readonly functions: Float64Array;
	/** By position of the file, 0..1: 1 means first in every list, as is its function. */
	readonly files: Float64Array;
}

/** The data known before anything is searched. */
interface Foundation {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	readonly table: TermTable;
	readonly queries: IssueQueries;
	readonly quotes: QuotedTexts;
	readonly functionDocuments: FieldedDocuments;
	readonly fused: RankFusion;
	readonly fileLists: readonly ScoredList[];
	/** Paths begin with the name of one of several folders. */
	readonly isInFolders: boolean;
	/** Positions of files. */
	readonly thirdParty: ReadonlySet<number>;
}

/** Weight of third-party code relative to the project's own. */
const thirdPartyShare = 0.6;
/** Weight of a folder that has no frame of the traces, where another has one. */
const otherFolderShare = 0.3;
/** The weight of a file's most suspicious function: half that of all lists of files. */
const functionShare = 0.5;
/** What ran before a frame is exact where words only suggest. Measured by `faultline eval`. */
const weights = { near: 2, spectrum: 2 };
/** The score of a function that was called, where others have a measured one. */
const notMeasured = 1e-6;
/** Calls are followed from this many functions, in at most this many files. */
const followed = { nFunctions: 30, nFiles: 15, nRounds: 3 };

/**
 * The suspiciousness of each function and file for an issue: rank fusion over the words of the issue, the evidence in
 * the tools' answers, the files that tests lead to, and the calls. The same workspace and evidence give the same
 * numbers.
 */
export class Suspiciousness {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	/** What the issue quotes, in the code. */
	readonly quotes: QuotedTexts;
	private found: readonly FoundEvidence[] = [];
	private links: readonly CallLink[] = [];
	private latest: SuspiciousnessScores | undefined;
	/** The functions that a failing program called, by their positions. */
	private readonly called = new Map<number, ExecutedFunctionLine>();

	private constructor(private readonly foundation: Foundation) {
		this.brief = foundation.brief;
		this.model = foundation.model;
		this.quotes = foundation.quotes;
	}

	/** Throws when the signal is aborted. */
	static async of(brief: IssueBrief, workspace: Workspace, signal?: AbortSignal): Promise<Suspiciousness> {
		const { model, words: index } = await readCodeWords(workspace, signal);
		const table = new TermTable(index.stopWords);
		const queries = issueQueries(brief, table);
		const quoted = textsQuotedIn(brief);
		const asked = { table, terms: allTerms(queries), more: quotedTerms(quoted, table), signal };
		const documents = await CodeDocuments.of(model, index, asked);
		const functionDocuments = documents.functions();
		const fileDocuments = documents.files();
		const tests = await testTraceability(model, documents.files(model.tests), queries.everything, path =>
			readIfText(workspace.files, path),
		);
		signal?.throwIfAborted();
		const fileLists = [...wordLists(queries, fileDocuments), { name: 'tests', scores: tests }];
		const fused = new RankFusion(model.nFunctions);
		fused.add([...wordLists(queries, functionDocuments), ...fileLists.map(list => perFunction(model, list))]);
		const isInFolders = hasFolders(workspace.files);
		const quotes = new QuotedTexts(quoted, table, {
			...{ words: index, counts: documents.counts, slotOf: term => documents.slotOf(term) },
			...{ files: workspace.files, paths: [...model.files, ...model.tests].sort(compareText) },
		});
		const thirdParty = new Set(model.files.flatMap((path, at) => (isThirdParty(path) ? at : [])));
		const known = { brief, model, table, queries, quotes, functionDocuments, thirdParty };
		return new Suspiciousness({ ...known, fused, fileLists, isInFolders });
	}

	get evidence(): readonly FoundEvidence[] {
		return this.found;
	}

	get callLinks(): readonly CallLink[] {
		return this.links;
	}

	/** The number of functions whose names or text contain a word; only of words of the issue. */
	nFunctionsWith(word: string): number {
		const { table, functionDocuments } = this.foundation;
		const term = table.wholeTermOf(word);
		return term === undefined ? 0 : functionDocuments.nDocumentsWith(term);
	}

	/** Whether tests that share words with the issue lead to the file at a position. */
	isTested(file: number): boolean {
		const tests = this.foundation.fileLists.find(({ name }) => name === 'tests');
		return (tests?.scores[file] ?? 0) > 0;
	}

	addEvidence(evidence: readonly FoundEvidence[]): void {
		this.found = [...this.found, ...evidence];
		this.latest = undefined;
	}

	/** Adds functions that a failing program called, by a line of each: of several lines the most suspicious counts. */
	addCalled(lines: readonly ExecutedFunctionLine[]): void {
		for (const each of lines) {
			const at = this.model.functionAt(each.file, each.line);
			const known = this.called.get(at);
			if (at >= 0 && (known === undefined || (known.score ?? 0) < (each.score ?? 0))) {
				this.called.set(at, each);
			}
		}
		this.latest = undefined;
	}

	/** How a failing program called the function at a position; undefined where it did not. */
	calledAs(at: number): ExecutedFunctionLine | undefined {
		return this.called.get(at);
	}

	/** Reads the calls in the most suspicious files. Throws when the signal is aborted. */
	async followCalls(workspace: Workspace, signal?: AbortSignal): Promise<void> {
		const read = new Set<string>();
		// What is called by what was read is in the next files, up to the limit.
		for (let nRounds = this.brief.isOutput === true ? followed.nRounds : 1; nRounds > 0; nRounds--) {
			const best = bestFirst(this.scores().functions, 2 * followed.nFunctions);
			const files = new Set(best.map(at => this.model.pathOf(at)));
			const paths = [...files]
				.filter(path => !read.has(path))
				.slice(0, Math.ceil((followed.nFiles - read.size) / nRounds));
			this.links = [...this.links, ...(await readCallLinks(workspace, this.model, paths, signal))];
			this.latest = undefined;
			for (const path of paths) {
				read.add(path);
			}
		}
	}

	/** From everything that is known so far. */
	scores(): SuspiciousnessScores {
		this.latest ??= this.fuse();
		return this.latest;
	}

	/**
	 * What each list adds to the scores of some functions, before third-party code and frames are weighed. The lists of words
	 * are made again, as they are not kept.
	 */
	contributions(positions: readonly number[]): Contribution[][] {
		const { queries, functionDocuments, fileLists } = this.foundation;
		const { added } = this.fuseFound(evidenceLists(this.model, this.found));
		const ofFiles = fileLists.map(list => ({ ...perFunction(this.model, list), name: `${list.name} in the file` }));
		return contributionsOf([...wordLists(queries, functionDocuments), ...ofFiles, ...added], positions);
	}

	/** Adds the lists by evidence and by calls to those that are known before. */
	private fuseFound({ functions, files }: RankLists): { readonly fused: RankFusion; readonly added: ScoredList[] } {
		const { model, foundation } = this;
		const fused = new RankFusion(model.nFunctions, foundation.fused);
		const added = [...functions, ...files.map(list => perFunction(model, list))];
		fused.add(added);
		if (this.links.length > 0) {
			const calls = { name: 'calls', scores: this.neighborScores(fused.scores()) };
			fused.add([calls]);
			added.push(calls);
		}
		return { fused, added };
	}

	private fuse(): SuspiciousnessScores {
		const { model, foundation } = this;
		const lists = evidenceLists(model, this.found);
		const { fused } = this.fuseFound(lists);
		const shareOf = this.shares();
		const weighed = fused.scores().map((score, at) => score * (shareOf[model.fileOf[at] ?? 0] ?? 1));
		const functions = this.calledFirst(this.framesFirst(weighed));
		const files = fileScores(model, functions, [...foundation.fileLists, ...lists.files]);
		return { functions, files: files.map((score, at) => score * (shareOf[at] ?? 1)) };
	}

	/** Weights of files: less for third-party code, and for folders of the workspace without the frames that others have. */
	private shares(): Float64Array {
		const found = this.found.filter(({ kind }) => kind === 'trace' || kind === 'test');
		const framed = new Set(found.flatMap(({ places }) => places.map(({ file }) => folderOf(file))));
		const { isInFolders, thirdParty } = this.foundation;
		const isFramed = (path: string) => !isInFolders || framed.size === 0 || framed.has(folderOf(path));
		return Float64Array.from(
			this.model.files,
			(path, at) => (thirdParty.has(at) ? thirdPartyShare : 1) * (isFramed(path) ? 1 : otherFolderShare),
		);
	}

	/**
	 * In the output of a program, the frames of its traces come before everything else, and then what a failing test calls.
	 * Elsewhere, what is only called by a frame or calls it is less suspicious than that frame.
	 */
	private framesFirst(scores: Float64Array): Float64Array {
		const ofKind = (kind: SightingKind) => this.found.filter(each => each.kind === kind);
		const frames = functionsFound(this.model, ofKind('trace'));
		if (this.brief.isOutput === true) {
			const called = functionsFound(this.model, ofKind('test'));
			const writers = functionsFound(this.model, ofKind('state'));
			const first = [...new Set([...frames.slice(0, nFirst.frames), ...writers.slice(0, nFirst.writers), ...called])];
			return putFirst(first, this.nearFirst(first, scores));
		}
		const found = new Set(functionsFound(this.model, this.found));
		return belowFrames(scores, { frames: new Set(frames), found, links: this.links });
	}

	/** Scores of which most is how near a function is to the first ones. */
	private nearFirst(first: readonly number[], scores: Float64Array): Float64Array {
		const lines = new Map<number, number>();
		for (const { kind, codeLine } of this.found) {
			const at = kind === 'trace' && codeLine !== undefined ? this.model.functionAt(codeLine.file, codeLine.line) : -1;
			if (at >= 0 && codeLine !== undefined) {
				lines.set(at, Math.max(lines.get(at) ?? 0, codeLine.line));
			}
		}
		const starts = first.map((at, rank) => {
			const untilLine = lines.get(at);
			return [at, { weight: 1 / (rank + 1), ...(untilLine !== undefined && { untilLine }) }] as const;
		});
		const near = reachedCode(this.links, new Map(starts), scores.length);
		const fused = new RankFusion(scores.length);
		fused.add([
			{ name: 'near', scores: near, weight: weights.near },
			{ name: 'all else', scores },
		]);
		return fused.scores();
	}

	/**
	 * What a failing program called, together with everything else: the fewer functions it called, the more it says, and where
	 * tests were measured, those that passing tests execute say less. The weight was measured on issues of Django and SymPy
	 * without tests.
	 */
	private calledFirst(scores: Float64Array): Float64Array {
		if (this.called.size === 0) {
			return scores;
		}
		const isMeasured = [...this.called.values()].some(({ score }) => score !== undefined);
		const ofCalled = (at: number) => (this.called.has(at) ? (this.called.get(at)?.score ?? notMeasured) : 0);
		const fused = new RankFusion(scores.length);
		fused.add([
			{ name: 'called', scores: scores.map((_, at) => ofCalled(at)), weight: isMeasured ? weights.spectrum : 1 },
			{ name: 'all else', scores },
		]);
		return fused.scores();
	}

	private neighborScores(scores: Float64Array): Float64Array {
		const suspects = new Float64Array(scores.length);
		for (const at of bestFirst(scores, followed.nFunctions)) {
			suspects[at] = scores[at] ?? 0;
		}
		return scoresOfNeighbors(this.links, suspects);
	}
}

/** So many of each kind come first. */
const nFirst = { frames: 3, writers: 2 };
/** Scores of what is put first, and the best score of all else: where they begin, the list may end. */
const shares = { first: 1, following: 0.7, others: 0.6 };

/** Scores in which some positions are the first ones, in their order, whatever their score was. */
function putFirst(first: readonly number[], scores: Float64Array): Float64Array {
	if (first.length === 0) {
		return scores;
	}
	const raised = new Map(
		first.map((at, rank) => [at, shares.following + (shares.first - shares.following) / (rank + 1)]),
	);
	const others = scores.map((score, at) => (raised.has(at) ? 0 : score));
	return scaled(others).map((score, at) => raised.get(at) ?? score * shares.others);
}

/** The least below the frame that it calls or is called by. */
const justBelow = 0.999;

function belowFrames(
	scores: Float64Array,
	known: {
		readonly frames: ReadonlySet<number>;
		/** Positions with evidence of their own. */
		readonly found: ReadonlySet<number>;
		readonly links: readonly CallLink[];
	},
): Float64Array {
	const lowered = scores.slice();
	for (const { caller, callee } of known.links) {
		for (const [frame, other] of [
			[caller, callee],
			[callee, caller],
		] as const) {
			if (known.frames.has(frame) && !known.found.has(other)) {
				lowered[other] = Math.min(lowered[other] ?? 0, (scores[frame] ?? 0) * justBelow);
			}
		}
	}
	return lowered;
}

/** Adds up the scaled lists of files and each file's most suspicious function. */
function fileScores(model: CodeModel, functions: Float64Array, lists: readonly ScoredList[]): Float64Array {
	const best = new Float64Array(model.files.length);
	for (let at = 0; at < functions.length; at++) {
		const file = model.fileOf[at] ?? 0;
		best[file] = Math.max(best[file] ?? 0, functions[at] ?? 0);
	}
	const filled = lists.filter(({ scores }) => scores.some(score => score > 0));
	const sums = scaled(best).map(score => score * functionShare * Math.max(1, filled.length));
	for (const { scores } of filled) {
		for (const [file, score] of scaled(scores).entries()) {
			sums[file] = (sums[file] ?? 0) + score;
		}
	}
	const most = (1 + functionShare) * Math.max(1, filled.length);
	return sums.map(score => score / most);
}
