import type { IssueBrief } from '../model/brief';
import type { Workspace } from '../workspace';
import { isAside } from './asideFolders';
import { type CallLink, readCallLinks, scoresOfNeighbors } from './callLinks';
import { CodeModel } from './codeModel';
import { readCodeWords } from './codeWords';
import { allTerms, type IssueQueries, issueQueries } from './issueQueries';
import type { FieldedDocuments } from './lexical/fieldedDocuments';
import { bestFirst, RankFusion, type ScoredList, scaled } from './rankFusion';
import { sightingLists, wordLists } from './rankLists';
import { readIfText } from './readIfText';
import type { Sighting } from './sighting';
import { testBridge } from './testBridge';

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
 * tools' answers, what the tests lead to and who calls whom. The same workspace and sightings give the same numbers.
 */
export class Suspicion {
	readonly brief: IssueBrief;
	readonly model: CodeModel;
	readonly queries: IssueQueries;
	readonly functionDocuments: FieldedDocuments;
	readonly fileDocuments: FieldedDocuments;
	private sighted: readonly Sighting[] = [];
	private links: readonly CallLink[] = [];

	private constructor(private readonly foundation: Foundation) {
		this.brief = foundation.brief;
		this.model = foundation.model;
		this.queries = foundation.queries;
		this.functionDocuments = foundation.functionDocuments;
		this.fileDocuments = foundation.fileDocuments;
	}

	/** Reads all code of the workspace. Throws when the signal is aborted. */
	static async of(brief: IssueBrief, workspace: Workspace, signal?: AbortSignal): Promise<Suspicion> {
		const model = new CodeModel(await readCodeWords(workspace, signal));
		const queries = issueQueries(brief, model.words.terms);
		const terms = allTerms(queries);
		const functionDocuments = model.functionDocuments(terms);
		const fileDocuments = model.fileDocuments(terms);
		const words = wordLists(queries, functionDocuments, fileDocuments);
		const tests = await testBridge(model, queries.everything, path => readIfText(workspace.files, path));
		signal?.throwIfAborted();
		const fileLists = [...words.files, { name: 'tests', scores: tests }];
		const fused = new RankFusion(model.functions.length);
		fused.add([...words.functions, ...fileLists.map(list => perFunction(model, list))]);
		return new Suspicion({ brief, model, queries, functionDocuments, fileDocuments, fused, fileLists });
	}

	get sightings(): readonly Sighting[] {
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

	addSightings(sightings: readonly Sighting[]): void {
		this.sighted = [...this.sighted, ...sightings];
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
