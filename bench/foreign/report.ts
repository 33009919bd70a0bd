import { calibrationOf } from '../../src/research/pure/eval/calibration';
import { confidence } from '../../src/runs/pure/model/confidence';
import type { LocatedText } from './located';

/** Prints how often the first location is called what, by kind of text, and the reliability of all statements. */
export function report(located: readonly LocatedText[]): void {
	const likely = ({ shown }: LocatedText, ...words: string[]) =>
		words.includes(confidence({ score: shown, likelihood: shown }, { locations: [] }));
	for (const kind of ['own', 'foreign', 'empty'] as const) {
		const some = located.filter(each => each.kind === kind);
		const nVery = some.filter(each => likely(each, 'very likely')).length;
		const nLikely = some.filter(each => likely(each, 'very likely', 'likely')).length;
		const right = some.filter(each => likely(each, 'very likely', 'likely') && each.places[0]?.isFixed === true).length;
		const ofAll = (n: number) => `${n} (${((100 * n) / Math.max(1, some.length)).toFixed(1)} %)`;
		console.log(
			`${kind}: ${some.length} texts, first location very likely in ${ofAll(nVery)}, likely or very likely in ${ofAll(nLikely)}, of these right ${right}`,
		);
	}
	for (const [name, kinds] of [
		['own', ['own']],
		['all', ['own', 'foreign', 'empty']],
	] as const) {
		const places = located.filter(({ kind }) => kinds.some(each => each === kind)).flatMap(each => each.places);
		const { error, bins } = calibrationOf(places);
		console.log(`\nreliability, ${name}: expected calibration error ${error.toFixed(3)}`);
		for (const { from, nPlaces, stated, observed } of bins) {
			console.log(
				`${from.toFixed(1)}  ${String(nPlaces).padStart(6)}  stated ${stated.toFixed(3)}  right ${observed.toFixed(3)}`,
			);
		}
	}
}
