import {
	appendFileSync,
	closeSync,
	existsSync,
	openSync,
	readFileSync,
	readSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FeatureTable } from '../../src/localizer/pure/features/featureTable';
import type { QueryClass } from '../../src/localizer/pure/features/queryClass';

/** The features of some places, a row each, and which of the places were fixed. */
interface CollectedPlaces {
	readonly names: readonly string[];
	readonly nRows: number;
	/** Rows of what was fixed. */
	readonly gold: readonly number[];
	/** How much of what was fixed is in no row. */
	readonly nMissing: number;
	/** Of each row a number for its file; of functions also one for its module. */
	readonly files: readonly number[];
	readonly modules?: readonly number[];
	/** In 32 bit numbers, where the values begin, row by row. */
	readonly start: number;
}

/** What was collected of one issue. */
export interface CollectedIssue {
	/** Of a pair its commit. */
	readonly id: string;
	readonly repo: string;
	readonly language: string;
	readonly kind: string;
	readonly namesSymbol: boolean;
	readonly query: QueryClass;
	readonly nGoldModules: number;
	readonly goldModules: readonly number[];
	readonly functions: CollectedPlaces;
	readonly files: CollectedPlaces;
}

/** The values of one issue's places: row by row, a value for each name. */
export interface FeatureValues {
	readonly functions: Float32Array;
	readonly files: Float32Array;
}

/** What was collected of one repository: `NAME.jsonl` and, with the values, `NAME.f32`. It grows issue by issue. */
export class CollectedFile {
	private readonly list: string;
	private readonly values: string;
	private end: number;
	readonly issues: CollectedIssue[];

	constructor(folder: string, name: string) {
		this.list = join(folder, `${name}.jsonl`);
		this.values = join(folder, `${name}.f32`);
		const lines = existsSync(this.list) ? readFileSync(this.list, 'utf8').split('\n') : [];
		// A process that was killed may have written a part of the last line.
		this.issues = lines.slice(0, -1).map(line => JSON.parse(line) as CollectedIssue);
		if (lines.at(-1) !== '') {
			writeFileSync(this.list, this.issues.map(issue => `${JSON.stringify(issue)}\n`).join(''));
		}
		this.end = existsSync(this.values) ? statSync(this.values).size >> 2 : 0;
	}

	/** Appends the values first: what is in the list is complete. */
	append(tables: readonly FeatureTable[], issueOf: (starts: readonly number[]) => CollectedIssue): void {
		const starts = tables.map(table => this.appendValues(table));
		const issue = issueOf(starts);
		appendFileSync(this.list, `${JSON.stringify(issue)}\n`);
		this.issues.push(issue);
	}

	read({ functions, files }: CollectedIssue): FeatureValues {
		return { functions: this.readPlaces(functions), files: this.readPlaces(files) };
	}

	private appendValues(table: FeatureTable): number {
		const columns = table.names.flatMap(name => table.column(name) ?? []);
		const nRows = table.positions.length;
		const values = new Float32Array(nRows * columns.length);
		for (let row = 0; row < nRows; row++) {
			for (const [at, column] of columns.entries()) {
				values[row * columns.length + at] = column[row] ?? Number.NaN;
			}
		}
		const start = this.end;
		appendFileSync(this.values, new Uint8Array(values.buffer));
		this.end += values.length;
		return start;
	}

	private readPlaces({ names, nRows, start }: CollectedPlaces): Float32Array {
		const values = new Float32Array(nRows * names.length);
		const file = openSync(this.values, 'r');
		readSync(file, new Uint8Array(values.buffer), 0, values.byteLength, start * 4);
		closeSync(file);
		return values;
	}
}
