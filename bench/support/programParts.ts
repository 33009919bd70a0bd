import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of dist/program. */
export const programs = ['extension.mjs', 'commandLine.mjs', 'indexWorker.mjs'] as const;

export interface ProgramParts {
	/** File names: the program itself and what it imports before it runs. */
	readonly atStart: readonly string[];
	/** What it may load later. */
	readonly later: readonly string[];
}

/** The parts of a program of dist/program (`extension.mjs`), read from its import statements. */
export function programParts(folder: string, program: string): ProgramParts {
	const atStart = reached(folder, [program], text => namesIn(text, /(?:\bfrom|^import) ?"\.\/([\w.-]+)"/gm));
	const all = reached(folder, [program], text => namesIn(text, /(?:\bfrom|\bimport\(|^import) ?"\.\/([\w.-]+)"/gm));
	return { atStart, later: all.filter(name => !atStart.includes(name)) };
}

/** Bytes. */
export function sizeOf(folder: string, names: readonly string[]): number {
	return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function reached(folder: string, names: readonly string[], next: (text: string) => readonly string[]): string[] {
	const found = new Set(names);
	const known = new Set(readdirSync(folder));
	for (const name of found) {
		for (const each of next(readFileSync(join(folder, name), 'utf8'))) {
			known.has(each) && found.add(each);
		}
	}
	return [...found];
}

function namesIn(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
