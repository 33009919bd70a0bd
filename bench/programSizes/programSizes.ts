import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programParts, programs, sizeOf } from '../support/programParts';

/**
 * Lists the sizes of the programs in a folder like dist/: what each loads before it runs, and what it may load later.
 *
 *     npm run bench -- programSizes [FOLDER]
 */
const folder = process.argv[2] ?? 'dist';
const parts = join(folder, 'program');
row('at start', 'later', '');
for (const name of programs) {
	const { atStart, later } = programParts(parts, name);
	row(kilobytes(sizeOf(parts, atStart)), kilobytes(sizeOf(parts, later)), `program/${name}`);
}
const all = readdirSync(parts).filter(name => name.endsWith('.cjs'));
row('', kilobytes(sizeOf(parts, all)), 'program, the three together');
row(kilobytes(statSync(join(folder, 'webview', 'main.js')).size), '', 'webview/main.js');
for (const name of readdirSync(join(folder, 'grammars'))) {
	row('', kilobytes(statSync(join(folder, 'grammars', name)).size), `grammars/${name}`);
}

function row(atStart: string, later: string, name: string): void {
	console.log(`${atStart.padStart(10)} ${later.padStart(10)}  ${name}`);
}

function kilobytes(bytes: number): string {
	return `${Math.ceil(bytes / 1000)} kB`;
}
