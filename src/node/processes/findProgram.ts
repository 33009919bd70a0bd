import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { ProgramMissingError } from '../../core/ports';

/**
 * Absolute path of the program that a command in the folder `cwd` would start. Throws `ProgramMissingError` where there
 * is none.
 */
export async function findProgram(program: string, cwd: string, env = process.env): Promise<string> {
	const isPath = isAbsolute(program) || /[\\/]/.test(program);
	const folders = isPath ? [cwd] : (env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
	for (const folder of folders) {
		for (const end of endings(env)) {
			const path = isPath ? resolve(folder, program + end) : join(folder, program + end);
			if (await isProgram(path)) {
				return path;
			}
		}
	}
	throw new ProgramMissingError(program);
}

function endings(env: NodeJS.ProcessEnv): readonly string[] {
	return process.platform === 'win32' ? [...(env.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';'), ''] : [''];
}

async function isProgram(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}
