import picomatch from 'picomatch';
import type { NeededFile } from '../../code/pure/languages/reproducerData';
import type { RunnerData } from '../../code/pure/languages/runnerData';
import { readIfText } from '../../code/pure/texts/readIfText';
import type { Workspace } from '../../history/pure/workspace';

/** A runner, and the project whose tests it runs. */
export interface DetectedRunner {
	readonly runner: RunnerData;
	/** The project's folder, as a workspace path; '' for the workspace itself. */
	readonly folder: string;
}

/** As users know it; with the folder if that is not the whole workspace. */
export function runnerName({ runner, folder }: DetectedRunner): string {
	return folder === '' ? runner.name : `${runner.name} (${folder})`;
}

/** The project of a test, and the id of the test in it: with several projects, ids begin with the name of one. */
export function projectOfTest(
	id: string,
	projects: readonly DetectedRunner[],
): { readonly project: DetectedRunner; readonly id: string } | undefined {
	const named = projects.map(project => ({ project, prefix: projects.length > 1 ? `${runnerName(project)}: ` : '' }));
	const found = named.find(({ prefix }) => id.startsWith(prefix));
	return found && { project: found.project, id: id.slice(found.prefix.length) };
}

/** Whether a file, by its workspace path, is one with tests that the runner runs. */
export function isTestFileOf({ runner, folder }: DetectedRunner, file: string): boolean {
	const isTestFile = picomatch([...runner.testFiles]);
	return file.startsWith(folder === '' ? '' : `${folder}/`) && isTestFile(file.slice(file.lastIndexOf('/') + 1));
}

/** How deep below the root a project is looked for, and in how many files a text is. */
const most = { depth: 4, read: 400 } as const;

/**
 * The runners of the workspace's tests. For each language the runners of its root, else of the shallowest folders that
 * are a project; a folder's first one only, as several runners of a language mean the same tests.
 */
export async function detectRunners({ files, parser }: Pick<Workspace, 'files' | 'parser'>): Promise<DetectedRunner[]> {
	const projects = projectsOf((await files.list()).map(({ path }) => path));
	const read = (path: string) => readIfText(files, path);
	const found: DetectedRunner[] = [];
	for (const { tests } of parser.languages) {
		found.push(...(tests === undefined ? [] : await ofLanguage(tests.runners, projects, read)));
	}
	return found;
}

type Read = (path: string) => Promise<string>;

/** A folder, and the paths in it of all its files. */
interface Project {
	readonly folder: string;
	readonly depth: number;
	readonly paths: string[];
	/** Those that are directly in it. */
	readonly direct: string[];
}

async function ofLanguage(
	runners: readonly RunnerData[],
	projects: readonly Project[],
	read: Read,
): Promise<DetectedRunner[]> {
	const detecting = runners.map(runner => compiled(runner, runner.detect));
	for (let depth = 0; depth <= most.depth; depth++) {
		const found: DetectedRunner[] = [];
		for (const project of projects.filter(each => each.depth === depth)) {
			found.push(...(await firstOf(detecting, project, read)));
		}
		if (found.length > 0) {
			return found;
		}
	}
	const root = projects.find(({ folder }) => folder === '');
	const others = runners.map(runner => compiled(runner, runner.otherwise));
	return root === undefined ? [] : [...(await firstOf(others, root, read))];
}

interface Condition {
	/** It is about files that are directly in the folder. */
	readonly isDirect: boolean;
	readonly isFile: (path: string) => boolean;
	/** Pattern that the text of one of them matches. */
	readonly matches: RegExp | undefined;
}

interface Detecting {
	readonly runner: RunnerData;
	/** One of these lists, all of it. */
	readonly conditions: readonly (readonly Condition[])[];
}

function compiled(runner: RunnerData, lists: RunnerData['detect'] = []): Detecting {
	return { runner, conditions: lists.map(list => list.map(conditionOf)) };
}

function conditionOf(needed: NeededFile): Condition {
	const file = typeof needed === 'string' ? needed : needed.file;
	const isFile = picomatch(file, { dot: true });
	return {
		isDirect: !file.includes('/'),
		// Its second parameter is not the index that `filter` passes.
		isFile: path => isFile(path),
		matches: typeof needed === 'string' ? undefined : new RegExp(needed.matches, 'm'),
	};
}

async function firstOf(
	detecting: readonly Detecting[],
	project: Project,
	read: Read,
): Promise<readonly DetectedRunner[]> {
	for (const { runner, conditions } of detecting) {
		for (const list of conditions) {
			if (await areMet(list, project, read)) {
				return [{ runner, folder: project.folder }];
			}
		}
	}
	return [];
}

async function areMet(conditions: readonly Condition[], project: Project, read: Read): Promise<boolean> {
	for (const condition of conditions) {
		if (!(await isMet(condition, project, read))) {
			return false;
		}
	}
	return true;
}

async function isMet(
	{ isDirect, isFile, matches }: Condition,
	{ folder, paths, direct }: Project,
	read: Read,
): Promise<boolean> {
	const found = (isDirect ? direct : paths).filter(isFile);
	if (matches === undefined) {
		return found.length > 0;
	}
	for (const path of found.slice(0, most.read)) {
		if (matches.test(await read(folder === '' ? path : `${folder}/${path}`))) {
			return true;
		}
	}
	return false;
}

/** Every folder up to a depth; the root is one. */
function projectsOf(paths: readonly string[]): Project[] {
	const projects = new Map<string, Project>();
	for (const path of paths) {
		const parts = path.split('/');
		for (let depth = 0; depth < Math.min(parts.length, most.depth + 1); depth++) {
			const folder = parts.slice(0, depth).join('/');
			const project = projects.get(folder) ?? { folder, depth, paths: [], direct: [] };
			project.paths.push(parts.slice(depth).join('/'));
			if (parts.length === depth + 1) {
				project.direct.push(parts[depth] ?? '');
			}
			projects.set(folder, project);
		}
	}
	return [...projects.values()];
}
