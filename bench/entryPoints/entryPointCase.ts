import { readFileSync } from 'node:fs';

/**
 * Where the fault is, by the output: `deepest`, in the deepest project frame or in what the failing line of the test
 * calls; `frame`, in another project frame; `none`, in no frame.
 */
export type CaseClass = 'deepest' | 'frame' | 'none';

export const caseClasses: readonly CaseClass[] = ['deepest', 'frame', 'none'];

/** A change of whole lines of one file, made by one operator. Lines are 1-based; both texts have the same number of lines. */
export interface Mutation {
	readonly operator: string;
	readonly file: string;
	readonly line: number;
	readonly before: string;
	readonly after: string;
}

export interface GoldFunction {
	readonly file: string;
	/** `Class.method` or `function`. */
	readonly name: string;
	readonly startLine: number;
	readonly endLine: number;
}

/** What a failing program printed, and the function that makes it fail. */
export interface EntryPointCase {
	readonly id: string;
	readonly language: string;
	readonly runner: string;
	/** The id of a package in packages.json. */
	readonly package: string;
	readonly version: string;
	/** The archive of the package: the client that fetches it, the name of the file and its SHA-256. */
	readonly source: string;
	readonly class: CaseClass;
	readonly heldOut: boolean;
	readonly mutation: Mutation;
	readonly gold: GoldFunction;
	/** Run in `root`, where the package was. */
	readonly command: string;
	readonly root: string;
	readonly output: string;
}

export function readCases(path: string): EntryPointCase[] {
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.filter(line => line !== '').map(line => JSON.parse(line) as EntryPointCase);
}

/** The text of a file with the mutation. Throws where the file does not have the lines it changes. */
export function mutated(text: string, { file, line, before, after }: Mutation): string {
	const lines = text.split('\n');
	const old = before.split('\n');
	if (lines.slice(line - 1, line - 1 + old.length).join('\n') !== before) {
		throw new Error(`${file}:${line} is not what the mutation changes`);
	}
	return [...lines.slice(0, line - 1), ...after.split('\n'), ...lines.slice(line - 1 + old.length)].join('\n');
}
