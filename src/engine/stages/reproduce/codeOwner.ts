import type { Traceback } from '../../../runs/pure/model/brief';

/** How the files of a reproducer's folder are classified. */
export interface OwnedCode {
	/** The reproducer's file, a workspace path. */
	readonly script: string;
	/** Absolute path of the folder it ran in. */
	readonly folder: string;
	/** The files of the project. */
	readonly projectPaths: ReadonlySet<string>;
}

/**
 * Whose code failed: the owner of the innermost frame outside libraries, or of the file the failure names. Undefined if
 * that is unclear.
 */
export function codeOwner(
	named: string | undefined,
	trace: Traceback | undefined,
	code: OwnedCode,
): 'script' | 'project' | undefined {
	const files = named === undefined ? (trace?.frames.map(({ file }) => file) ?? []) : [named];
	const owners = files.map(file => ownerOf(file.replaceAll('\\', '/'), code));
	return owners.findLast(owner => owner !== undefined);
}

function ownerOf(file: string, { script, folder, projectPaths }: OwnedCode): 'script' | 'project' | undefined {
	const top = `${folder.replaceAll('\\', '/')}/`;
	if (baseName(file) === baseName(script)) {
		return 'script';
	}
	const isOwn = file.startsWith(top) ? projectPaths.has(file.slice(top.length)) : isNamed(file, projectPaths);
	return isOwn ? 'project' : undefined;
}

/** Frames name files by parts of their paths, by the path given to a compiler, or by the target of a link. */
function isNamed(file: string, projectPaths: ReadonlySet<string>): boolean {
	const parts = file.replace(/^\.\//, '').split('/');
	const isAbsolute = parts[0] === '' || /^[A-Za-z]:$/.test(parts[0] ?? '');
	const ends = parts.slice(1).map((_, at) => parts.slice(at + 1).join('/'));
	// The bare name of a file somewhere on the machine is no evidence.
	return isAbsolute
		? ends.some(end => end.includes('/') && projectPaths.has(end))
		: [...projectPaths].some(path => path === parts.join('/') || path.endsWith(`/${parts.join('/')}`));
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
