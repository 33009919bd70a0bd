import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { readCodeWords } from '../../../code/pure/calls/codeWords';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { isThirdParty } from '../../../code/pure/search/thirdParty';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { FileHistory } from '../../../history/pure/fileHistory';
import type { Workspace } from '../../../history/pure/workspace';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { ExecutedFunctionLine } from '../../../runs/pure/model/location';
import { folderOf, hasFolders } from '../../../system/pure/files';
import { compareText } from '../../../system/pure/text/compareText';
import { type CallLink, readCallLinks, scoresOfNeighbors } from '../../../testing/pure/traces/callLinks';
import { bridgeTerms } from '../bridge/bridgeTerms';
import type { FieldedDocuments } from '../lexical/bm25f';
import { reportWords } from '../lexical/everydayWords';
import { allTerms, type IssueQueries, issueQueries, withBridge } from '../lexical/issueQueries';
import { TermTable } from '../lexical/termTable';
import { CodeDocuments } from './codeDocuments';
import type { FeatureGround } from './featureGround';
import { type FoundEvidence, functionsFound } from './foundEvidence';
import { QuotedTexts, quotedTerms, textsQuotedIn } from './quotedTexts';
import { firstInOutput, functionsOfKind, putFirst, RanCode } from './ranCode';
import { bestFirst, RankFusion, type ScoredList } from './rankFusion';
import { evidenceLists, perFunction, wordLists } from './rankLists';
import { fileScores, type SuspiciousnessScores } from './suspiciousnessScores';
import { type NameInTests, testTraceability } from './testTraceability';

/** The data known before anything is searched. */
interface Foundation {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	readonly table: TermTable;
	readonly queries: IssueQueries;
	readonly quotes: QuotedTexts;
	readonly index: SymbolIndex;
	readonly functionDocuments: FieldedDocuments;
	readonly namesInTests: ReadonlyMap<string, NameInTests>;
	readonly fused: RankFusion;
	readonly fileLists: readonly ScoredList[];
	/** Paths begin with the name of one of several folders. */
	readonly isInFolders: boolean;
	/** Positions of files. */
	readonly thirdParty: ReadonlySet<number>;
}

/** The fusion of all that is known so far. */
interface Fused {
	/** Without proofs that code ran. */
	readonly base: SuspiciousnessScores;
	readonly scores: SuspiciousnessScores;
	/** The list of callers and callees of suspects, once calls were followed. */
	readonly calls: readonly ScoredList[];
}

/** A function that is used in so many others, for each definition of its name, is seldom at fault. */
const helper = { nUses: 20 };
/** Weight of third-party code relative to the project's own. */
const thirdPartyShare = 0.6;
/** Weight of a folder that has no frame of the traces, if another has one. */
const otherFolderShare = 0.3;
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
	/** The issue's quotes in the code. */
	readonly quotes: QuotedTexts;
	/** The definitions of the code. */
	readonly index: SymbolIndex;
	private found: readonly FoundEvidence[] = [];
	private links: readonly CallLink[] = [];
	private latest: Fused | undefined;
	private history: FileHistory | undefined;
	private readonly ran: RanCode;

	/** `all`: the same over the code, at the same positions, and the texts behind it. Absent if there are none. */
	private constructor(
		private readonly foundation: Foundation,
		readonly all?: Suspiciousness,
	) {
		this.brief = foundation.brief;
		this.model = foundation.model;
		this.quotes = foundation.quotes;
		this.index = foundation.index;
		this.ran = new RanCode(foundation.model);
	}

	/** Throws when the signal is aborted. */
	static async of(brief: IssueBrief, workspace: Workspace, signal?: AbortSignal): Promise<Suspiciousness> {
		const { model, texts, words: index, index: symbols } = await readCodeWords(workspace, signal);
		const table = new TermTable(new Set([...index.meaningless(), ...reportWords]));
		const asking = issueQueries(brief, table);
		const bridge = await bridgeTerms(brief, workspace.files, { table, query: asking.prose });
		const queries = withBridge(asking, bridge);
		const quoted = textsQuotedIn(brief);
		const asked = { table, terms: allTerms(queries), more: quotedTerms(quoted, table), signal };
		const documents = await CodeDocuments.of(model, index, asked);
		const functionDocuments = documents.functions();
		const fileDocuments = documents.files();
		const tests = await testTraceability(model, documents.files(model.tests), queries.everything, path =>
			readIfText(workspace.files, path),
		);
		signal?.throwIfAborted();
		const isInFolders = hasFolders(workspace.files);
		const areTests = new Set(model.tests);
		const isTest = (path: string) => areTests.has(path);
		const founded = (over: CodeModel, functions: FieldedDocuments, files: FieldedDocuments): Foundation => {
			const testScores = new Float64Array(over.files.length);
			testScores.set(tests.files);
			const fileLists = [...wordLists(queries, files), { name: 'tests', scores: testScores }];
			const fused = new RankFusion(over.nFunctions);
			fused.add([...wordLists(queries, functions), ...fileLists.map(list => perFunction(over, list))]);
			// Texts show output as an example: in these only quotations are looked for.
			const wanted = over === model ? quoted : quoted.filter(({ isPrinted }) => isPrinted !== true);
			const quotes = new QuotedTexts(wanted, table, {
				...{ words: index, counts: documents.counts, slotOf: term => documents.slotOf(term) },
				...{ files: workspace.files, paths: [...over.files, ...over.tests].sort(compareText), isTest },
			});
			const thirdParty = new Set(over.files.flatMap((path, at) => (isThirdParty(path) ? at : [])));
			const known = {
				brief,
				model: over,
				index: symbols,
				table,
				queries,
				quotes,
				functionDocuments: functions,
				thirdParty,
			};
			return { ...known, fused, fileLists, isInFolders, namesInTests: tests.names };
		};
		const code = founded(model, functionDocuments, fileDocuments);
		if (texts === undefined) {
			return new Suspiciousness(code);
		}
		const blocks = documents.for(texts.own);
		const all = founded(texts.all, blocks.functions(functionDocuments), blocks.files(texts.own.files, fileDocuments));
		return new Suspiciousness(code, new Suspiciousness(all));
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
		this.all?.addEvidence(evidence);
	}

	/** Adds features of the history, which no list of the fusion has. */
	addHistory(history: FileHistory): void {
		this.history = history;
		this.all?.addHistory(history);
	}

	/** Adds functions that a failing program called, by a line of each: of several lines the most suspicious counts. */
	addCalled(lines: readonly ExecutedFunctionLine[]): void {
		this.ran.addCalled(lines);
		this.latest = undefined;
		this.all?.addCalled(lines);
	}

	/** How a failing program called the function at a position; undefined if it did not. */
	calledAs(at: number): ExecutedFunctionLine | undefined {
		return this.ran.calledAs(at);
	}

	/** Reads the calls in the most suspicious files. Throws when the signal is aborted. */
	async followCalls(workspace: Workspace, signal?: AbortSignal): Promise<void> {
		const read = new Set<string>();
		// Callees of the code that was read are in the next files, up to the limit.
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
		this.all?.setLinks(this.links);
	}

	private setLinks(links: readonly CallLink[]): void {
		this.links = links;
		this.latest = undefined;
	}

	/** From everything that is known so far. */
	scores(): SuspiciousnessScores {
		return this.fused().scores;
	}

	/** All that the ranking rests on. The lists of words are made again, as they are not kept. */
	ground({ index, parser }: Pick<Workspace, 'index' | 'parser'>): FeatureGround {
		const { brief, model, links, foundation } = this;
		const { table, queries, functionDocuments, fileLists, namesInTests } = foundation;
		const found = evidenceLists(model, this.found);
		const { base, calls } = this.fused();
		const first = this.first();
		const initializers = new Map(parser.languages.map(({ id, receivers }) => [id, receivers?.initializer]));
		return {
			...{ brief, model, table, queries, documents: functionDocuments, links, namesInTests },
			...{ evidence: this.found, history: this.history },
			lists: {
				functions: [...wordLists(queries, functionDocuments), ...found.functions, ...calls],
				files: [...fileLists.map(list => ({ ...list, name: `${list.name} in the file` })), ...found.files],
			},
			scores: base,
			...{ framed: this.framed() },
			...{ first, proofs: this.ran.lists(first, this.found, links) },
			initializerIn: path => initializers.get(index.file(path)?.language ?? ''),
		};
	}

	/** The functions with frames of traces, nearest to the error first; those that everything calls are left out. */
	private framed(): readonly number[] {
		const { model, found } = this;
		return functionsOfKind(model, found, 'trace').filter(at => {
			const name = model.unit(at)?.name ?? '';
			return this.nFunctionsWith(name) < helper.nUses * Math.max(1, model.functionsNamed(name).length);
		});
	}

	private fused(): Fused {
		this.latest ??= this.fuse();
		return this.latest;
	}

	private fuse(): Fused {
		const { model, found, links } = this;
		const lists = evidenceLists(model, found);
		const fused = new RankFusion(model.nFunctions, this.foundation.fused);
		fused.add([...lists.functions, ...lists.files.map(list => perFunction(model, list))]);
		const calls = links.length === 0 ? [] : [{ name: 'calls', scores: this.neighborScores(fused.scores()) }];
		fused.add(calls);
		const functions = this.weighed(fused.scores());
		const base = this.withFiles(functions, lists.files);
		const first = this.first();
		const proofs = this.ran.lists(first, found, links);
		if (proofs.length === 0) {
			return { base, scores: base, calls };
		}
		const proven = new RankFusion(model.nFunctions);
		proven.add([...proofs, { name: 'all else', scores: functions }]);
		return { base, scores: this.withFiles(putFirst(first, proven.scores()), lists.files), calls };
	}

	/**
	 * The functions that come before everything else: by a trace of the calls; without one, in the output of a program, by
	 * its frames.
	 */
	private first(): readonly number[] {
		const { tracedFirst } = this.ran;
		if (tracedFirst.length > 0) {
			return tracedFirst;
		}
		return this.brief.isOutput === true ? firstInOutput(this.model, this.found) : [];
	}

	/** Less for third-party code, and for code that a frame of a trace only calls or is called by. */
	private weighed(scores: Float64Array): Float64Array {
		const { model, found, links } = this;
		const shareOf = this.shares();
		const weighed = scores.map((score, at) => score * (shareOf[model.fileOf[at] ?? 0] ?? 1));
		if (this.brief.isOutput === true) {
			return weighed;
		}
		const frames = new Set(functionsOfKind(model, found, 'trace'));
		return belowFrames(weighed, { frames, found: new Set(functionsFound(model, found)), links });
	}

	private withFiles(functions: Float64Array, found: readonly ScoredList[]): SuspiciousnessScores {
		const shareOf = this.shares();
		const files = fileScores(this.model, functions, [...this.foundation.fileLists, ...found]);
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

	private neighborScores(scores: Float64Array): Float64Array {
		const suspects = new Float64Array(scores.length);
		for (const at of bestFirst(scores, followed.nFunctions)) {
			suspects[at] = scores[at] ?? 0;
		}
		return scoresOfNeighbors(this.links, suspects);
	}
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
