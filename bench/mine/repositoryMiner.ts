import { type Parsing, parseLimitBytes } from '../../src/core/index/indexText';
import { isGenerated } from '../../src/core/index/words/wordCounter';
import { isThirdParty } from '../../src/core/rank/thirdParty';
import { type ChangedFile, type ChangedPath, changedFiles, changedPaths } from './changes';
import type { Commit } from './commits';
import { fixedPlaces } from './fixedPlaces';
import type { NearCopies } from './nearCopies';
import { type Pair, textHash } from './pair';
import { type FixedLines, nothingFixed, reportText, withoutMergeTitle } from './reportText';
import { rules } from './rules';
import { textKind } from './textKind';

const most = { files: 5, functions: 8 };
/** Of a generated file, the remark that says so is in the first lines. */
const remarkLength = 1500;

/** Why a fix is no pair. */
export type Reason =
	| 'not 1 to 5 source files'
	| 'another language'
	| 'generated'
	| 'only formatted'
	| 'not 1 to 8 functions'
	| 'no report left'
	| 'the same text or change'
	| 'near copy';

export interface MinedPair {
	readonly pair: Pair;
	readonly text: string;
	/** The functions of the fix, in the parent. */
	readonly functions: readonly string[];
}

export type Examined = MinedPair | { readonly reason: Reason };

interface Source {
	readonly commit: Commit;
	readonly paths: readonly ChangedPath[];
}

/** Whether a message says that something was fixed, and has what a reporter could have written. */
export function isCandidate({ message }: Commit): boolean {
	const [title = ''] = withoutMergeTitle(message.split('\n'));
	const isOther = rules.noFix.test(title) || (rules.newThing.test(title) && !rules.fix.test(title));
	return rules.fix.test(message) && !isOther && reportText(message, nothingFixed) !== undefined;
}

export interface MinerDeps {
	readonly gitDir: string;
	readonly repo: string;
	/** A key of `languages` in rules.json. */
	readonly language: string;
	readonly parsing: Parsing;
	/** Functions that no pair may have. */
	readonly known: readonly NearCopies[];
}

/** Makes pairs of the commits of one repository. */
export class RepositoryMiner {
	private readonly languages: readonly string[];
	private readonly seen = new Set<string>();

	constructor(private readonly deps: MinerDeps) {
		const ids = rules.languages[deps.language];
		if (ids === undefined) {
			throw new Error(`${deps.repo}: rules.json has no language ${deps.language}`);
		}
		this.languages = ids;
	}

	/** Examines some commits, in their order; what comes twice is a pair only the first time. */
	async examine(commits: readonly Commit[]): Promise<Examined[]> {
		const paths = changedPaths(this.deps.gitDir, commits);
		const sources = commits.map(commit => this.sourcesOf(commit, paths.get(commit.commit) ?? []));
		const usable = sources.filter((source): source is Source => !('reason' in source));
		const files = changedFiles(this.deps.gitDir, usable, parseLimitBytes);
		const examined: Examined[] = [];
		for (const source of sources) {
			examined.push('reason' in source ? source : await this.pairOf(source, files.get(source.commit.commit) ?? []));
		}
		return examined;
	}

	private sourcesOf(commit: Commit, paths: readonly ChangedPath[]): Source | { readonly reason: Reason } {
		const { languages } = this.deps.parsing;
		const code = paths.filter(
			({ path }) => languages.of(path) !== undefined && !languages.isTest(path) && !isForeign(path),
		);
		const there = code.filter(({ before, after }) => before !== undefined && after !== undefined);
		if (there.length === 0 || code.length > most.files) {
			return { reason: 'not 1 to 5 source files' };
		}
		const isOwn = code.every(({ path }) => this.languages.includes(languages.of(path)?.id ?? ''));
		return isOwn ? { commit, paths: there } : { reason: 'another language' };
	}

	private async pairOf({ commit }: Source, all: readonly ChangedFile[]): Promise<Examined> {
		const files = all.filter(({ before }) => !isMade(before));
		if (files.length === 0) {
			return { reason: 'generated' };
		}
		if (files.every(({ before, after }) => before.replace(/\s+/g, '') === after.replace(/\s+/g, ''))) {
			return { reason: 'only formatted' };
		}
		const places = await fixedPlaces(files, this.deps.parsing);
		if (places.functions.length === 0 || places.functions.length > most.functions) {
			return { reason: 'not 1 to 8 functions' };
		}
		const text = reportText(commit.message, fixedLines(files));
		if (text === undefined) {
			return { reason: 'no report left' };
		}
		if (this.wasSeen(textHash(text)) || this.wasSeen(textHash(changedText(files)))) {
			return { reason: 'the same text or change' };
		}
		if (places.texts.some(each => this.deps.known.some(copies => copies.has(each)))) {
			return { reason: 'near copy' };
		}
		return { pair: this.made(commit, text, places), text, functions: places.texts };
	}

	private made({ commit, parent }: Commit, text: string, places: Pick<Pair, 'files' | 'modules' | 'functions'>): Pair {
		const { repo, language, parsing } = this.deps;
		return {
			...{ repo, commit, parent, language, text: textHash(text) },
			...textKind(text, places, parsing.parser.languages),
			...{ files: places.files, modules: places.modules, functions: places.functions },
		};
	}

	private wasSeen(key: string): boolean {
		const was = this.seen.has(key);
		this.seen.add(key);
		return was;
	}
}

/** Code of others, examples and documentation. */
function isForeign(path: string): boolean {
	return isThirdParty(path) || /(?:^|\/)(?:site-packages|dist-packages)\//.test(path);
}

function isMade(text: string): boolean {
	return isGenerated(text) || rules.generated.test(text.slice(0, remarkLength));
}

function fixedLines(files: readonly ChangedFile[]): FixedLines {
	const added = files.flatMap(({ after, added: lines }) => linesAt(after, lines));
	const namesIn = (texts: readonly string[]) =>
		new Set(texts.flatMap(text => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
	const [now, before] = [namesIn(added), namesIn(files.map(file => file.before))];
	return { added: new Set(added.map(line => line.trim())), isNew: name => now.has(name) && !before.has(name) };
}

function changedText(files: readonly ChangedFile[]): string {
	return files
		.map(({ before, after, removed, added }) => [...linesAt(before, removed), '', ...linesAt(after, added)].join('\n'))
		.sort()
		.join('\n');
}

function linesAt(text: string, numbers: readonly number[]): string[] {
	const lines = text.split('\n');
	return numbers.map(line => lines[line - 1] ?? '');
}
