import { compareText } from '../../../system/pure/text/compareText';
import { pathParts } from '../../../system/pure/text/pathParts';
import { stemOf } from '../calls/inheritance';
import { entriesOf } from '../texts/keptTexts';
import { isTestFile } from './isTestFile';
import { editDistance } from './names/nearNames';
import type { SearchContext } from './searchContext';

/** The files that a written name refers to. */
export interface FileMatch {
	readonly written: string;
	/** Workspace paths, best first; several if the name is ambiguous, none without a match. */
	readonly paths: readonly string[];
	/**
	 * `written`: the whole name matches at the end of each path. `folder`: it is a folder, and these are its files.
	 * `corrected`: only a part of it matches. `outside`: it leads out of the workspace. `none`: no file has this name.
	 */
	readonly how: 'written' | 'folder' | 'corrected' | 'none' | 'outside';
	/** For `none`: files with a similar name. */
	readonly near: readonly string[];
}

const nearLimit = 5;
const guessLimit = 20;

/**
 * Finds the files a name refers to: a path, its end (`utils.py` never matches `myutils.py`), an absolute path of
 * another machine, a dotted module, a name without extension, a folder. Case matters only between several matches.
 */
export async function findFiles(context: SearchContext, written: string): Promise<FileMatch> {
	const { index } = context.workspace;
	if (index.file(written) !== undefined) {
		// A name may contain characters that otherwise separate names, such as a backslash.
		return { written, paths: [written], how: 'written', near: [] };
	}
	const parts = writtenParts(written);
	if (parts === undefined) {
		return { written, paths: [], how: 'outside', near: [] };
	}
	const indexed = index.files().map(file => file.path);
	const match = matchPaths(context, written, parts, indexed);
	if (match !== undefined) {
		return match;
	}
	const listed = (await entriesOf(context.workspace.files, context.signal)).map(file => file.path);
	const names = new Set(indexed);
	const others = listed.filter(path => !names.has(path));
	return matchPaths(context, written, parts, others) ?? none(written, parts, [...indexed, ...others]);
}

function matchPaths(
	context: SearchContext,
	written: string,
	parts: readonly string[],
	paths: readonly string[],
): FileMatch | undefined {
	const found = probes(paths, parts);
	return found === undefined
		? undefined
		: { written, paths: inOrder(context, found.paths, parts), how: found.how, near: [] };
}

type Found = Pick<FileMatch, 'paths' | 'how'>;

/** Tries the possible meanings of a written name in order; the first that matches counts. */
function probes(paths: readonly string[], parts: readonly string[]): Found | undefined {
	const modules = dottedParts(parts);
	return (
		found('written', wholeEnding(paths, parts)) ??
		found('folder', topFolder(paths, parts)) ??
		found('written', withoutExtension(paths, parts)) ??
		found('written', withoutExtension(paths, modules)) ??
		found('folder', folder(paths, parts)) ??
		found('folder', folder(paths, modules)) ??
		found('corrected', longestEnding(paths, parts)) ??
		found('corrected', longestModule(paths, modules))
	);
}

function found(how: FileMatch['how'], paths: readonly string[] | undefined): Found | undefined {
	const isGuess = how === 'corrected' && (paths?.length ?? 0) > guessLimit;
	return paths === undefined || paths.length === 0 || isGuess ? undefined : { how, paths };
}

/** `a`, `b` and `c` of `a.b.c`; empty for a path. */
function dottedParts(parts: readonly string[]): string[] {
	const [only = ''] = parts;
	return parts.length === 1 && /[^.]\.[^.]/.test(only) ? only.split('.').filter(part => part !== '') : [];
}

/** The parts of a path as written by a user or a model, or undefined when it leads out of the workspace. */
function writtenParts(written: string): string[] | undefined {
	const clean = written
		.trim()
		.replace(/^["'`<]+/, '')
		.replace(/(?<!["'`>])["'`>]+$/, '')
		.replace(/^file:\/\//, '')
		.replace(/:\d+$/, '')
		.replaceAll('\\', '/');
	return pathParts(clean);
}

/** Files whose path ends with all the parts, with or without extension. An exact path is preferred, then equal case. */
function ending(paths: readonly string[], parts: readonly string[]): string[] {
	const whole = wholeEnding(paths, parts);
	return whole.length > 0 ? whole : withoutExtension(paths, parts);
}

function wholeEnding(paths: readonly string[], parts: readonly string[]): string[] {
	const wanted = parts.join('/');
	const alike = paths.filter(path => endsWith(path, wanted));
	const exact = alike.filter(path => path === wanted);
	const sameCase = alike.filter(path => path === wanted || path.endsWith(`/${wanted}`));
	return [exact, sameCase, alike].find(list => list.length > 0) ?? [];
}

function withoutExtension(paths: readonly string[], parts: readonly string[]): string[] {
	return paths.filter(path => endsWith(stemOf(path).join('/'), parts.join('/')));
}

/** Everything below the folder that has exactly this path: more than a file whose name begins so, somewhere else. */
function topFolder(paths: readonly string[], parts: readonly string[]): string[] {
	return parts.length === 0 ? [] : paths.filter(path => path.startsWith(`${parts.join('/')}/`));
}

/** Everything below a folder; a package is a folder. */
function folder(paths: readonly string[], parts: readonly string[]): string[] {
	const wanted = `/${parts.join('/').toLowerCase()}/`;
	return parts.length === 0 ? [] : paths.filter(path => `/${path.toLowerCase()}`.includes(wanted));
}

function endsWith(path: string, wanted: string): boolean {
	return wanted !== '' && `/${path.toLowerCase()}`.endsWith(`/${wanted.toLowerCase()}`);
}

/** Drops leading parts until something matches: an absolute path of another machine, a checkout's own folder. */
function longestEnding(paths: readonly string[], parts: readonly string[]): string[] | undefined {
	for (let from = 1; from < parts.length; from++) {
		const found = ending(paths, parts.slice(from));
		if (found.length > 0) {
			return mostShared(found, parts);
		}
	}
	return undefined;
}

/** A dotted name with a class or function at its end, or starting with a package outside the workspace. */
function longestModule(paths: readonly string[], modules: readonly string[]): string[] | undefined {
	for (let length = modules.length - 1; length > 1; length--) {
		const front = withoutExtension(paths, modules.slice(0, length));
		const found = front.length > 0 ? front : withoutExtension(paths, modules.slice(modules.length - length));
		if (found.length > 0) {
			return found;
		}
	}
	return undefined;
}

function mostShared(paths: readonly string[], parts: readonly string[]): string[] {
	const wanted = new Set(parts);
	const counts = paths.map(path => path.split('/').filter(part => wanted.has(part)).length);
	const most = Math.max(...counts);
	return paths.filter((_, at) => counts[at] === most);
}

/** Non-test code first, then the shortest path. */
function inOrder({ workspace }: SearchContext, paths: readonly string[], parts: readonly string[]): string[] {
	const wantsTest = workspace.languages.isTest(parts.join('/'));
	const rank = (path: string) => (isTestFile(workspace, path) === wantsTest ? 0 : 1);
	return [...paths].sort((a, b) => rank(a) - rank(b) || a.split('/').length - b.split('/').length || compareText(a, b));
}

function none(written: string, parts: readonly string[], paths: readonly string[]): FileMatch {
	const wanted = stemOf(parts.join('/')).at(-1)?.toLowerCase() ?? '';
	const near = paths
		.map(path => ({ path, edits: editDistance(wanted, stemOf(path).at(-1)?.toLowerCase() ?? '', 3) }))
		.filter(({ edits }) => edits !== undefined && edits <= wanted.length / 3)
		.sort((a, b) => (a.edits ?? 0) - (b.edits ?? 0) || compareText(a.path, b.path))
		.slice(0, nearLimit)
		.map(({ path }) => path);
	return { written, paths: [], how: 'none', near };
}
