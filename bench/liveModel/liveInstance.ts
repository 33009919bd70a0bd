import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type BenchGold, type BenchInstance, readGolds, readJsonLines } from '../support/benchData';
import environments from './environments.json';

/** An issue to be fixed, with the tests that judge the fix; without tests, only to be located. */
export interface LiveInstance {
	readonly id: string;
	/** All that the product gets besides the code. */
	readonly issue: string;
	readonly code: CommittedCode | FolderOfCode;
	/** A shell command in the tree before anything else is run there; it downloads nothing. */
	readonly setup?: string;
	/** Environment variables besides those of this process. */
	readonly environment: Readonly<Record<string, string>>;
	readonly tests?: HiddenTests;
	/** The developers' fix as a unified diff, where it is known. */
	readonly fix?: string;
	readonly gold?: Pick<BenchGold, 'files' | 'functions'>;
}

export type TestedInstance = LiveInstance & { readonly tests: HiddenTests };

/** A commit of a project in the folder of repositories. */
interface CommittedCode {
	/** `owner/name`. */
	readonly repo: string;
	readonly commit: string;
}

interface FolderOfCode {
	/** Absolute path; copied as it is. */
	readonly folder: string;
}

export interface HiddenTests {
	/** For a shell, in the tree. */
	readonly command: string;
	/** How its output names each test; `exitCode` is one test, called `command`. */
	readonly results: 'pytest' | 'unittest' | 'exitCode';
	/** They fail without a fix. */
	readonly mustPass: readonly string[];
	/** A unified diff, or the absolute path of a folder that is copied over the tree. */
	readonly files: { readonly diff: string } | { readonly folder: string };
}

/** A row of SWE-bench with what only a live run needs. */
interface SweBenchRow extends BenchInstance {
	readonly version: string;
	readonly FAIL_TO_PASS: readonly string[];
}

interface ProjectEnvironment {
	/** `$MODULES` and `$FILES` are the Python files of the test patch, as modules without `tests.` and as paths. */
	readonly command: string;
	readonly results: HiddenTests['results'];
	readonly setup?: string;
	readonly environment: Readonly<Record<string, string>>;
}

/** The file `instance.json` of an instance of one's own; paths are relative to it. */
interface InstanceFile {
	/** A text or Markdown file. */
	readonly issue: string;
	/** A folder, without the tests. */
	readonly code: string;
	readonly setup?: string;
	readonly environment?: Readonly<Record<string, string>>;
	readonly tests?: Omit<HiddenTests, 'files' | 'mustPass'> & {
		readonly mustPass?: readonly string[];
		/** A folder. */
		readonly files: string;
	};
	/** A unified diff. */
	readonly fix?: string;
	readonly gold?: NonNullable<LiveInstance['gold']>;
}

/**
 * The instances in a folder: of SWE-bench, `instances.jsonl.gz` and `gold.jsonl.gz`, those of projects whose tests can
 * be run; else each folder with an `instance.json`, whose name is the id. Throws where there is neither.
 */
export function readLiveInstances(folder: string): LiveInstance[] {
	const root = resolve(folder);
	if (existsSync(join(root, 'instances.jsonl.gz'))) {
		return readSweBench(root);
	}
	const ids = existsSync(join(root, 'instance.json'))
		? ['.']
		: readdirSync(root).filter(id => existsSync(join(root, id, 'instance.json')));
	if (ids.length === 0) {
		throw new Error(`${root} has neither instances.jsonl.gz nor a folder with an instance.json`);
	}
	return ids.map(id => readInstanceFile(resolve(root, id, 'instance.json')));
}

function readSweBench(folder: string): LiveInstance[] {
	const golds = readGolds(folder);
	const byRepo: Readonly<Record<string, ProjectEnvironment>> = environments as Record<string, ProjectEnvironment>;
	return readJsonLines<SweBenchRow>(join(folder, 'instances.jsonl.gz')).flatMap(row => {
		const project = byRepo[row.repo];
		return project === undefined ? [] : sweBenchInstance(row, project, golds.get(row.instance_id));
	});
}

function sweBenchInstance(row: SweBenchRow, project: ProjectEnvironment, gold: BenchGold | undefined): LiveInstance {
	const { setup, environment, command, results } = project;
	const files = [...row.test_patch.matchAll(/^\+\+\+ b\/(.*\.py)$/gm)].map(([, path = '']) => path);
	const modules = files.map(path =>
		path
			.replace(/^tests\//, '')
			.replace(/\.py$/, '')
			.replaceAll('/', '.'),
	);
	return {
		id: row.instance_id,
		issue: row.problem_statement,
		code: { repo: row.repo, commit: row.base_commit },
		...(setup !== undefined && { setup }),
		environment: { ...environment, VERSION: row.version },
		tests: {
			command: command.replace('$MODULES', modules.join(' ')).replace('$FILES', files.join(' ')),
			results,
			mustPass: row.FAIL_TO_PASS,
			files: { diff: row.test_patch },
		},
		fix: row.patch,
		...(gold !== undefined && { gold: { files: gold.files, functions: gold.functions } }),
	};
}

function readInstanceFile(path: string): LiveInstance {
	const folder = dirname(path);
	const { issue, code, environment, tests, fix, ...others } = JSON.parse(readFileSync(path, 'utf8')) as InstanceFile;
	return {
		...others,
		id: folder.split(/[\\/]/).at(-1) ?? folder,
		issue: readFileSync(join(folder, issue), 'utf8'),
		code: { folder: join(folder, code) },
		environment: environment ?? {},
		...(tests !== undefined && {
			tests: { ...tests, mustPass: tests.mustPass ?? ['command'], files: { folder: join(folder, tests.files) } },
		}),
		...(fix !== undefined && { fix: readFileSync(join(folder, fix), 'utf8') }),
	};
}
