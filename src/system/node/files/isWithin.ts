import { sep } from 'node:path';

/** Whether a path is a folder or inside it. Both are absolute and without symbolic links. */
export function isWithin(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
