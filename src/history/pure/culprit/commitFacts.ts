import type { Commit, CommitFile } from '../../../runs/pure/model/commit';
import { textTerms } from '../commitTerms';
import type { CommitFacts } from './culpritPrior';

/** What is known about a failure, for judging commits. */
export interface FailureClues {
	/** Lines that the failing test executes, by workspace path; undefined if they are not known. */
	readonly executed: ReadonlyMap<string, ReadonlySet<number>> | undefined;
	/** Workspace paths of the files in which the failure shows. */
	readonly frames: ReadonlySet<string>;
	/** The name of the test and its output, or the text of an issue. */
	readonly text: string;
	/** Whether a file is a test. */
	readonly isTest: (path: string) => boolean;
	/** Whether a file contains code; others below a folder with executed code, such as templates, count as code too. */
	readonly isCode: (path: string) => boolean;
}

/** Some commits, newest first. */
export interface JudgedCommits {
	readonly ids: readonly string[];
	readonly merges: ReadonlySet<string>;
	/** Those of them whose changes could be read, in the same order. */
	readonly changes: readonly Commit[];
	/** How many lines that the test executes each was the last to change, by id. */
	readonly executedLines: ReadonlyMap<string, number>;
}

/** The facts about some commits, in the order of their ids; the names of files are followed back in time. */
export function commitFacts(
	{ ids, merges, changes, executedLines: lines }: JudgedCommits,
	clues: FailureClues,
): readonly CommitFacts[] {
	const names = new NamesNow();
	const words = similarities(changes, clues);
	const known = new Map<string, CommitFacts>();
	for (const commit of changes.filter(each => each.isCut !== true)) {
		const isMerge = merges.has(commit.id) && commit.files.length === 0;
		const files = commit.files.map(file => ({ file, path: names.of(file) }));
		known.set(commit.id, {
			...factsOf(files, clues),
			isMerge,
			nExecutedLines: lines.get(commit.id) ?? 0,
			words: words.get(commit.id) ?? 0,
		});
	}
	return ids.map(id => known.get(id) ?? { ...unknown, isMerge: merges.has(id), nExecutedLines: lines.get(id) ?? 0 });
}

const unknown = {
	...{ changesCode: undefined, nExecutedFiles: undefined, nChangedLines: 0, isNearFailure: false, words: 0 },
} as const;

interface NamedFile {
	readonly file: CommitFile;
	/** Its name today. */
	readonly path: string;
}

function factsOf(
	files: readonly NamedFile[],
	{ executed, frames, isTest, isCode }: FailureClues,
): Omit<CommitFacts, 'isMerge' | 'nExecutedLines' | 'words'> {
	const beside = new Set([...(executed?.keys() ?? [])].filter(path => !isTest(path)).flatMap(topFolder));
	const isBeside = (path: string) => topFolder(path).some(each => beside.has(each));
	const code = files.filter(({ path }) => (isCode(path) || isBeside(path)) && !isTest(path));
	const run = executed === undefined ? code : code.filter(({ path }) => executed.has(path));
	const nChangedLines = run.flatMap(({ file }) => file.hunks).reduce((sum, { lines }) => sum + lines.length, 0);
	return {
		changesCode: code.length > 0,
		nExecutedFiles: executed === undefined ? undefined : run.length,
		nChangedLines,
		isNearFailure: code.some(({ path }) => frames.has(path)),
	};
}

/** None for a file that is in no folder. */
function topFolder(path: string): readonly string[] {
	const at = path.indexOf('/');
	return at === -1 ? [] : [path.slice(0, at)];
}

/** The names that files of earlier commits have today; commits come newest first. */
class NamesNow {
	private readonly renamed = new Map<string, string>();

	of({ path, oldPath, status }: CommitFile): string {
		const now = this.renamed.get(path) ?? path;
		if (oldPath !== undefined && status.startsWith('R')) {
			this.renamed.set(oldPath, now);
		}
		return now;
	}
}

/**
 * By commit 0 to 1: how many words its message and its changes share with a text, rare ones count more. Tests do not
 * count: the commit that added the failing one is seldom the culprit.
 */
function similarities(changes: readonly Commit[], { text, isTest }: FailureClues): ReadonlyMap<string, number> {
	const wanted = new Set(textTerms(text.slice(0, longestText)));
	const found = changes.map(({ id, message, files }) => {
		const others = files.filter(({ path }) => !isTest(path));
		const changed = others.flatMap(({ hunks }) => hunks.flatMap(({ head, lines }) => [head, ...lines]));
		const body = changed.join('\n').slice(0, longestChange);
		const terms = new Set(textTerms(`${message}\n${others.map(({ path }) => path).join('\n')}\n${body}`));
		return { id, terms: [...terms].filter(term => wanted.has(term)) };
	});
	const counts = new Map<string, number>();
	for (const term of found.flatMap(({ terms }) => terms)) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const rarity = (term: string) => Math.log((1 + changes.length) / (counts.get(term) ?? 1));
	const scores = found.map(({ id, terms }) => [id, terms.reduce((sum, term) => sum + rarity(term), 0)] as const);
	const most = Math.max(...scores.map(([, score]) => score), 1);
	return new Map(scores.map(([id, score]) => [id, score / most]));
}

const longestText = 20_000;
const longestChange = 20_000;
