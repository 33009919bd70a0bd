import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { ProgramMissingError } from '../../pure/errors/programMissingError';
import { isWithin } from '../files/isWithin';

export interface FindOptions {
	/** Defaults to the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Folders whose programs do not count. With them, only the absolute entries of PATH count. */
	readonly without?: readonly string[];
}

/**
 * Returns the absolute path of the program that a command in the folder `cwd` would start. Throws `ProgramMissingError`
 * if there is none.
 */
export async function findProgram(
	program: string,
	cwd: string,
	{ env = process.env, without }: FindOptions = {},
): Promise<string> {
	const isPath = isAbsolute(program) || /[\\/]/.test(program);
	const folders = isPath ? [cwd] : (variableOf(env, 'PATH') ?? '').split(delimiter).filter(folder => folder !== '');
	for (const folder of without === undefined ? folders : folders.filter(isAbsolute)) {
		for (const end of endings(env)) {
			const path = isPath ? resolve(folder, program + end) : resolve(cwd, folder, program + end);
			if ((await isProgram(path)) && !(await isIn(path, without))) {
				return path;
			}
		}
	}
	throw new ProgramMissingError(program);
}

/** Checks both the path itself and its link target. */
async function isIn(path: string, folders: readonly string[] = []): Promise<boolean> {
	const places = folders.length === 0 ? [] : [path, await realpath(path)];
	return places.some(place => folders.some(folder => isWithin(place, folder)));
}

/** Windows spells its variables in any case; a copy of its environment is an ordinary object. */
function variableOf(env: NonNullable<FindOptions['env']>, name: string): string | undefined {
	const isWindows = process.platform === 'win32';
	return env[name] ?? (isWindows ? Object.entries(env).find(([each]) => each.toUpperCase() === name)?.[1] : undefined);
}

function endings(env: NonNullable<FindOptions['env']>): readonly string[] {
	return process.platform === 'win32'
		? [...(variableOf(env, 'PATHEXT') ?? '.EXE;.CMD;.BAT;.COM').split(';'), '']
		: [''];
}

async function isProgram(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}
