import type { IssueBrief } from '../model/brief';
import type { Workspace } from '../workspace';
import { type CallLink, readCallLinks, scoresOfNeighbors } from './callLinks';
import { CodeModel } from './codeModel';
import { readCodeWords } from './codeWords';
import { type FoundEvidence, type SightingKind, sightingScores } from './foundEvidence';
import type { FieldedDocuments, Query } from './lexical/bm25f';
import type { TermTable } from './lexical/termTable';
import { forEachWord } from './lexical/words';
import { bestFirst, RankFusion, type ScoredList, scaled } from './rankFusion';
import { readIfText } from './readIfText';
import { testTraceability } from './testTraceability';

/** What every opinion known so far makes of the code. */
export interface SuspicionScores {
	/** By position of the function, 0..1: 1 were first in every list. */
	readonly functions: Float64Array;
	/** By position of the file, 0..1: 1 were first in every list, and its function too. */
	readonly files: Float64Array;
}

/** What is known of the code before anything was searched. */
interface Foundation {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	readonly queries: IssueQueries;
	readonly functionDocuments: FieldedDocuments;
	readonly fileDocuments: FieldedDocuments;
	readonly fused: RankFusion;
	readonly fileLists: readonly ScoredList[];
}

/** Code that comes with a project counts this much of the project's own. */
const asideShare = 0.6;
/** A file's most suspicious function counts as much as half of all lists of files. */
const functionShare = 0.5;
/** Calls are followed from this many functions, in at most so many files. */
const followed = { nFunctions: 30, nFiles: 15 };

/**
 * How suspicious each function and file is of an issue: rank fusion over what the words say, what was sighted in the
 * tools' answers, what the tests lead to and who calls whom. The same workspace and evidence give the same numbers.
 */
export class Suspiciousness {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	readonly queries: IssueQueries;
	readonly functionDocuments: FieldedDocuments;
	readonly fileDocuments: FieldedDocuments;
	private sighted: readonly FoundEvidence[] = [];
	private links: readonly CallLink[] = [];

	private constructor(private readonly foundation: Foundation) {
		this.brief = foundation.brief;
		this.model = foundation.model;
		this.queries = foundation.queries;
		this.functionDocuments = foundation.functionDocuments;
		this.fileDocuments = foundation.fileDocuments;
	}

	/** Reads all code of the workspace. Throws when the signal is aborted. */
	static async of(brief: IssueBrief, workspace: Workspace, signal?: AbortSignal): Promise<Suspiciousness> {
		const model = new CodeModel(await readCodeWords(workspace, signal));
		const queries = issueQueries(brief, model.words.terms);
		const terms = allTerms(queries);
		const functionDocuments = model.functionDocuments(terms);
		const fileDocuments = model.fileDocuments(terms);
		const words = wordLists(queries, functionDocuments, fileDocuments);
		const tests = await testTraceability(model, queries.everything, path => readIfText(workspace.files, path));
		signal?.throwIfAborted();
		const fileLists = [...words.files, { name: 'tests', scores: tests }];
		const fused = new RankFusion(model.functions.length);
		fused.add([...words.functions, ...fileLists.map(list => perFunction(model, list))]);
		return new Suspiciousness({ brief, model, queries, functionDocuments, fileDocuments, fused, fileLists });
	}

	get evidence(): readonly FoundEvidence[] {
		return this.sighted;
	}

	get callLinks(): readonly CallLink[] {
		return this.links;
	}

	/** Whether tests that share words with the issue lead to the file at a position. */
	isTested(file: number): boolean {
		const tests = this.foundation.fileLists.find(({ name }) => name === 'tests');
		return (tests?.scores[file] ?? 0) > 0;
	}

	addEvidence(evidence: readonly FoundEvidence[]): void {
		this.sighted = [...this.sighted, ...evidence];
	}

	/** Reads who calls whom in the most suspicious files. Throws when the signal is aborted. */
	async followCalls(workspace: Workspace, signal?: AbortSignal): Promise<void> {
		const best = bestFirst(this.scores().functions).slice(0, 2 * followed.nFunctions);
		const paths = [...new Set(best.map(at => this.model.functions[at]?.file ?? ''))].slice(0, followed.nFiles);
		this.links = await readCallLinks(workspace, this.model, paths, signal);
	}

	scores(): SuspicionScores {
		const { model, foundation } = this;
		const lists = sightingLists(model, this.sighted);
		const fused = new RankFusion(model.functions.length, foundation.fused);
		fused.add([...lists.functions, ...lists.files.map(list => perFunction(model, list))]);
		if (this.links.length > 0) {
			fused.add([{ name: 'calls', scores: this.neighborScores(fused.scores()) }]);
		}
		const functions = fused.scores().map((score, at) => score * ownShare(model.functions[at]?.file));
		return { functions, files: fileScores(model, functions, [...foundation.fileLists, ...lists.files]) };
	}

	private neighborScores(scores: Float64Array): Float64Array {
		const suspects = new Float64Array(scores.length);
		for (const at of bestFirst(scores).slice(0, followed.nFunctions)) {
			suspects[at] = scores[at] ?? 0;
		}
		return scoresOfNeighbors(this.links, suspects);
	}
}

function ownShare(path: string | undefined): number {
	return path !== undefined && isAside(path) ? asideShare : 1;
}

/** What is said of a file, said of each of its functions. */
function perFunction(model: CodeModel, { name, scores }: ScoredList): ScoredList {
	return { name, scores: Float64Array.from(model.fileOf, file => scores[file] ?? 0) };
}

/** The lists of files, scaled and added up, and each file's most suspicious function. */
function fileScores(model: CodeModel, functions: Float64Array, lists: readonly ScoredList[]): Float64Array {
	const best = new Float64Array(model.files.length);
	for (const [at, score] of functions.entries()) {
		const file = model.fileOf[at] ?? 0;
		best[file] = Math.max(best[file] ?? 0, score);
	}
	const telling = lists.filter(({ scores }) => scores.some(score => score > 0));
	const sums = scaled(best).map(score => score * functionShare * Math.max(1, telling.length));
	for (const { scores } of telling) {
		for (const [file, score] of scaled(scores).entries()) {
			sums[file] = (sums[file] ?? 0) + score;
		}
	}
	const most = (1 + functionShare) * Math.max(1, telling.length);
	return sums.map((score, file) => (score / most) * ownShare(model.files[file]));
}

/** Folders of code that comes with a project but is not the project: other people's, examples, documentation, tools. */
const thirdPartyFolders: ReadonlySet<string> = new Set(
	[
		'vendor vendored _vendor third_party thirdparty third-party 3rdparty extern external externals node_modules',
		'example examples sample samples demo demos tutorial tutorials gallery galleries doc docs documentation',
		'benchmark benchmarks asv_bench scripts',
	].flatMap(names => names.split(' ')),
);

/** Whether a file stands aside: a bug of the project is less likely there. Versioned and minified copies do, too. */
function isAside(path: string): boolean {
	const folders = path.toLowerCase().split('/');
	const name = folders.pop() ?? '';
	return (
		folders.some(folder => thirdPartyFolders.has(folder)) || /[-.](?:\d+\.\d+(?:\.\d+)*|min|bundle)\.\w+$/.test(name)
	);
}

/** Opinions on functions, and on files. */
interface RankLists {
	readonly functions: readonly ScoredList[];
	readonly files: readonly ScoredList[];
}

/** What the words of the issue say, before anything was searched. */
function wordLists(queries: IssueQueries, functions: FieldedDocuments, files: FieldedDocuments): RankLists {
	const lists = (documents: FieldedDocuments): ScoredList[] => [
		{ name: 'words', scores: documents.score(queries.everything) },
		{ name: 'title', scores: documents.score(queries.title) },
		{ name: 'prose', scores: documents.score(queries.prose) },
		{ name: 'code', scores: documents.score(queries.code) },
		{ name: 'names used', scores: documents.score(queries.names) },
		{ name: 'title covered', scores: documents.coverage(queries.title) },
	];
	return { functions: lists(functions), files: lists(files) };
}

const kinds: readonly SightingKind[] = ['trace', 'name', 'base', 'use', 'path', 'string'];
/** Kinds that say something of every method when a class is sighted. */
const kindsOfClasses: readonly SightingKind[] = ['name', 'base'];

/** What the answers of the tools say, a list for each kind of reason. */
function sightingLists(model: CodeModel, evidence: readonly FoundEvidence[]): RankLists {
	const functions: ScoredList[] = [];
	const files: ScoredList[] = [];
	for (const kind of kinds) {
		const scores = sightingScores(
			model,
			evidence.filter(sighting => sighting.kind === kind),
		);
		functions.push({ name: kind, scores: scores.functions });
		if (kindsOfClasses.includes(kind)) {
			functions.push({ name: `${kind} of the class`, scores: scores.members });
		}
		files.push({ name: `${kind} in the file`, scores: scores.files });
	}
	return { functions, files };
}

/** What an issue asks for, as weighted terms, by the part of it that says so. */
interface IssueQueries {
	/** All of it; what the title says counts a little more. */
	readonly everything: Query;
	readonly title: Query;
	/** The title and what is said in sentences. */
	readonly prose: Query;
	readonly code: Query;
	/** Whole names of code only, those said outright before those that are merely used. */
	readonly names: Query;
	/** The first word of the issue that stands for a term. */
	readonly written: ReadonlyMap<number, string>;
}

/** Further occurrences of a word count less, and none after the fourth. */
const frequencyLimit = 4;
const titleBonus = 0.5;

export function issueQueries(brief: IssueBrief, terms: TermTable): IssueQueries {
	const trace = brief.tracebacks.flatMap(({ error, frames }) => [
		error ?? '',
		...frames.map(each => each.function ?? ''),
	]);
	const code = brief.codeBlocks.join('\n');
	const title = query(terms, [brief.title]);
	const everything = new Map(query(terms, [brief.title, brief.prose, code, ...trace]));
	for (const term of title.keys()) {
		everything.set(term, (everything.get(term) ?? 0) + titleBonus);
	}
	return {
		everything,
		title,
		prose: query(terms, [brief.title, brief.prose]),
		code: query(terms, [code]),
		names: nameQuery(brief, terms),
		written: writtenWords([brief.title, brief.prose, code, ...trace], terms),
	};
}

/** Every term of any of the queries, once. */
function allTerms(queries: IssueQueries): number[] {
	return [...new Set([...queries.everything.keys(), ...queries.names.keys()])];
}

function query(terms: TermTable, texts: readonly string[]): Query {
	const counts = new Map<number, number>();
	for (const text of texts) {
		forEachWord(text, word => {
			for (const term of terms.termsOf(word)) {
				counts.set(term, (counts.get(term) ?? 0) + 1);
			}
		});
	}
	return new Map([...counts].map(([term, count]) => [term, Math.sqrt(Math.min(count, frequencyLimit))]));
}

function writtenWords(texts: readonly string[], terms: TermTable): Map<number, string> {
	const written = new Map<number, string>();
	for (const text of texts) {
		forEachWord(text, word => {
			for (const term of terms.termsOf(word)) {
				written.set(term, written.get(term) ?? word);
			}
		});
	}
	return written;
}

function nameQuery({ names }: IssueBrief, terms: TermTable): Query {
	const weights = new Map<number, number>();
	for (const name of names) {
		const said = name.inTitle ? 2 : name.inProse ? 1.5 : 1;
		const weight = said * Math.sqrt(Math.min(name.count, frequencyLimit));
		for (const part of name.text.split('.')) {
			const term = part.length < 3 ? undefined : terms.wholeTermOf(part);
			if (term !== undefined) {
				weights.set(term, Math.max(weights.get(term) ?? 0, weight));
			}
		}
	}
	return weights;
}
