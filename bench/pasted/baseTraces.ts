import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pastedFolder } from './readPasted';

/** Files of the workspace as the runtimes of another machine name them. */
export const tracedRoot = '/home/dev/till/';

/** A stack trace as its runtime prints it, with nothing around it. */
export interface BaseTrace {
	/** `python-chained` */
	readonly name: string;
	readonly text: string;
}

/** The traces of `traces/`, by their names. */
export function baseTraces(): BaseTrace[] {
	const folder = join(pastedFolder, 'traces');
	return globSync('*.txt', { cwd: folder })
		.sort()
		.map(file => ({
			name: file.replace(/\.txt$/, ''),
			text: readFileSync(join(folder, file), 'utf8').trimEnd(),
		}));
}
