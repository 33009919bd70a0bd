import { type Parsing, parseLimitBytes } from '../../src/code/pure/index/indexText';
import { isGenerated } from '../../src/code/pure/index/words/wordCounter';
import { isThirdParty } from '../../src/code/pure/search/thirdParty';
import type { Gold } from '../../src/research/pure/eval/gold';
import { goldOfChanges } from '../../src/research/pure/eval/goldOfPatch';
import { traitsOf } from '../../src/research/pure/eval/issueTraits';
import { type ChangedFile, type ChangedPath, changedFiles, changedPaths } from './changes';
import type { Commit } from './commits';
import { functionTexts } from './functionTexts';
import type { NearCopies } from './nearCopies';
import { type Pair, textHash } from './pair';
import { type FixedLines, nothingFixed, reportText, withoutMergeTitle } from './reportText';
import { rules } from './rules';

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
		const gold = sorted(await goldOfChanges(files, this.deps.parsing, isCode));
		if (gold.functions.length === 0 || gold.functions.length > most.functions) {
			return { reason: 'not 1 to 8 functions' };
		}
		const text = reportText(commit.message, fixedLines(files));
		if (text === undefined) {
			return { reason: 'no report left' };
		}
		if (this.wasSeen(textHash(text)) || this.wasSeen(textHash(changedText(files)))) {
			return { reason: 'the same text or change' };
		}
		const texts = await fixedTexts(gold, files, this.deps.parsing);
		if (texts.some(each => this.deps.known.some(copies => copies.has(each)))) {
			return { reason: 'near copy' };
		}
		return { pair: this.made(commit, text, gold), text, functions: texts };
	}

	private made({ commit, parent }: Commit, text: string, gold: Gold): Pair {
		const { repo, language, parsing } = this.deps;
		const { languages, parser } = parsing;
		const traits = traitsOf(text, { repository: repo, language, gold, languages, all: parser.languages });
		return {
			...{ repo, commit, parent, language, text: textHash(text) },
			...{ kind: kinds[traits.text], names_symbol: traits.fixed === 'named' },
			...{ files: gold.files, modules: gold.modules, functions: gold.functions },
		};
	}

	private wasSeen(key: string): boolean {
		const was = this.seen.has(key);
		this.seen.add(key);
		return was;
	}
}

const kinds = { 'stack trace': 'trace', 'names code': 'names', 'prose only': 'prose' } as const;

/** Blank lines and lines with nothing but a comment are none; a line of a directive or an attribute is code. */
function isCode(line: string): boolean {
	return (
		line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*+(?:\s|\/|$)|<!--|#(?![[\w])(?!\s*(?:if|el|en|de|in|un|pr)))/.test(line)
	);
}

function sorted(gold: Gold): Gold {
	const { files, modules, functions } = gold;
	return { ...gold, files: files.toSorted(), modules: modules.toSorted(), functions: functions.toSorted() };
}

/** The texts of the fixed functions, in the parent. */
async function fixedTexts(gold: Gold, files: readonly ChangedFile[], parsing: Parsing): Promise<string[]> {
	const found: string[] = [];
	for (const { path, before } of files) {
		const texts = await functionTexts(path, before, parsing);
		found.push(...gold.functions.flatMap(id => texts.get(id) ?? []));
	}
	return found;
}

/** Code of others, examples and documentation. */
function isForeign(path: string): boolean {
	return isThirdParty(path) || /(?:^|\/)(?:site-packages|dist-packages)\//.test(path);
}

function isMade(text: string): boolean {
	return isGenerated(text) || rules.generated.test(text.slice(0, remarkLength));
}

function fixedLines(files: readonly ChangedFile[]): FixedLines {
	const added = files.flatMap(file => file.added);
	const namesIn = (texts: readonly string[]) =>
		new Set(texts.flatMap(text => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
	const [now, before] = [namesIn(added), namesIn(files.map(file => file.before))];
	return { added: new Set(added.map(line => line.trim())), isNew: name => now.has(name) && !before.has(name) };
}

function changedText(files: readonly ChangedFile[]): string {
	return files
		.map(({ removed, added }) => [...removed, '', ...added].join('\n'))
		.sort()
		.join('\n');
}
