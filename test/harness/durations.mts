import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Recorded {
	/** Milliseconds by test file. */
	readonly files: Readonly<Record<string, number>>;
	/** Milliseconds by full title, the longest first: to look at. */
	readonly tests: Readonly<Record<string, number>>;
}

/** Most files take less. */
const usualMs = 500;

/**
 * How long each file of tests took on this machine, in `out/durations.json`; before the first run, as in `slowFiles.json`
 * (milliseconds of the slow ones). It decides about the order of files and what `test:changed` leaves out, and nothing else.
 */
export class Durations {
	readonly #file: string;
	readonly #known: Record<string, number>;
	readonly #tests: Record<string, number>;

	constructor(repoRoot: string) {
		this.#file = join(repoRoot, 'out', 'durations.json');
		const recorded = readJson<Recorded>(this.#file) ?? { files: {}, tests: {} };
		const slow = readJson<Record<string, number>>(join(repoRoot, 'test', 'harness', 'slowFiles.json')) ?? {};
		this.#known = { ...slow, ...recorded.files };
		this.#tests = { ...recorded.tests };
	}

	of(path: string): number {
		return this.#known[path] ?? usualMs;
	}

	record(path: string, ms: number, tests: readonly { readonly title: string; readonly ms: number }[]): void {
		this.#known[path] = Math.round(ms);
		for (const { title, ms: testMs } of tests) {
			this.#tests[title] = testMs;
		}
	}

	save(): void {
		const sorted = (values: Record<string, number>) =>
			Object.fromEntries(Object.entries(values).sort(([, one], [, other]) => other - one));
		mkdirSync(dirname(this.#file), { recursive: true });
		writeFileSync(this.#file, JSON.stringify({ files: sorted(this.#known), tests: sorted(this.#tests) }, null, '\t'));
	}
}

function readJson<T>(file: string): T | undefined {
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
