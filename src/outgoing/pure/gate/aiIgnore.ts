import ignore, { type Ignore } from 'ignore';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { type Files, FileUnreadableError } from '../../../system/pure/files';
import { compareText } from '../../../system/pure/text/compareText';
import { ignorePatterns } from '../../../system/pure/text/ignorePatterns';
import { pathParts } from '../../../system/pure/text/pathParts';

/** Which files of a workspace must not be shown to a model. */
export interface HiddenFiles {
	/** The ignore files with such rules; empty if nothing is hidden, now or later. */
	readonly rules: readonly string[];
	/** The ignore file that hides a path; undefined for a path that may be shown. */
	hides(path: string): { readonly by: string } | undefined;
}

/** No file is hidden. */
export const noHiddenFiles: HiddenFiles = { rules: [], hides: () => undefined };

/**
 * Reads the ignore files of every folder. A path named by any of them is hidden, whichever assistant the file is for.
 * The files are read by name rather than searched in `files.list`, as many are themselves ignored by git. Ignore files
 * in folders around the workspace are out of reach. Throws `UserError` if one cannot be read, as the paths to hide are
 * then unknown.
 */
export async function readAiIgnore(files: Files): Promise<HiddenFiles> {
	const folders = foldersOf((await files.list()).map(({ path }) => path));
	const byKind = new Map<string, Ignore>();
	const rules: string[] = [];
	for (const folder of folders) {
		for (const name of ignoreFileNames) {
			const text = await readRules(files, folder + name);
			if (text !== undefined) {
				rules.push(folder + name);
				byKind.set(name, (byKind.get(name) ?? newRules()).add(patternsOf(name, folder, text)));
			}
		}
	}
	return { rules: rules.sort(compareText), hides: path => hidingRule([...byKind.values()], path) };
}

/** Each kind has its own list: an exception for one assistant does not lift another's rule. */
const ignoreFileNames = ['.aiexclude', '.aiignore', '.copilotignore', '.cursorignore'];

/** Letter case never makes a file visible, as on some disks it does not distinguish files. */
function newRules(): Ignore {
	return ignore({ ignorecase: true });
}

/** Every folder that contains something, at any depth, outer ones first: '' and `src/`. */
function foldersOf(paths: readonly string[]): string[] {
	const folders = new Set(['']);
	for (const path of paths) {
		for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
			folders.add(path.slice(0, end + 1));
		}
	}
	return [...folders].sort(compareText);
}

async function readRules(files: Files, path: string): Promise<string | undefined> {
	try {
		return await files.readText(path);
	} catch (error) {
		if (error instanceof FileUnreadableError && error.reason === 'missing') {
			return undefined;
		}
		if (error instanceof FileUnreadableError) {
			throw unreadable(error.message, error);
		}
		throw error;
	}
}

function patternsOf(name: string, folder: string, text: string): { pattern: string; mark: string }[] {
	try {
		return markedPatterns(name, folder, text);
	} catch (error) {
		throw unreadable(`${folder}${name}: ${errorText(error)}`, error);
	}
}

function unreadable(problem: string, cause: unknown): UserError {
	const advice = 'It lists the files a model must not see, so nothing is shown to a model: fix or remove it.';
	return new UserError(`${problem}. ${advice}`, { cause });
}

/**
 * According to its documentation, an empty `.aiexclude` excludes its whole folder, and the format has no exceptions:
 * https://cloud.google.com/gemini/docs/codeassist/create-aiexclude-file
 */
function markedPatterns(name: string, folder: string, text: string): { pattern: string; mark: string }[] {
	const isAiExclude = name === '.aiexclude';
	const written = ignorePatterns(isAiExclude && text.trim() === '' ? '*' : text, folder);
	const patterns = isAiExclude ? written.filter(pattern => !pattern.startsWith('!')) : written;
	return patterns.map(pattern => ({ pattern, mark: folder + name }));
}

/** Checks a path as written and with backslashes as separators: the file it opens depends on the machine. */
function hidingRule(kinds: readonly Ignore[], path: string): { readonly by: string } | undefined {
	for (const written of new Set([path, path.replaceAll('\\', '/')])) {
		const parts = pathParts(written) ?? [];
		const name = parts.at(-1)?.toLowerCase() ?? '';
		if (ignoreFileNames.includes(name)) {
			return { by: parts.join('/') };
		}
		const by = parts.length === 0 ? undefined : firstMark(kinds, parts.join('/'));
		if (by !== undefined) {
			return { by };
		}
	}
	return undefined;
}

function firstMark(kinds: readonly Ignore[], path: string): string | undefined {
	for (const rules of kinds) {
		const mark = rules.test(path).rule?.mark;
		if (mark !== undefined) {
			return mark;
		}
	}
	return undefined;
}
