import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../../system/node/files/isWithin';
import { readRegularFile } from '../../../system/node/files/regularFile';
import { alternatePaths, upToNul } from './alternatePaths';
import { isBorrowed } from './borrowedObjects';

/**
 * Why the repository around a folder must not be read; undefined if nothing is against it, or if there is none. A
 * folder from elsewhere, such as an unpacked archive, may name another repository of the user as its own, or a file
 * that blocks the reader. Another repository is used only if it points back, as with worktrees and submodules.
 */
export function repositoryProblem(folder: string): string | undefined {
	for (let top = realOf(folder); ; top = dirname(top)) {
		const entry = lstatSync(join(top, '.git'), { throwIfNoEntry: false });
		if (entry !== undefined) {
			const problem = problemOf(top, entry);
			// Git looks farther up if this is no repository.
			if (problem !== undefined || isThere(join(top, '.git', 'HEAD')) || !entry.isDirectory()) {
				return problem;
			}
		}
		// A folder without `.git` may be a repository itself.
		const problem = isThere(join(top, 'HEAD')) ? ownProblem(top, top) : undefined;
		if (problem !== undefined) {
			return problem;
		}
		if (dirname(top) === top) {
			return undefined;
		}
	}
}

function problemOf(top: string, entry: Stats): string | undefined {
	const dotGit = join(top, '.git');
	// Git follows a link to such a file as well.
	if (statOf(dotGit)?.isFile()) {
		const text = textIn(dotGit);
		const dir = resolve(top, text.startsWith(fileHead) ? nameIn(text.slice(fileHead.length)) : '');
		return isOutside(dir, top) ? namedProblem(top, realOf(dir)) : ownProblem(top, realOf(dir));
	}
	return entry.isSymbolicLink() && isOutside(dotGit, top)
		? `${dotGit} is a link to ${realOf(dotGit)}`
		: ownProblem(top, realOf(dotGit));
}

const fileHead = 'gitdir: ';

/** Of a repository in the folder `dir`, which is part of the folder `top`. */
function ownProblem(top: string, dir: string): string | undefined {
	const file = join(dir, 'commondir');
	const common = resolve(dir, nameIn(textIn(file)));
	return isOutside(common, top) ? `${file} names ${realOf(common)}` : contentProblem(top, dir, realOf(common));
}

/** Of a folder elsewhere, which a file `.git` names. */
function namedProblem(top: string, dir: string): string | undefined {
	const common = realOf(resolve(dir, nameIn(textIn(join(dir, 'commondir')))));
	const back = nameIn(textIn(join(dir, 'gitdir')));
	const isWorktree = back !== '' && realOf(resolve(dir, back)) === join(top, '.git');
	if (isWorktree && isWithin(dir, join(common, 'worktrees'))) {
		return settingsProblem(top, [join(common, 'config'), join(dir, 'config.worktree')]);
	}
	const settings = settingsIn(join(dir, 'config'));
	const tree = settings.find(({ name }) => name === 'worktree')?.value;
	return tree !== undefined && realOf(resolve(dir, tree)) === top
		? settingsProblem(top, [join(dir, 'config')])
		: `${join(top, '.git')} names ${dir}, which does not name it in turn`;
}

/** Of a repository that is itself part of the folder. */
function contentProblem(top: string, dir: string, common: string): string | undefined {
	const objects = join(common, 'objects');
	const folders = isBorrowed(objects) ? [objects] : objectFolders(objects);
	const places = folders.flatMap(folder => [folder, ...[folder, join(folder, 'pack')].flatMap(linksIn)]);
	const outside = places.find(path => isOutside(path, top));
	return outside === undefined
		? settingsProblem(top, [join(common, 'config'), join(dir, 'config.worktree')])
		: `the objects of its repository are read from ${realOf(outside)}`;
}

/** Returns a folder of objects, and all folders whose objects are also read, directly or through others. */
function objectFolders(objects: string): readonly string[] {
	const found = new Set([objects]);
	for (const folder of found) {
		for (const path of alternatePaths(textIn(join(folder, 'info', 'alternates')))) {
			found.add(realOf(resolve(folder, path)));
		}
	}
	return [...found];
}

/** A name that a file of git consists of: blanks belong to it, and line breaks but for those at its end. */
function nameIn(text: string): string {
	let end = text.length;
	while (text[end - 1] === '\n' || text[end - 1] === '\r') {
		end--;
	}
	return upToNul(text.slice(0, end));
}

/** Whether a path leads out of a folder. A path that is not UTF-8 may lead anywhere. */
function isOutside(path: string, top: string): boolean {
	return path.includes('\ufffd') || !isWithin(realOf(path), top);
}

/** A pipe, socket or device that a setting names blocks git forever. */
function settingsProblem(top: string, files: readonly string[]): string | undefined {
	const read = new Set<string>();
	const waiting = [...files];
	for (let file = waiting.pop(); file !== undefined && read.size < mostSettingFiles; file = waiting.pop()) {
		if (isSpecial(file)) {
			return `${file} is a pipe or a device`;
		}
		for (const { name, value } of read.has(file) ? [] : settingsIn(file)) {
			const path = value.replace(/^~(?=\/)/, homedir());
			const special = [dirname(file), top].map(folder => resolve(folder, path)).find(isSpecial);
			if (special !== undefined) {
				return `${file} names ${special}, a pipe or a device`;
			}
			waiting.push(...(name === 'path' ? [resolve(dirname(file), path)] : []));
		}
		read.add(file);
	}
	return undefined;
}

const mostSettingFiles = 100;

/** The settings in a file as git reads them, without their sections; none if it cannot be read. */
function settingsIn(file: string): { readonly name: string; readonly value: string }[] {
	// A line may continue on the next one.
	const lines = textIn(file)
		.replaceAll(/\\\r?\n/g, '')
		.split('\n');
	return lines.flatMap(line => {
		const [, name, value] = /^([\w-]+)\s*=(.*)$/.exec(withoutSection(line).trim()) ?? [];
		return name === undefined || value === undefined ? [] : [{ name: name.toLowerCase(), value: settingValue(value) }];
	});
}

/** A line may begin with the head of a section, whose name in quotes may contain brackets. */
function withoutSection(line: string): string {
	const start = line.trimStart();
	let isQuoted = false;
	for (let at = 0; start.startsWith('[') && at < start.length; at++) {
		at += start[at] === '\\' ? 1 : 0;
		isQuoted = isQuoted !== (start[at] === '"' && start[at - 1] !== '\\');
		if (start[at] === ']' && !isQuoted) {
			return start.slice(at + 1);
		}
	}
	return start;
}

/** Without a comment, quotes and escapes. */
function settingValue(text: string): string {
	let value = '';
	let isQuoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at] ?? '';
		if (character === '\\') {
			at++;
			value += text[at] ?? '';
		} else if (character === '"') {
			isQuoted = !isQuoted;
		} else if (!isQuoted && /[#;]/.test(character)) {
			break;
		} else {
			value += character;
		}
	}
	return value.trim();
}

function isSpecial(path: string): boolean {
	const found = path.includes('\0') ? undefined : statOf(path);
	return found !== undefined && !found.isFile() && !found.isDirectory() && path !== '/dev/null';
}

function statOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		// Its name is too long, or links lead in a circle.
		return undefined;
	}
}

function isThere(path: string): boolean {
	return statOf(path) !== undefined;
}

function linksIn(folder: string): string[] {
	try {
		const entries = readdirSync(folder, { withFileTypes: true });
		return entries.filter((entry: Dirent) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
	} catch {
		return [];
	}
}

/** Returns the real path of a path; the path itself if nothing exists there. */
function realOf(path: string): string {
	try {
		return realpathSync.native(path);
	} catch {
		return path;
	}
}

/** '' if there is no such file, or it is none to read. */
function textIn(file: string): string {
	try {
		return readRegularFile(file).toString('utf8');
	} catch {
		return '';
	}
}
