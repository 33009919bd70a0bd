import { type Files, FileUnreadableError } from '../../../system/pure/files';

/**
 * Names the programs a user could install: `python3, python or py`. Programs that would be in the project are left out
 * unless there are no others.
 */
export function alternatives(programs: readonly string[]): string {
	const installable = programs.filter(program => !program.startsWith('./'));
	const all = [...new Set(installable.length > 0 ? installable : programs)];
	return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(text => text !== '').join(' or ');
}

/**
 * Returns the programs that may run a script, the preferred one first. `own`: programs of the project, by the name each
 * replaces.
 */
export function interpreterPrograms(names: readonly string[], own: ReadonlyMap<string, string> = new Map()): string[] {
	return [...names.flatMap(name => own.get(name) ?? []), ...names];
}

/** A file behind a link, as installed packages are, exists as well. */
export async function exists(files: Files, path: string): Promise<boolean> {
	try {
		await files.readText(path);
		return true;
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return error.reason !== 'missing';
		}
		throw error;
	}
}
