import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Mode, modification time and content of everything in a folder, by path, including `.git` and links. The times of git's
 * objects are left out: git refreshes them for existing objects.
 */
export function folderPicture(folder: string): Record<string, string> {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
	return Object.fromEntries(names.map(name => [name.replaceAll('\\', '/'), pictureOf(join(folder, name))]));
}

function pictureOf(path: string): string {
	const found = lstatSync(path);
	const content = found.isFile() ? createHash('sha1').update(readFileSync(path)).digest('hex') : '';
	const target = found.isSymbolicLink() ? readlinkSync(path) : '';
	const isTimeless = found.isDirectory() || path.includes(join('.git', 'objects'));
	return [found.mode.toString(8), isTimeless ? '' : found.mtimeMs, content, target].join(' ');
}
