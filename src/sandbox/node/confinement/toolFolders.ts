import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '../../../system/node/files/isWithin';
import places from './sandbox.json';
import type { ToolData } from './toolData';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The folders and files outside of the system that the programs on PATH need: their installations, and the places that
 * the data on tools names. Absolute and existing; never the home folder as a whole, nor a folder that contains it.
 */
export function toolFolders(env: Variables, tools: ToolData, home: string): string[] {
	const found = new Set<string>();
	const add = (path: string) => {
		if (!isWithin(home, path) && !isSystem(path) && existsSync(path)) {
			found.add(path);
		}
	};
	for (const folder of tools.folders.flatMap(each => expandFolder(each, env, home))) {
		add(folder);
	}
	const seen = new Set<string>();
	const waiting = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		if (!seen.has(folder) && !isSystem(folder)) {
			seen.add(folder);
			installationOf(folder, home).forEach(add);
			waiting.push(...linkedInstallations(folder));
		}
	}
	return [...found].filter(path => ![...found].some(other => other !== path && isWithin(path, other))).sort();
}

/** Expands `~/a` and `$NAME/a`; the variable may be a list; none if it is not set. */
export function expandFolder(folder: string, env: Variables, home: string): string[] {
	const [, name, rest = ''] = /^(~|\$\w+)([\s\S]*)$/.exec(folder) ?? [];
	const starts = name === '~' ? [home] : (env[name?.slice(1) ?? ''] ?? '').split(delimiter);
	return starts.filter(isAbsolute).map(start => join(start, rest));
}

function isSystem(path: string): boolean {
	return Object.keys(places.system).some(folder => isWithin(path, folder));
}

/** Of the folder above `bin` only the usual parts: others may hold the user's own data, such as keys. */
function installationOf(folder: string, home: string): string[] {
	const top = dirname(folder);
	const isShared = top === home || places.sharedFolders.some(name => top === join(home, name));
	return isProgramFolder(folder) && !isShared
		? [folder, ...places.installationParts.map(part => join(top, part))]
		: [folder];
}

function isProgramFolder(folder: string): boolean {
	return places.programFolders.includes(basename(folder));
}

/** The program folders that links in this one lead to, as from an environment to the interpreter it was made with. */
function linkedInstallations(folder: string): string[] {
	try {
		const links = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isSymbolicLink());
		return links.flatMap(({ name }) => realFolder(join(folder, name))).filter(isProgramFolder);
	} catch {
		// A PATH often names folders that are not there.
		return [];
	}
}

function realFolder(link: string): string[] {
	try {
		return [dirname(realpathSync.native(link))];
	} catch {
		return [];
	}
}
