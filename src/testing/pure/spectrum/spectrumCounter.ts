import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { placeOfSymbol } from '../../../code/pure/search/foundPlace';
import type { CodeSymbol } from '../../../runs/pure/model/symbol';
import type { Spectrum, SpectrumFormula, Suspect, SuspectLine } from '../../../runs/pure/model/testing/spectrum';
import type { ExecutedLines, TestCoverage } from '../coverage/testCoverage';
import type { FramePlace } from '../traces/workspaceFrames';
import { type ExecutionCounts, suspiciousnessOf } from './formulas';
import { LineOwners } from './lineOwners';
import { NearFrames } from './nearFrames';
import { mostOfLine, passingTests } from './passingTests';

export interface SpectrumOptions extends Pick<Spectrum, 'per' | 'measuredBy'> {
	readonly formula: SpectrumFormula;
	/** The frames of the failure, nearest to it first: they come first among equal scores. */
	readonly frames: readonly FramePlace[];
}

/** A program that failed or passed; a reproducer has no id. */
type CountedTest = Pick<TestCoverage, 'outcome' | 'lines' | 'file'> & Partial<Pick<TestCoverage, 'id'>>;

/** How often the lines and the functions of a file were executed by failing tests, and by passing ones. */
interface FileCounts {
	readonly owners: LineOwners;
	readonly lines: Record<'failing' | 'passing', Int32Array>;
	readonly functions: Record<'failing' | 'passing', Int32Array>;
	/** By line, the numbers of the first passing tests that executed it. */
	readonly tests: Map<number, number[]>;
	/** Lines and functions that ran outside of tests, for all of them. */
	readonly common: { readonly lines: Set<number>; readonly functions: Set<number> };
}

/** Counts the lines tests executed, one test after the other, so that their coverage need not be kept. */
export class SpectrumCounter {
	nFailing = 0;
	nPassing = 0;
	/** Of passing tests, by their numbers. */
	private readonly names: string[] = [];
	/** Undefined for a file whose lines do not count: tests, and files that are not in the index. */
	private readonly files = new Map<string, FileCounts | undefined>();

	constructor(private readonly index: SymbolIndex) {}

	/** Whether a test counts: not if it was skipped, or executed nothing known. */
	add({ id = '', file = id, outcome, lines }: CountedTest): boolean {
		if (outcome === 'skipped' || !this.isKnown(lines)) {
			return false;
		}
		const kind = outcome === 'failed' ? 'failing' : 'passing';
		const test = kind === 'passing' ? this.names.push(file) - 1 : undefined;
		for (const [path, executed] of lines) {
			const counts = this.countsOf(path);
			if (counts !== undefined) {
				addLines(counts, kind, executed, test);
			}
		}
		this.nFailing += kind === 'failing' ? 1 : 0;
		this.nPassing += kind === 'passing' ? 1 : 0;
		return true;
	}

	/** Adds lines that ran outside of tests, as while modules were loaded: they count as executed by each test. */
	addCommon(lines: ExecutedLines): void {
		for (const [path, executed] of lines) {
			const counts = this.countsOf(path);
			for (const line of counts === undefined ? [] : executed) {
				const at = counts?.owners.at(line) ?? -1;
				if (at >= 0) {
					counts?.common.lines.add(line);
					counts?.common.functions.add(at);
				}
			}
		}
	}

	/**
	 * The functions that failing tests executed, the most suspicious first. Of the same score, those nearest to the frames
	 * of the failure come first, then those that fewer passing tests executed; path and line only make the order fixed.
	 */
	spectrum({ formula, frames, per, measuredBy }: SpectrumOptions): Spectrum {
		const near = new NearFrames(frames);
		const suspects = [...this.files.values()].flatMap(counts =>
			counts === undefined ? [] : this.suspectsIn(counts, formula),
		);
		suspects.sort((a, b) => b.score - a.score || near.compare(a, b) || a.nPassing - b.nPassing || comparePlaces(a, b));
		const testsOf = (path: string, line: number) => this.files.get(path)?.tests.get(line) ?? [];
		const passing = passingTests(suspects, this.names, testsOf);
		return { formula, nFailing: this.nFailing, nPassing: this.nPassing, per, measuredBy, suspects, passing };
	}

	/** A test without a file in the index was not measured: its tests ran elsewhere, or nothing was recorded. */
	private isKnown(lines: ExecutedLines): boolean {
		return [...lines.keys()].some(path => this.index.file(path) !== undefined);
	}

	private countsOf(path: string): FileCounts | undefined {
		if (!this.files.has(path)) {
			const file = this.index.file(path);
			const isCounted = file !== undefined && !file.isTest && file.symbols.length > 0;
			this.files.set(path, isCounted ? emptyCounts(new LineOwners(file.symbols)) : undefined);
		}
		return this.files.get(path);
	}

	private suspectsIn(counts: FileCounts, formula: SpectrumFormula): Suspect[] {
		const { owners, lines, functions, common } = counts;
		const linesOf = new Map<number, SuspectLine[]>();
		for (let line = 1; line <= owners.lastLine; line++) {
			const at = owners.at(line);
			const score = at < 0 ? 0 : suspiciousnessOf(formula, this.ofAll(lines, line, common.lines));
			if (score > 0) {
				const known = linesOf.get(at) ?? [];
				known.push({ line, score });
				linesOf.set(at, known);
			}
		}
		return [...linesOf].flatMap(([at, suspectLines]) => {
			const symbol = owners.functions[at];
			return symbol === undefined
				? []
				: this.suspect(symbol, suspectLines, this.ofAll(functions, at, common.functions));
		});
	}

	private suspect(symbol: CodeSymbol, lines: readonly SuspectLine[], { failing, passing }: ExecutionCounts): Suspect {
		return {
			...placeOfSymbol(this.index, symbol),
			score: lines.reduce((best, { score }) => Math.max(best, score), 0),
			nFailing: failing,
			nPassing: passing,
			lines,
		};
	}

	private ofAll({ failing, passing }: FileCounts['lines'], at: number, common: ReadonlySet<number>): ExecutionCounts {
		const all = { failing: this.nFailing, passing: this.nPassing };
		const counts = common.has(at) ? all : { failing: failing[at] ?? 0, passing: passing[at] ?? 0 };
		return { ...counts, allFailing: all.failing, allPassing: all.passing };
	}
}

function emptyCounts(owners: LineOwners): FileCounts {
	const zeros = (length: number) => ({ failing: new Int32Array(length), passing: new Int32Array(length) });
	const common = { lines: new Set<number>(), functions: new Set<number>() };
	return {
		owners,
		lines: zeros(owners.lastLine + 1),
		functions: zeros(owners.functions.length),
		tests: new Map(),
		common,
	};
}

/** Lines beyond the last function count for nothing, so that no number in a foreign file costs memory. */
function addLines(
	{ owners, lines, functions, tests }: FileCounts,
	kind: 'failing' | 'passing',
	executed: Iterable<number>,
	test: number | undefined,
): void {
	const hit = new Set<number>();
	for (const line of executed) {
		const at = owners.at(line);
		if (at >= 0) {
			increment(lines[kind], line);
			hit.add(at);
			const known = tests.get(line) ?? [];
			if (test !== undefined && known.length < mostOfLine) {
				tests.set(line, [...known, test]);
			}
		}
	}
	for (const at of hit) {
		increment(functions[kind], at);
	}
}

function increment(counts: Int32Array, at: number): void {
	counts[at] = (counts[at] ?? 0) + 1;
}

function comparePlaces(a: Suspect, b: Suspect): number {
	return a.file === b.file ? a.startLine - b.startLine : a.file < b.file ? -1 : 1;
}
