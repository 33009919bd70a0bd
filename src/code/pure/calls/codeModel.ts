import { isDividedText } from '../index/indexedFile';
import type { NameNumbers } from '../index/symbolList';
import type { UnitTable } from '../index/units/unitTable';
import { type CodeUnit, unitAt } from './codeUnits';
import { resolvePath } from './resolvePath';

/** All suspects, by position. Positions are stable for a given state of the workspace. */
export class CodeModel {
	/** Paths of the non-test files. */
	readonly files: readonly string[];
	readonly nFunctions: number;
	/** Position of each function's file. */
	readonly fileOf: Uint32Array;
	/** Numbers of each function's name, and of the container of the outermost function around it. */
	readonly names: Uint32Array;
	readonly containers: Uint32Array;
	readonly numbers: NameNumbers;
	private readonly filePositions: ReadonlyMap<string, number>;
	/** Functions of file f: from `first[f]` to `first[f + 1]`. */
	private readonly first: Uint32Array;
	/** The position of each file's first function among all units. */
	private readonly rows: Uint32Array;
	private readonly positions: Uint32Array;
	private readonly made = new Map<number, CodeUnit>();
	/** See `ownersIn`; of the files that were asked for. */
	private readonly owners = new Map<number, Uint32Array>();
	/** Of each name's number the first function with it, plus 1, and of each function the next one of its name, plus 1. */
	private named: { readonly first: Uint32Array; readonly next: Uint32Array } | undefined;
	private readonly modules: ReadonlyMap<string, readonly number[]>;
	private all: readonly string[] | undefined;

	/** `suspects`: positions of files in the unit table. `tests`: paths of test files. */
	constructor(
		private readonly units: UnitTable,
		suspects: readonly number[],
		readonly tests: readonly string[] = [],
	) {
		this.files = suspects.map(at => units.files[at]?.path ?? '');
		this.numbers = units.numbers;
		this.filePositions = new Map(this.files.map((path, at) => [path, at]));
		this.positions = Uint32Array.from(suspects);
		this.first = new Uint32Array(suspects.length + 1);
		this.rows = Uint32Array.from(suspects, at => units.first[at] ?? 0);
		for (const [file, at] of suspects.entries()) {
			const nUnits = (units.first[at + 1] ?? 0) - (units.first[at] ?? 0);
			this.first[file + 1] = (this.first[file] ?? 0) + nUnits;
		}
		this.nFunctions = this.first[suspects.length] ?? 0;
		this.fileOf = new Uint32Array(this.nFunctions);
		this.names = new Uint32Array(this.nFunctions);
		this.containers = new Uint32Array(this.nFunctions);
		for (let file = 0; file < suspects.length; file++) {
			for (let at = this.first[file] ?? 0; at < (this.first[file + 1] ?? 0); at++) {
				this.fileOf[at] = file;
				this.names[at] = units.nameAt(this.rowOf(at), this.positions[file] ?? 0);
				this.containers[at] = units.ownerAt(this.rowOf(at), this.positions[file] ?? 0);
			}
		}
		this.modules = byLastPart(this.files);
	}

	/** The function at a position, as an object. */
	unit(at: number): CodeUnit | undefined {
		const known = this.made.get(at);
		if (known !== undefined || at < 0 || at >= this.nFunctions) {
			return known;
		}
		const unit = unitAt(this.units, this.rowOf(at), this.positions[this.fileOf[at] ?? 0] ?? 0);
		if (unit !== undefined) {
			this.made.set(at, unit);
		}
		return unit;
	}

	/** Path of the file of a function. */
	pathOf(at: number): string {
		return this.files[this.fileOf[at] ?? -1] ?? '';
	}

	/** -1 for a test file or a file without code. */
	filePosition(path: string): number {
		return this.filePositions.get(path) ?? -1;
	}

	/** Paths of the files that a path in an issue means; none if it means a test. */
	filesOfPath(written: string): readonly string[] {
		this.all ??= [...this.files, ...this.tests];
		return resolvePath(this.all, written).filter(path => this.filePosition(path) >= 0);
	}

	/** Paths of the files a module name may mean; `name` is its path or the end of it, without extension. */
	filesOfModule(name: string): readonly string[] {
		const files = this.modules.get(name.slice(name.lastIndexOf('/') + 1)) ?? [];
		return files
			.map(file => this.files[file] ?? '')
			.filter(path => `/${moduleParts(path).join('/')}`.endsWith(`/${name}`));
	}

	/** Positions of the functions of a file, in source order. */
	functionsIn(file: number): readonly number[] {
		const [start, end] = [this.first[file] ?? 0, this.first[file + 1] ?? 0];
		return file < 0 ? [] : Array.from({ length: end - start }, (_, at) => start + at);
	}

	/** Positions of the functions of a name. */
	functionsNamed(name: string): readonly number[] {
		this.named ??= linkedByNumber(this.names);
		const found: number[] = [];
		const number = this.numbers.find(name);
		for (let at = this.named.first[number] ?? 0; at > 0; at = this.named.next[at - 1] ?? 0) {
			found.push(at - 1);
		}
		return found;
	}

	/** Position of the function around a line, -1 if there is none. */
	functionAt(path: string, line: number): number {
		const file = this.filePosition(path);
		if (file < 0) {
			return -1;
		}
		const owners = this.owners.get(file) ?? this.ownersIn(file);
		this.owners.set(file, owners);
		return (owners[line] ?? 0) - 1;
	}

	/** For each line of a file the position of the first function around it, plus 1; of a text that of the innermost block. */
	private ownersIn(file: number): Uint32Array {
		const [first, end] = [this.first[file] ?? 0, this.first[file + 1] ?? 0];
		let last = 0;
		for (let at = first; at < end; at++) {
			this.forEachRange(at, (_, endLine) => {
				last = Math.max(last, endLine);
			});
		}
		const owners = new Uint32Array(last + 1);
		const isText = isDividedText(this.units.files[this.positions[file] ?? -1] ?? noFile);
		for (let each = 0; each < end - first; each++) {
			// The one that is filled in last is left.
			const at = isText ? first + each : end - 1 - each;
			this.forEachRange(at, (startLine, endLine) => owners.fill(at + 1, startLine, endLine + 1));
		}
		return owners;
	}

	/** Positions of the functions defined in a class of that qualified name, or in the classes nested in it. */
	membersOf(path: string, className: string): readonly number[] {
		return this.functionsIn(this.filePosition(path)).filter(at => {
			const container = this.numbers.text(this.containers[at] ?? 0);
			return container === className || container.startsWith(`${className}.`);
		});
	}

	/** Calls back with the lines of the definitions of a function, 1-based and inclusive. */
	forEachRange(at: number, take: (startLine: number, endLine: number) => void): void {
		this.units.forEachRange(this.rowOf(at), this.positions[this.fileOf[at] ?? 0] ?? 0, take);
	}

	private rowOf(at: number): number {
		const file = this.fileOf[at] ?? 0;
		return (this.rows[file] ?? 0) + at - (this.first[file] ?? 0);
	}
}

const noFile = { state: 'text' } as const;

/** Links the positions of equal numbers, in their order. */
function linkedByNumber(numbers: Uint32Array): { readonly first: Uint32Array; readonly next: Uint32Array } {
	const first = new Uint32Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1);
	const next = new Uint32Array(numbers.length);
	for (let at = numbers.length - 1; at >= 0; at--) {
		const number = numbers[at] ?? 0;
		next[at] = first[number] ?? 0;
		first[number] = at + 1;
	}
	return { first, next };
}

/** Positions of files, by the last part of the names of their modules. */
function byLastPart(files: readonly string[]): ReadonlyMap<string, readonly number[]> {
	const modules = new Map<string, number[]>();
	for (const [at, path] of files.entries()) {
		const last = moduleParts(path).at(-1) ?? '';
		const same = modules.get(last);
		if (same === undefined) {
			modules.set(last, [at]);
		} else {
			same.push(at);
		}
	}
	return modules;
}

/** The path of a file without its extension. A folder's main file represents the folder. */
function moduleParts(path: string): string[] {
	const parts = path.replace(/\.\w+$/, '').split('/');
	return parts.length > 1 && /^(?:__init__|index|mod|lib|main)$/.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
}
