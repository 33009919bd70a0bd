import { importLineNumbers } from '../../../code/pure/calls/importLines';
import type { CodeWorkspace } from '../../../code/pure/codeWorkspace';
import { FileTexts } from '../../../code/pure/texts/fileTexts';
import { type LineRange, lastName, type Place } from '../../../runs/pure/model/symbol';
import { IssueText, termsOf } from '../explain/issueText';
import { type LineGround, lineShares, namesOfLine } from './lineShares';
import { type LocatedCode, lineTokens, type Region, type RegionBudget, usualBudget } from './region';
import { bestSegments, type PricedLines, type Segment } from './segments';
import { type Suspect, suspectsOf } from './suspects';

/**
 * The regions that hold most of the lines that the fix is expected to change within the budget, the best first. The same outcome
 * and code give the same regions. The lines before a region that its code needs do not count.
 */
export async function chooseRegions(
	located: LocatedCode,
	{ index, files }: Pick<CodeWorkspace, 'index' | 'files'>,
	budget: RegionBudget,
): Promise<Region[]> {
	const suspects = suspectsOf(located, index);
	const texts = new FileTexts(files);
	const lines = new Map<string, readonly string[]>();
	for (const { file } of suspects) {
		lines.set(file, await texts.lines(file));
	}
	const ground = lineGround(located, suspects, lines);
	const priced = [...lines].map(([file, text]) => {
		const own = suspects.filter(each => each.file === file);
		return { file, startLine: 1, gains: gainsOf(text, own, ground), costs: costsOf(text, budget) };
	});
	return withinBudget(priced, budget).map(({ file, gain, ...range }) => {
		const place = { file, ...trimmed(range, lines.get(file) ?? []) };
		const own = suspects.filter(each => isOverlap(each, place)).sort((a, b) => a.startLine - b.startLine);
		const context = contextOf(place, { lines: lines.get(file) ?? [], own, ground });
		return { ...place, names: own.map(({ name }) => name), context, likelihood: Math.min(1, gain) };
	});
}

/** Without blank lines at its ends. */
function trimmed({ startLine, endLine }: LineRange, lines: readonly string[]): LineRange {
	const isBlank = (line: number) => (lines[line - 1] ?? '').trim() === '';
	let [from, to] = [startLine, endLine];
	while (from < to && isBlank(from)) {
		from++;
	}
	while (from < to && isBlank(to)) {
		to--;
	}
	return { startLine: from, endLine: to };
}

function isOverlap(one: Place, other: Place): boolean {
	return one.file === other.file && one.startLine <= other.endLine && other.startLine <= one.endLine;
}

/** So many definitions are suspicious by name. */
const nSuspicious = 10;

function lineGround(
	{ issue, brief }: LocatedCode,
	suspects: readonly Suspect[],
	lines: ReadonlyMap<string, readonly string[]>,
): LineGround {
	const { terms } = new IssueText(brief?.edited ?? issue.body, issue.title, brief?.form);
	const counts = new Map<string, number>();
	for (const { file, startLine, endLine } of suspects) {
		for (const term of termsOf((lines.get(file) ?? []).slice(startLine - 1, endLine).join('\n'))) {
			counts.set(term, (counts.get(term) ?? 0) + 1);
		}
	}
	return {
		weightOf: term => (terms.has(term) ? Math.log(1 + suspects.length / (counts.get(term) ?? 1)) : 0),
		named: new Set((brief?.names ?? []).map(({ text }) => text.slice(text.lastIndexOf('.') + 1))),
		suspicious: new Set(suspects.slice(0, nSuspicious).map(({ name }) => lastName(name))),
	};
}

/** For each line, how much of the fix it is expected to hold. */
function gainsOf(lines: readonly string[], suspects: readonly Suspect[], ground: LineGround): Float64Array {
	const gains = new Float64Array(lines.length);
	for (const suspect of suspects) {
		for (const { line, share } of lineShares(suspect, lines, ground)) {
			gains[line - 1] = (gains[line - 1] ?? 0) + suspect.likelihood * share;
		}
	}
	return gains;
}

/** For each line, its share of the budget. */
function costsOf(lines: readonly string[], budget: RegionBudget): Float64Array {
	return Float64Array.from(lines, (text, at) => Math.max(lineTokens(at + 1, text) / budget.tokens, 1 / budget.lines));
}

interface PricedFile extends PricedLines {
	readonly file: string;
}

interface FileSegment extends Segment {
	readonly file: string;
}

/** Of the budget, what a region costs by itself: its heading, and the lines that its code needs. */
const costOfRegion = 0.02;
const nSteps = 24;
/**
 * The least expected share of the fix for which the whole usual budget is worth reading: a reader pays for code that was shown again with
 * each further step. Chosen on the development issues, of which each half prefers 0.3 to 0.45 (bench/keptRankings).
 */
const leastPrice = 0.4;

/** At the lowest price at which the best segments are within the budget. */
function withinBudget(files: readonly PricedFile[], budget: RegionBudget): FileSegment[] {
	// A smaller budget makes no token dearer.
	let [low, high] = [leastPrice * Math.min(1, budget.tokens / usualBudget.tokens), 1];
	let best: FileSegment[] = [];
	for (let step = 0; step < nSteps; step++) {
		const perCost = step === 0 ? low : (low + high) / 2;
		const prices = { perCost, perSegment: perCost * costOfRegion };
		const chosen = files
			.flatMap(file => bestSegments(file, prices).map(each => ({ ...each, file: file.file })))
			.filter(({ gain }) => gain > 0)
			.sort((a, b) => b.value - a.value)
			.slice(0, budget.regions);
		if (chosen.reduce((sum, { cost }) => sum + cost + costOfRegion, 0) <= 1) {
			best = chosen;
			high = perCost;
		} else {
			low = perCost;
		}
	}
	return best.sort((a, b) => rank(b) - rank(a));
}

/** Regions that are likely and short come first. */
function rank({ gain, cost }: Segment): number {
	return gain / Math.sqrt(cost);
}

const mostContext = { signature: 3, imports: 2 };

interface Around {
	readonly lines: readonly string[];
	readonly own: readonly Suspect[];
	readonly ground: LineGround;
}

/**
 * The lines shown before a region: imports of suspicious names in it, or of names of the issue, and the beginning of the signature
 * of the definition that it begins inside of.
 */
function contextOf({ startLine, endLine }: Place, { lines, own, ground }: Around): number[] {
	const names = new Set(lines.slice(startLine - 1, endLine).flatMap(namesOfLine));
	const isWanted = (name: string) => names.has(name) && (ground.suspicious.has(name) || ground.named.has(name));
	const imports = importLineNumbers(lines).filter(
		line => line < startLine && namesOfLine(lines[line - 1] ?? '').some(isWanted),
	);
	const [first] = own;
	const header = first?.symbol !== undefined && first.startLine < startLine ? first.symbol : undefined;
	const from = header?.nameLine ?? 0;
	const nHeader =
		header === undefined ? 0 : Math.min(mostContext.signature, Math.max(from, header.headerEndLine) - from + 1);
	const signature = Array.from({ length: nHeader }, (_, at) => from + at).filter(line => line < startLine);
	return [...new Set([...imports.slice(0, mostContext.imports), ...signature])].sort((a, b) => a - b);
}
