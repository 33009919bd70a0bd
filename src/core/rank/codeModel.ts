import type { IndexedFile } from '../index/indexedFile';
import type { CodeSymbol } from '../model/symbol';
import { type CodeUnit, codeUnits } from './codeUnits';
import { resolvePath } from './resolvePath';

/** All suspects, by position. Positions are stable for a given state of the workspace. */
export class CodeModel {
	/** Paths of the non-test files. */
	readonly files: readonly string[];
	readonly tests: readonly string[];
	readonly functions: readonly CodeUnit[];
	readonly classes: readonly CodeUnit[];
	/** Position of each function's file. */
	readonly fileOf: Int32Array;
	private readonly filePositions: ReadonlyMap<string, number>;
	private readonly byFile: readonly (readonly number[])[];
	private readonly modules: ReadonlyMap<string, readonly string[]>;
	private readonly byName: ReadonlyMap<string, readonly number[]>;

	/** `code`: the files whose functions are suspects, in the order of their paths. */
	constructor(code: readonly IndexedFile[], tests: readonly IndexedFile[] = []) {
		const { functions, classes } = codeUnits(code);
		this.files = code.map(({ path }) => path);
		this.tests = tests.map(({ path }) => path);
		this.functions = functions;
		this.modules = moduleNames(this.files);
		this.classes = classes;
		this.filePositions = new Map(this.files.map((path, at) => [path, at]));
		this.fileOf = Int32Array.from(functions, ({ file }) => this.filePositions.get(file) ?? -1);
		const byFile: number[][] = this.files.map(() => []);
		const byName = new Map<string, number[]>();
		for (const [at, { name }] of functions.entries()) {
			byFile[this.fileOf[at] ?? 0]?.push(at);
			const named = byName.get(name);
			if (named === undefined) {
				byName.set(name, [at]);
			} else {
				named.push(at);
			}
		}
		this.byFile = byFile;
		this.byName = byName;
	}

	/** -1 for a test file or a file without code. */
	filePosition(path: string): number {
		return this.filePositions.get(path) ?? -1;
	}

	/** Paths of the files that a path in an issue means; none where it means a test. */
	filesOfPath(written: string): readonly string[] {
		return resolvePath([...this.files, ...this.tests], written).filter(path => this.filePosition(path) >= 0);
	}

	/** Paths of the files a module name may mean; `name` is its path or the end of it, without extension. */
	filesOfModule(name: string): readonly string[] {
		return this.modules.get(name) ?? [];
	}

	/** Positions of the functions of a file, in source order. */
	functionsIn(file: number): readonly number[] {
		return this.byFile[file] ?? [];
	}

	/** Positions of the functions of a name. */
	functionsNamed(name: string): readonly number[] {
		return this.byName.get(name) ?? [];
	}

	/** Position of the function around a line, -1 if there is none. */
	functionAt(path: string, line: number): number {
		const inFile = this.functionsIn(this.filePosition(path));
		return inFile.find(at => this.functions[at]?.symbols.some(each => holds(each, line))) ?? -1;
	}

	/** Positions of the functions defined in a class of that qualified name, or in the classes nested in it. */
	membersOf(path: string, className: string): readonly number[] {
		return this.functionsIn(this.filePosition(path)).filter(at => {
			const container = this.functions[at]?.container ?? '';
			return container === className || container.startsWith(`${className}.`);
		});
	}
}

function holds({ startLine, endLine }: CodeSymbol, line: number): boolean {
	return startLine <= line && line <= endLine;
}

/** Every ending of a file's path without its extension -> the files it may mean: `b/c` for `a/b/c.ext`. */
export function moduleNames(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const modules = new Map<string, string[]>();
	for (const path of files) {
		const parts = moduleParts(path);
		for (let from = 0; from < parts.length; from++) {
			const ending = parts.slice(from).join('/');
			const same = modules.get(ending);
			if (same === undefined) {
				modules.set(ending, [path]);
			} else {
				same.push(path);
			}
		}
	}
	return modules;
}

/** A folder's main file represents the folder. */
function moduleParts(path: string): string[] {
	const parts = path.replace(/\.\w+$/, '').split('/');
	return parts.length > 1 && /^(?:__init__|index|mod|lib|main)$/.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
}
