import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { confidence } from '../../src/runs/pure/model/confidence';
import type { BugLocation, Ranking } from '../../src/runs/pure/model/location';
import { RepositoryClone } from '../support/repositoryClone';
import { gitDirOf, RepositoryTree } from '../support/repositoryTree';

/** Locates public bug reports with the command line of one version, without a model. README.md has the rule of the draw. */
const usage = `npm run bench -- publicReports --repos DIR --texts DIR [--cli FILE] [--history] [--only ID,...] [--keep FILE]
  --texts    a folder with the reports as OWNER__NAME-NUMBER.md
  --cli      the built command line of a version (default: dist/cli.js)
  --history  with the commits before the fix indexed first
  --keep     a file for the figures of each report; it has the paths of code, and no text of a report`;

const { values: options } = parseArgs({
	options: {
		repos: { type: 'string' },
		texts: { type: 'string' },
		cli: { type: 'string', default: join('dist', 'cli.js') },
		history: { type: 'boolean', default: false },
		only: { type: 'string' },
		keep: { type: 'string' },
	},
});

interface Report {
	readonly repository: string;
	readonly issue: number;
	readonly commit: string;
	readonly parent: string;
	readonly language: string;
	/** The language of its text. */
	readonly text: string;
	readonly trace: boolean;
	/** Of its description, without links. */
	readonly characters: number;
	/** Whether some of it is missing. */
	readonly part?: boolean;
	/** The files of code that the fix changes. */
	readonly files: readonly string[];
}

interface Located {
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
}

/** Ranks from 1; 0 where it is not in the list. */
interface Figures {
	readonly file: number;
	readonly location: number;
	/** The words that state how likely the first location is, and whether it is right. */
	readonly words: string;
	readonly right: boolean;
	readonly first: string;
}

/** First and last line, before the fix. */
type Lines = readonly [first: number, last: number];

if (options.repos === undefined || options.texts === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	measure(resolve(options.repos), resolve(options.texts));
}

function measure(repos: string, texts: string): void {
	const { reports }: { readonly reports: readonly Report[] } = JSON.parse(
		readFileSync(join('bench', 'publicReports', 'reports.json'), 'utf8'),
	);
	const only = options.only?.split(',');
	const found: { readonly report: Report; readonly figures: Figures }[] = [];
	console.log('| report | language | file | location | first location is |\n|---|---|---|---|---|');
	for (const report of reports.filter(each => only === undefined || only.includes(idOf(each)))) {
		const figures = figuresOf(report, locate(report, repos, texts), repos);
		found.push({ report, figures });
		const shown = [figures.file, figures.location].map(rank => (rank === 0 ? 'no' : rank));
		const stated = `${figures.words}, ${figures.right ? 'right' : 'wrong'}`;
		console.log(`| ${[idOf(report), report.language, ...shown, stated].join(' | ')} |`);
	}
	summarize(found);
	if (options.keep !== undefined) {
		const rows = found.map(({ report, figures }) => ({ id: idOf(report), ...figures }));
		writeFileSync(options.keep, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
	}
}

function idOf({ repository, issue }: Report): string {
	return `${repository.replace('/', '__')}-${issue}`;
}

function locate(report: Report, repos: string, texts: string): Located {
	const tree = new (options.history ? RepositoryClone : RepositoryTree)(repos, report.repository);
	const storage = mkdtempSync(join(tmpdir(), 'faultline-storage-'));
	const run = (args: readonly string[]) =>
		spawnSync(process.execPath, [resolve(options.cli), ...args], {
			env: { ...process.env, FAULTLINE_STORAGE: storage },
			encoding: 'utf8',
			maxBuffer: 256 * 1024 * 1024,
		});
	try {
		tree.checkOut(report.parent);
		if (options.history) {
			run(['index', '--workspace', tree.folder, '--all']);
		}
		const issue = join(texts, `${idOf(report)}.md`);
		const { status, stdout, stderr } = run(['locate', '--workspace', tree.folder, '--issue', issue, '--json']);
		if (status !== 0) {
			console.error(`${idOf(report)}: ${stderr}`);
			return { locations: [], ranking: { files: [], modules: [], functions: [] } };
		}
		return JSON.parse(stdout);
	} finally {
		tree.dispose();
		rmSync(storage, { recursive: true, force: true });
	}
}

function figuresOf(report: Report, located: Located, repos: string): Figures {
	const changed = changedLines(gitDirOf(repos, report.repository), report);
	const isRight = ({ file, startLine, endLine }: BugLocation) =>
		(changed.get(file) ?? []).some(([first, last]) => startLine <= last && first <= endLine);
	const [first] = located.locations;
	return {
		file: located.ranking.files.findIndex(file => report.files.includes(file)) + 1,
		location: located.locations.findIndex(isRight) + 1,
		words: first === undefined ? 'none' : confidence(first, located),
		right: first !== undefined && isRight(first),
		first: first === undefined ? '' : `${first.file}:${first.startLine}-${first.endLine} ${first.method ?? ''}`,
	};
}

/** The lines that the fix removes, and those around lines that it only adds, by file. */
function changedLines(gitDir: string, { parent, commit, files }: Report): ReadonlyMap<string, readonly Lines[]> {
	const args = [`--git-dir=${gitDir}`, 'diff', '--unified=0', '--no-renames', parent, commit, '--', ...files];
	const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
	if (status !== 0) {
		throw new Error(stderr);
	}
	const found = new Map<string, Lines[]>();
	let file = '';
	for (const line of stdout.split('\n')) {
		file = /^--- a\/(.*)$/.exec(line)?.[1] ?? file;
		const [, start, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
		if (start !== undefined) {
			const from = Number(start);
			const lines: Lines = count === '0' ? [from, from + 1] : [from, from + Number(count) - 1];
			found.set(file, [...(found.get(file) ?? []), lines]);
		}
	}
	return found;
}

type Found = readonly { readonly report: Report; readonly figures: Figures }[];

function summarize(found: Found): void {
	const groups: readonly (readonly [name: string, of: Found])[] = [
		['all', found],
		['with a trace', found.filter(({ report }) => report.trace)],
		['not in English', found.filter(({ report }) => report.text !== 'English')],
		['at most 300 characters', found.filter(({ report }) => report.characters <= 300)],
		['longer than an excerpt', found.filter(({ report }) => report.part === true)],
	];
	console.log('\n| | reports | file first | file in five | location first | in three |\n|---|---|---|---|---|---|');
	for (const [name, of] of groups) {
		const within = (rank: (figures: Figures) => number, most: number) =>
			of.filter(({ figures }) => rank(figures) > 0 && rank(figures) <= most).length;
		const file = [1, 5].map(most => within(figures => figures.file, most));
		const location = [1, 3].map(most => within(figures => figures.location, most));
		console.log(`| ${[name, of.length, ...file, ...location].join(' | ')} |`);
	}
	console.log('\n| the first location is called | reports | right |\n|---|---|---|');
	for (const words of ['very likely', 'likely', 'possible', 'a guess', 'less likely', 'none']) {
		const called = found.filter(({ figures }) => figures.words === words);
		console.log(`| ${words} | ${called.length} | ${called.filter(({ figures }) => figures.right).length} |`);
	}
}
