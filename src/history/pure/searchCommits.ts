import { joinedBlocks } from '../../code/pure/search/answerBlocks';
import type { SearchFocus, SearchScope } from '../../code/pure/search/scope/searchScopes';
import { regexQuery } from '../../code/pure/search/text/regexQuery';
import type { TextPattern } from '../../code/pure/search/text/textScan';
import type { ToolAnswer } from '../../runs/pure/model/toolAnswer';
import { counted } from '../../system/pure/text/counted';
import { commitQuery, namedCommits } from './commitQuery';
import { byHash, commitScopes, everything, isAnyPath, isInScope } from './commitScopes';
import { textTerms } from './commitTerms';
import { commitBlock, subjectOf } from './commitText';
import type { Deadline, History } from './history';
import type { CommitIndex, IndexedCommit } from './index/commitIndex';
import { patternCommits } from './patternCommits';
import { rankCommits } from './rankCommits';
import { deadlineNote, missingNotes, nothingFound, stateNotes } from './searchNotes';
import type { HunkChoice, LineRelevance } from './shownHunks';
import { type HistoryContext, withHistory } from './withHistory';

export interface CommitRequest {
	/** Words, or a pattern in RE2's syntax. */
	readonly query: string;
	readonly isPattern: boolean;
	/** A file, a folder or a glob; '' for any. */
	readonly path: string;
	/** Only commits that are older than this one; '' for all. */
	readonly before: string;
}

/** The number of commits shown. */
const shownCommits = 5;
/** The time of a whole search, and the share of it left for showing the results. */
const [usualMs, showingShare] = [60_000, 1 / 6];
/** A commit of a narrow scope is a hit only if it has so much of the query; anywhere, the best ones are. */
const leastCoverage = 0.5;
const mostExamined = 5000;
const mostLinks = 3;

/**
 * Finds the commits most related to some words, or that match a pattern, and shows their changes. After `limitMs`,
 * returns the results found by then.
 */
export async function searchCommits(
	context: HistoryContext,
	request: CommitRequest,
	focus?: SearchFocus,
	limitMs = usualMs,
): Promise<ToolAnswer> {
	return withHistory(context, async history => {
		const [finding, showing] = [history.deadline(limitMs * (1 - showingShare)), history.deadline(limitMs)];
		const index = await history.index(context.signal);
		const ignored = await history.ignoredCommits(context.signal);
		const search = new CommitSearch(context, { history, index, ignored, finding, showing, limitMs });
		const answer = await search.answer(request, focus);
		return index.isComplete ? answer : { ...answer, isUnfinished: true };
	});
}

/** A commit that is shown, and the scope in which it was found. */
interface Hit extends IndexedCommit {
	readonly scope: SearchScope;
}

interface CommitSearchDeps {
	readonly history: History;
	readonly index: CommitIndex;
	/** Come last. */
	readonly ignored: ReadonlySet<string>;
	readonly limitMs: number;
	readonly finding: Deadline;
	readonly showing: Deadline;
}

interface WordSearch {
	readonly scopes: readonly SearchScope[];
	readonly before: IndexedCommit | undefined;
	readonly first: readonly Hit[];
}

class CommitSearch {
	private readonly index: CommitIndex;

	constructor(
		private readonly context: HistoryContext,
		private readonly deps: CommitSearchDeps,
	) {
		this.index = deps.index;
	}

	async answer(request: CommitRequest, focus: SearchFocus | undefined): Promise<ToolAnswer> {
		const { index, context } = this;
		const notes = stateNotes(index.state);
		const [before, ...others] = request.before === '' ? [] : index.find(request.before);
		if (request.before !== '' && (before === undefined || others.length > 0)) {
			const how = before === undefined ? 'No' : 'More than one';
			return failed([...notes, `${how} commit begins with ${request.before}.`]);
		}
		const scopes = await commitScopes(context, request.path, focus);
		const isAsked = isAnyPath(request.path) ? undefined : scopes[0]?.has;
		const named = namedCommits(index, request.query);
		const first = named.commits.filter(olderThan(index, before)).map(commit => ({ ...commit, scope: byHash }));
		if (first.length > 0 && named.rest === '') {
			return this.shown(first, [byHash], notes, { relevanceOf: () => 0, isAsked });
		}
		if (request.isPattern) {
			const query = await regexQuery(request.query);
			if ('problem' in query) {
				notes.push(`${query.problem} It was searched as words.`);
			} else {
				const { hits, pattern, isLimited } = await this.byPattern(query.patterns, scopes, before);
				if (isLimited) {
					notes.push(this.limitNote());
				}
				if (hits.length > 0) {
					notes.push(...(pattern.note === '' ? [] : [pattern.note]));
					return this.shown(hits, scopes, notes, { relevanceOf: line => (matches(pattern, line) ? 1 : 0), isAsked });
				}
				notes.push('The pattern matches no commit. It was searched as words.');
			}
		}
		const words = first.length > 0 ? named.rest : request.query;
		const hits = this.byWords(words, { scopes, before, first });
		if (hits.length === 0) {
			const { nIndexed, nCommits, isCounted } = index.state;
			const isWaiting = nIndexed === 0 && (nCommits > 0 || !isCounted);
			return failed(isWaiting ? notes : [...notes, nothingFound(index.state)]);
		}
		notes.push(...missingNotes(index, words, hits));
		return this.shown(hits, [byHash, ...scopes], notes, { relevanceOf: relevanceOf(words), isAsked });
	}

	private limitNote(): string {
		const { finding, limitMs } = this.deps;
		return finding.leftMs() === 0
			? deadlineNote(limitMs)
			: 'Changes of older commits were not read: name a file or a folder, or a more telling pattern.';
	}

	/** After some commits that are hits already. */
	private byWords(query: string, { scopes, before, first }: WordSearch): Hit[] {
		const ranked = rankCommits(this.index, commitQuery(query), {
			before,
			nBest: scopes.length > 1 ? mostExamined : 100,
		});
		const hits: Hit[] = [...first];
		for (const { scope, isIgnored } of this.passes(scopes)) {
			for (const commit of ranked) {
				const isHit = scope === everything || commit.coverage >= leastCoverage;
				const isWanted = hits.length < shownCommits && isHit && this.isIgnored(commit) === isIgnored;
				if (isWanted && isNewTo(hits, commit) && isInScope(scope, this.index, commit)) {
					hits.push({ at: commit.at, commit: commit.commit, scope });
				}
			}
		}
		return hits;
	}

	/** The scopes, and once more for the commits that come last. */
	private passes(scopes: readonly SearchScope[]) {
		const passes = this.deps.ignored.size === 0 ? [false] : [false, true];
		return passes.flatMap(isIgnored => scopes.map(scope => ({ scope, isIgnored })));
	}

	private isIgnored(commit: IndexedCommit): boolean {
		const { ignored } = this.deps;
		return ignored.size > 0 && ignored.has(this.index.idOf(commit));
	}

	/** By the first of the patterns that matches anywhere. */
	private async byPattern(
		patterns: readonly TextPattern[],
		scopes: readonly SearchScope[],
		before: IndexedCommit | undefined,
	) {
		const { index, context } = this;
		const { history, finding } = this.deps;
		const hits: Hit[] = [];
		let isAnyLimited = false;
		const isOlder = olderThan(index, before);
		for (const pattern of patterns) {
			for (const { scope, isIgnored } of this.passes(scopes)) {
				const isEligible = (commit: IndexedCommit) =>
					isOlder(commit) && this.isIgnored(commit) === isIgnored && isNewTo(hits, commit);
				const wanted = { pattern, scope, isEligible, nWanted: shownCommits - hits.length };
				if (wanted.nWanted > 0) {
					const found = await patternCommits(history, index, {
						...{ ...wanted, deadline: finding, signal: context.signal },
					});
					hits.push(...found.commits.map(commit => ({ ...commit, scope })));
					isAnyLimited ||= found.isLimited;
				}
			}
			if (hits.length > 0) {
				return { hits, pattern, isLimited: isAnyLimited };
			}
		}
		return { hits, pattern: patterns[0] ?? nothing, isLimited: isAnyLimited };
	}

	private async shown(
		hits: readonly Hit[],
		scopes: readonly SearchScope[],
		notes: readonly string[],
		choice: HunkChoice,
	): Promise<ToolAnswer> {
		const { index } = this;
		const { history, showing, limitMs } = this.deps;
		const ids = hits.map(hit => index.idOf(hit));
		const read = await history.commits(ids, { timeoutMs: Math.max(1, showing.leftMs()), signal: this.context.signal });
		const blocks = hits.flatMap((hit, at) => {
			const commit = read.find(({ id }) => id === ids[at]);
			return commit === undefined ? [] : [commitBlock(commit, { ...choice, notes: linkNotes(index, hit) })];
		});
		const scope = whereText(hits, scopes);
		const cut = blocks.length < hits.length && showing.leftMs() === 0 ? [deadlineNote(limitMs)] : [];
		const head = [`Found ${counted(blocks.length, 'commit')}: ${scope}.`, ...notes, ...cut];
		return { ok: true, ...joinedBlocks([{ text: head.join('\n') }, ...blocks]), places: [], scope };
	}
}

function isNewTo(hits: readonly Hit[], { at, commit }: IndexedCommit): boolean {
	return !hits.some(hit => hit.at === at && hit.commit === commit);
}

const nothing: TextPattern = { note: '', find: () => [] };

/** How much a line has to do with words: the more of them it has, and the longer they are. */
function relevanceOf(query: string): LineRelevance {
	const terms = commitQuery(query).terms;
	// A stem that ends with `y` may be of a word that ends with `ies`.
	const pieces = [...terms.keys()].map(term => term.replace(/y$/, ''));
	return line => {
		const folded = line.toLowerCase().replaceAll(/[_$]/g, '');
		let relevance = 0;
		if (!pieces.some(piece => folded.includes(piece))) {
			return relevance;
		}
		for (const term of new Set(textTerms(line.slice(0, 2000)))) {
			relevance += terms.has(term) ? term.length : 0;
		}
		return relevance;
	};
}

/** Returns notes on the commits that a commit refers to, and on the ones that refer to it. */
function linkNotes(index: CommitIndex, commit: IndexedCommit): string[] {
	const subject = (each: IndexedCommit) => `${index.idOf(each).slice(0, 12)} ${subjectOf(index.messageOf(each))}`;
	const to = index.referencesOf(commit).flatMap(({ kind, id }) => {
		const [target, ...others] = index.find(id);
		return target === undefined || others.length > 0 ? [] : [`It names (${kind}): ${subject(target)}`];
	});
	const from = index.referringTo(commit).map(({ from, kind }) => `Named by (${kind}): ${subject(from)}`);
	return [...to.slice(0, mostLinks), ...from.slice(0, mostLinks)];
}

function olderThan(index: CommitIndex, before: IndexedCommit | undefined): (commit: IndexedCommit) => boolean {
	if (before === undefined) {
		return () => true;
	}
	const limit = index.timeOf(before);
	return commit => {
		const time = index.timeOf(commit);
		return time < limit || (time === limit && commit.at === before.at && commit.commit > before.commit);
	};
}

/** `2 in the files of the report, 3 anywhere`. */
function whereText(hits: readonly Hit[], scopes: readonly SearchScope[]): string {
	return scopes
		.map(scope => ({ scope, n: hits.filter(hit => hit.scope === scope).length }))
		.filter(({ n }) => n > 0)
		.map(({ scope, n }) => `${n} ${scope.where}`)
		.join(', ');
}

function matches(pattern: TextPattern, line: string): boolean {
	for (const _match of pattern.find(line.replace(/^[+-]/, ''))) {
		return true;
	}
	return false;
}

function failed(notes: readonly string[]): ToolAnswer {
	return { ok: false, text: notes.join('\n'), places: [] };
}
