import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { searchContext } from '../../src/code/pure/search/searchContext';
import { regexQuery } from '../../src/code/pure/search/text/regexQuery';
import type { TextPattern } from '../../src/code/pure/search/text/textScan';
import { GitHistory } from '../../src/history/node/gitHistory';
import { plainLog } from '../../src/history/node/privateRepository';
import { readingWorkspace } from '../../src/history/node/readingWorkspace';
import { commitQuery } from '../../src/history/pure/commitQuery';
import type { CommitIndex } from '../../src/history/pure/index/commitIndex';
import { logFormat } from '../../src/history/pure/logReader';
import { patternCommits } from '../../src/history/pure/patternCommits';
import { rankCommits } from '../../src/history/pure/rankCommits';
import { searchCommits } from '../../src/history/pure/searchCommits';
import { repoRoot } from '../../test/support/repoRoot';
import { madeRepository } from './madeRepository';
import { median } from './median';

/**
 * The index of a history, beside git: building it, searching words and names, and finding the commits that caused
 * regressions. See bench/README.md.
 */
const { values } = parseArgs({
	options: {
		repo: { type: 'string' },
		saved: { type: 'string' },
		half: { type: 'string', default: '0' },
		commits: { type: 'string', default: '1000000' },
		only: { type: 'string', default: 'build,words,names,culprits' },
	},
});
const log = { info: () => undefined, warn: console.warn, error: console.error };
const everywhere = { where: 'anywhere', has: () => true };

void main();

async function main(): Promise<void> {
	const parts = values.only.split(',');
	if (parts.includes('large')) {
		await measureLarge(Number(values.commits), values.repo);
		return;
	}
	const repo = values.repo ?? '';
	const saved = values.saved ?? mkdtempSync(join(tmpdir(), 'faultline-history-'));
	try {
		if (parts.includes('build')) {
			await measureBuild(repo, saved);
		}
		const history = new GitHistory({ folder: repo, saved, log });
		const index = await history.build();
		const measures = { words: measureWords, names: measureNames, culprits: measureCulprits };
		for (const [name, measure] of Object.entries(measures)) {
			if (parts.includes(name)) {
				await measure({ repo, history, index });
			}
		}
	} finally {
		if (values.saved === undefined) {
			rmSync(saved, { recursive: true });
		}
	}
}

interface Measured {
	readonly repo: string;
	readonly history: GitHistory;
	readonly index: CommitIndex;
}

/** In turn with git, which prints what is read. */
async function measureBuild(repo: string, saved: string): Promise<void> {
	const ratios: number[] = [];
	for (let round = 1; round <= 3; round++) {
		const gitMs = timed(() =>
			execFileSync('git', ['log', '-U0', ...plainLog, ...logFormat], { cwd: repo, stdio: 'ignore' }),
		);
		rmSync(saved, { recursive: true, force: true });
		const start = performance.now();
		const index = await new GitHistory({ folder: repo, saved, log }).build();
		const ms = performance.now() - start;
		ratios.push(ms / gitMs);
		console.log(
			`build ${round}: ${index.state.nIndexed} commits in ${seconds(ms)}, git log -p ${seconds(gitMs)}: ${(ms / gitMs).toFixed(2)} times`,
		);
	}
	const bytes = sizeOf(saved);
	console.log(`build: median ${median(ratios).toFixed(2)} times git log -p, ${(bytes / 1e6).toFixed(2)} MB,`);
	console.log(`  peak memory of this process ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB`);
}

/** Words of messages: the ranked search, and which commits have the word. */
async function measureWords({ repo, index }: Measured): Promise<void> {
	const words = ['session', 'deprecated', 'timezone', 'memcached', 'migration', 'prefetch', 'unicode', 'csrf'];
	const [ratios, times]: [number[], number[]] = [[], []];
	let [nSame, nOther] = [0, 0];
	for (const word of words) {
		let listed = '';
		const gitMs = timed(() => {
			listed = git(repo, ['log', '-i', '-E', `--grep=\\b${word}\\b`, '--format=%H']);
		});
		const ms = median(Array.from({ length: 5 }, () => timed(() => rankCommits(index, commitQuery(word)))));
		times.push(ms);
		ratios.push(gitMs / ms);
		const own = new Set(commitsWith(index, word));
		const theirs = listed.split('\n').filter(Boolean);
		const differing = [...theirs.filter(id => !own.has(id)), ...[...own].filter(id => !theirs.includes(id))];
		nSame += theirs.length;
		nOther += differing.length;
		if (differing.length > 0) {
			console.log(`  ${word}: ${theirs.length} of git, ${own.size} here; ${differing.slice(0, 3).join(' ')}`);
		}
	}
	console.log(
		`words: median ${median(times).toFixed(1)} ms, ${median(ratios).toFixed(0)} times faster than git log --grep`,
	);
	console.log(`  (slowest ${Math.min(...ratios).toFixed(0)} times); ${nSame} commits of git, ${nOther} differ`);
}

/** The commits that have a word in their message: those that have its term, and then the word itself. */
function commitsWith(index: CommitIndex, word: string): string[] {
	const pattern = new RegExp(`\\b${word}\\b`, 'i');
	return rankCommits(index, commitQuery(word), { nBest: 1e9 })
		.filter(commit => pattern.test(index.messageOf(commit)))
		.map(commit => index.idOf(commit));
}

/** From a name to 5 rendered commits; and all commits whose changed lines have the name. */
async function measureNames({ repo, history, index }: Measured): Promise<void> {
	const names = ['get_supported_language_variant', 'prefetch_related_objects', 'add_lazy_relation', 'force_bytes'];
	const workspace = { ...readingWorkspace({ folder: repo, packageRoot: repoRoot, log }), history };
	const ratios: number[] = [];
	for (const name of names) {
		const request = { query: `\\b${name}\\b`, isPattern: true, path: '', before: '' };
		const ms = await timedAsync(() => searchCommits(searchContext(workspace), request));
		let listed = '';
		const gitMs = timed(() => {
			listed = git(repo, ['log', `-G\\b${name}\\b`, '--format=%H']);
		});
		ratios.push(gitMs / ms);
		const theirs = listed.split('\n').filter(Boolean);
		const own = await changing({ repo, history, index }, name);
		const differing = [...theirs.filter(id => !own.includes(id)), ...own.filter(id => !theirs.includes(id))];
		console.log(
			`  ${name}: ${ms.toFixed(0)} ms, git log -G ${seconds(gitMs)}; ${theirs.length} commits of git, ${own.length} here${differing.length > 0 ? `: ${differing.join(' ')}` : ''}`,
		);
	}
	console.log(`names: to 5 rendered commits median ${median(ratios).toFixed(0)} times faster than git log -G`);
}

async function changing({ history, index }: Measured, name: string): Promise<string[]> {
	const query = await regexQuery(`\\b${name}\\b`);
	const [pattern] = 'patterns' in query ? query.patterns : [];
	// Only what is changed counts, as for git.
	const messages = new Set([...index.all()].map(commit => index.messageOf(commit)));
	const find = (text: string) => (messages.has(text) ? [] : (pattern?.find(text) ?? []));
	const silent = { ...(pattern as TextPattern), find };
	const isEligible = () => true;
	const wanted = { pattern: silent, scope: everywhere, isEligible, nWanted: 1e9 };
	const { commits } = await patternCommits(history, index, wanted);
	return commits.map(commit => index.idOf(commit));
}

/** Commits that name the one that caused a regression, asked by their titles; only older commits. */
async function measureCulprits({ index }: Measured): Promise<void> {
	const halves = [0, 1].map(() => ({ n: 0, first: 0, five: 0, twenty: 0 }));
	let nth = 0;
	for (const commit of index.all()) {
		const message = index.messageOf(commit);
		const id = /[Rr]egression in ([\da-f]{7,40})\b/.exec(message)?.[1];
		const [culprit, ...others] = id === undefined ? [] : index.find(id);
		const half = culprit === undefined || others.length > 0 ? undefined : halves[nth++ % 2];
		if (culprit === undefined || half === undefined) {
			continue;
		}
		const found = rankCommits(index, commitQuery(message.split('\n')[0] ?? ''), { before: commit, nBest: 20 });
		const place = found.findIndex(each => each.at === culprit.at && each.commit === culprit.commit);
		half.n++;
		half.first += place === 0 ? 1 : 0;
		half.five += place >= 0 && place < 5 ? 1 : 0;
		half.twenty += place >= 0 ? 1 : 0;
	}
	for (const [at, { n, first, five, twenty }] of halves.entries()) {
		const percent = (count: number) => `${((100 * count) / n).toFixed(1)} %`;
		const name = at === 0 ? 'tuned on' : 'held out';
		console.log(`culprits (${name}): ${n}; first ${percent(first)}, in 5 ${percent(five)}, in 20 ${percent(twenty)}`);
	}
}

/** A made repository of many commits: memory, and what is found while the index is made. */
async function measureLarge(nCommits: number, repo: string | undefined): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'faultline-large-'));
	const [made, saved] = [repo ?? join(folder, 'repo'), join(folder, 'saved')];
	try {
		const makeMs = await timedAsync(async () => existsSync(made) || madeRepository(made, nCommits));
		console.log(`made ${nCommits} commits in ${seconds(makeMs)}`);
		const history = new GitHistory({ folder: made, saved, log });
		const start = performance.now();
		for (let isComplete = false; !isComplete; ) {
			let index: CommitIndex | undefined;
			const waitMs = await timedAsync(async () => {
				index = await history.index();
			});
			const searchMs = timed(() => index && rankCommits(index, commitQuery('word_17 router cache')));
			const peak = Math.round(process.resourceUsage().maxRSS / 1e3);
			console.log(
				`after ${seconds(performance.now() - start)}: ${index?.state.nIndexed} of ${index?.state.nCommits}, waited ${seconds(waitMs)}; a search ${searchMs.toFixed(0)} ms; peak ${peak} MB; ${(sizeOf(saved) / 1e6).toFixed(0)} MB saved`,
			);
			isComplete = index?.isComplete === true;
			await setTimeout(isComplete ? 0 : 60_000);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function git(repo: string, args: readonly string[]): string {
	return execFileSync('git', args, { cwd: repo, encoding: 'latin1', maxBuffer: 2 ** 30 - 1 });
}

function sizeOf(folder: string): number {
	const files = readdirSync(folder, { recursive: true }).map(name => statSync(join(folder, String(name))));
	return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

function timed(work: () => unknown): number {
	const start = performance.now();
	work();
	return performance.now() - start;
}

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
