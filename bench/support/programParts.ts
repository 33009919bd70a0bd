import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Of dist/program. */
export const programs = ['extension.cjs', 'commandLine.cjs', 'indexWorker.cjs'] as const;

export interface ProgramParts {
	/** File names: the program itself and what it imports before it runs. */
	readonly atStart: readonly string[];
	/** What it may load later. */
	readonly later: readonly string[];
	/** The source files and packages' files in what is loaded at the start, relative to the repository, with their bytes. */
	readonly sources: ReadonlyMap<string, number>;
}

/** By path relative to the repository: the outputs of esbuild's metafile (https://esbuild.github.io/api/#metafile). */
type Outputs = Readonly<
	Record<
		string,
		{
			readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
			readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
			/** The source file that is loaded by it. */
			readonly entryPoint?: string;
		}
	>
>;

/**
 * The parts of a program of dist/program (`extension.cjs`), as esbuild listed them, or of a part that it loads later,
 * by the path of the source file for which it does.
 */
export function programParts(folder: string, programOrSource: string): ProgramParts {
	const listed = Object.entries(JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8')) as Outputs);
	const outputs = new Map(listed.map(([path, output]) => [basename(path), output]));
	const [loader = programOrSource] = listed.find(([, { entryPoint }]) => entryPoint === programOrSource) ?? [];
	const program = basename(loader);
	const reached = (kinds: readonly string[]) => {
		const found = new Set([program]);
		for (const name of found) {
			for (const { path, kind, external } of outputs.get(name)?.imports ?? []) {
				external !== true && kinds.includes(kind) && found.add(basename(path));
			}
		}
		return [...found];
	};
	const atStart = reached(['import-statement']);
	const all = reached(['import-statement', 'dynamic-import']);
	const sources = atStart.flatMap(name => Object.entries(outputs.get(name)?.inputs ?? {}));
	return {
		atStart,
		later: all.filter(name => !atStart.includes(name)),
		sources: new Map(sources.map(([path, { bytesInOutput }]) => [path, bytesInOutput])),
	};
}

/** Bytes. */
export function sizeOf(folder: string, names: readonly string[]): number {
	return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
