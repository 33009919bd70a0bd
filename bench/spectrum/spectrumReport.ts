import type { Place } from '../../src/runs/pure/model/symbol';
import { NearFrames } from '../../src/testing/pure/spectrum/nearFrames';
import type { MutantResult, SpectrumProject } from './mutantResult';

export interface ReportRequest {
	readonly projectsFolder: string;
	readonly results: readonly MutantResult[];
}

/** Prints how often the function at fault is the first, and among the first five, beside other orders. */
export async function printReport(projects: readonly SpectrumProject[], { results }: ReportRequest): Promise<void> {
	for (const [name, part] of [
		['tuning', results.filter(({ isTuning }) => isTuning)],
		['judging', results.filter(({ isTuning }) => !isTuning)],
		['all', results],
	] as const) {
		console.log(`\n${name}: ${part.length} mutants`);
		for (const { id } of [...projects, { id: 'all' }]) {
			const own = part.filter(({ project }) => id === 'all' || project === id);
			console.log(`${id.padEnd(20)} ${row(own)}`);
		}
	}
}

function row(results: readonly MutantResult[]): string {
	const n = results.length;
	const ranks = results.map(({ spectrum, gold }) => rankIn(spectrum.suspects, gold));
	const frames = results.map(framesFirst);
	const random = (k: number) =>
		sum(results.map(each => (rankIn(each.spectrum.suspects, each.gold) === 0 ? 0 : share(each, k))));
	const cost = sum(results.map(({ measuredMs }) => measuredMs)) / sum(results.map(({ plainMs }) => plainMs));
	return [
		`n ${n}`,
		`first ${percent(ranks.filter(rank => rank === 1).length, n)}`,
		`in 5 ${percent(ranks.filter(rank => rank >= 1 && rank <= 5).length, n)}`,
		`not run ${ranks.filter(rank => rank === 0).length}`,
		`| frames first: first ${percent(sum(frames.map(each => each(1))), n)} in 5 ${percent(sum(frames.map(each => each(5))), n)}`,
		`| random: first ${percent(random(1), n)} in 5 ${percent(random(5), n)}`,
		`| cost ${cost.toFixed(2)}`,
	].join('  ');
}

/** 1-based; 0 where no failing test executed it. */
function rankIn(suspects: readonly Place[], { file, startLine }: Place): number {
	return suspects.findIndex(each => each.file === file && each.startLine === startLine) + 1;
}

function share({ spectrum }: MutantResult, k: number): number {
	return Math.min(1, k / Math.max(1, spectrum.suspects.length));
}

/**
 * The chance to be among the first k of the executed functions, if those of the frames come first, in their order, and the
 * others in a random one.
 */
function framesFirst({ spectrum: { suspects }, frames, gold }: MutantResult): (k: number) => number {
	const near = new NearFrames(frames.map(({ file, line }) => ({ file, ...(line !== undefined && { line }) })));
	const framed = suspects.filter(each => near.isFrame(each)).sort((a, b) => near.compare(a, b));
	const rank = rankIn(framed, gold);
	const isRun = rankIn(suspects, gold) > 0;
	return k => {
		const nOthers = suspects.length - framed.length;
		const left = Math.max(0, k - framed.length);
		return rank > 0 ? Number(rank <= k) : isRun ? Math.min(1, left / Math.max(1, nOthers)) : 0;
	};
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

function percent(count: number, total: number): string {
	return `${((100 * count) / Math.max(1, total)).toFixed(0)} %`;
}
