import type { ReproducerData } from '../../../code/pure/languages/reproducerData';
import { UserError } from '../../../system/pure/errors/userError';
import type { OwnedCode } from './codeOwner';

/** A module or a file that a program needs and that was not found. */
export interface MissingModule {
	/** As the output names it; a file of the copy by its workspace path. */
	readonly name: string;
	/** It would be part of the project, so that installing something does not help. */
	readonly isOwn: boolean;
	/** The command that installs it, with `{interpreter}` for the program that ran; absent if none is known. */
	readonly install?: string;
}

export type MissingModuleRules = Partial<Pick<ReproducerData, 'missingModules' | 'install' | 'packageNames'>>;

export interface ModuleOwner extends Pick<OwnedCode, 'folder' | 'projectPaths'> {
	/** Names under which the project's code is loaded, other than its file names. */
	readonly ownNames?: readonly string[];
}

/** The last module that an output reports as missing; undefined if it names none. */
export function missingModule(
	output: string,
	{ missingModules = [], ...rules }: MissingModuleRules,
	code: ModuleOwner,
): MissingModule | undefined {
	const found = missingModules.flatMap(({ error, isPackage = false }) =>
		[...output.matchAll(new RegExp(error, 'gm'))].map(match => ({ match, isPackage })),
	);
	const last = found.sort((a, b) => a.match.index - b.match.index).at(-1);
	const named = last?.match.groups?.module;
	if (last === undefined || named === undefined) {
		return undefined;
	}
	const name = named.replaceAll('\\', '/').replace(`${code.folder.replaceAll('\\', '/')}/`, '');
	const isOwn = name !== named || isOwnName(name, last.isPackage, code);
	const install = isOwn ? undefined : installCommand(last.isPackage ? name : topOf(name), rules, code);
	return { name, isOwn, ...(install !== undefined && { install }) };
}

/** A path, a name of the project, or a name that begins with the name of one of its folders or files. */
function isOwnName(name: string, isPackage: boolean, { projectPaths, ownNames = [] }: ModuleOwner): boolean {
	if (/^(?:[./]|[A-Za-z]:)/.test(name) || ownNames.some(own => name === own || name.startsWith(`${own}/`))) {
		return true;
	}
	const top = topOf(name);
	const isPart = (part: string) => part === top || part.startsWith(`${top}.`);
	return !isPackage && [...projectPaths].some(path => path.split('/').some(isPart));
}

/** The first part of a qualified name. */
function topOf(name: string): string {
	return name.split(/[./]|::/)[0] ?? '';
}

/** Undefined also for a name that has no place in a command: names come from outputs. */
function installCommand(
	module: string,
	{ install = [], packageNames = {} }: MissingModuleRules,
	{ projectPaths }: ModuleOwner,
): string | undefined {
	const isPlain = /^[\w@][\w.@/-]{0,100}$/.test(module);
	const way = install.find(({ needs }) => needs === undefined || projectPaths.has(needs));
	const name = Object.hasOwn(packageNames, module) ? packageNames[module] : module;
	return isPlain ? way?.command.replace('{module}', name ?? module) : undefined;
}

/** A program cannot run because of a module that is not part of the project. */
export class MissingModuleError extends UserError {
	/** `program`: the program that ran it, as the command names it. */
	constructor(program: string, { name, install }: MissingModule) {
		const shown = program.replace(/^\.\//, '');
		const command = isPlainPath(shown) ? install?.replace('{interpreter}', quoted(shown)) : undefined;
		super(`${shown} has no module ${name}. Install it, or use the environment of the project.`, {
			cures: [{ kind: 'install', program: name, isModule: true, ...(command !== undefined && { command }) }],
		});
	}
}

function isPlainPath(path: string): boolean {
	return /^[\w@+:,. /\\~-]+$/.test(path);
}

function quoted(path: string): string {
	return path.includes(' ') ? `"${path}"` : path;
}
