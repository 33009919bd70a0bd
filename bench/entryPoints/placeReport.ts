import { groupBy } from '../support/groupBy';
import { caseClasses } from './entryPointCase';
import type { LocatedCase } from './locateCases';

const firsts = [1, 3, 5];

/** Prints how often the function at fault is among the first places: by class, by language and by runner. */
export function printTables(results: readonly LocatedCase[]): void {
	const columns = ['locations', 'ranking'].flatMap(list => firsts.map(k => `${list}@${k}`));
	console.log(row('', ['cases', ...columns]));
	for (const kind of caseClasses) {
		printRow(
			kind,
			results.filter(each => each.case.class === kind),
		);
	}
	printRow('all', results);
	for (const keyOf of [languageOf, runnerOf]) {
		console.log('');
		for (const [key, group] of groupBy(results, keyOf)) {
			const counts = caseClasses.map(kind => group.filter(each => each.case.class === kind).length);
			printRow(`${key} (${counts.join('/')})`, group);
		}
	}
}

/** Prints one line for each case and build. */
export function printCases(results: readonly LocatedCase[]): void {
	for (const { case: one, place, rank, locations } of results) {
		const first = locations[0];
		const at = first === undefined ? 'nothing' : `${first.file}:${first.startLine}-${first.endLine}`;
		const gold = `${one.gold.file}:${one.gold.name}`;
		console.log(`${one.id} ${one.class} ${one.runner}: ${gold} place ${place}, rank ${rank}; first ${at}`);
	}
}

function languageOf({ case: { language } }: LocatedCase): string {
	return language;
}

function runnerOf({ case: { runner } }: LocatedCase): string {
	return runner;
}

function printRow(title: string, group: readonly LocatedCase[]): void {
	const share = (placeOf: (each: LocatedCase) => number, k: number) => {
		const hits = group.filter(each => placeOf(each) > 0 && placeOf(each) <= k);
		return group.length === 0 ? '-' : ((100 * hits.length) / group.length).toFixed(0);
	};
	const cells = [(each: LocatedCase) => each.place, (each: LocatedCase) => each.rank].flatMap(placeOf =>
		firsts.map(k => share(placeOf, k)),
	);
	console.log(row(title, [String(group.length), ...cells]));
}

function row(title: string, cells: readonly string[]): string {
	return title.padEnd(28) + cells.map(cell => cell.padStart(13)).join('');
}
