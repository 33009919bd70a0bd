import type { CountedDoor } from '../countedDoor';
import { mostPlaces, type NamedPlace } from '../score';
import { codeNames, printedTexts, settingNames } from './questionParts';
import { Ranking } from './ranking';

/** Answers a question with the public tools alone; places best first. */
export type Driver = (question: string, door: CountedDoor) => Promise<NamedPlace[]>;

/** What a search for a cause begins with; each has a weight. */
interface Clues {
	/** What `locate_bug` finds for the whole question. */
	readonly located: number;
	/** Where the texts are that a program printed. */
	readonly printed?: number;
	/** The definitions that the question names. */
	readonly named?: number;
	/** Where the names of settings are. */
	readonly settings?: number;
	/** The words of the question beside each other. */
	readonly words?: number;
}

/** By kind of question. */
export const drivers: Readonly<Record<string, Driver>> = {
	'error-code': cause({ located: 1, printed: 1.5, settings: 0.5 }),
	'stack-trace': cause({ located: 1, printed: 0.3 }),
	'wrong-value': cause({ located: 1, words: 0.5 }),
	'parameter-set': usesOf({ isImpact: false }),
	'return-value': usesOf({ isImpact: false }),
	'change-impact': usesOf({ isImpact: true }),
	'schema-change': usesOf({ isImpact: true }),
	configuration: cause({ located: 0.7, settings: 1 }),
	'null-check': cause({ located: 1, printed: 0.3 }),
	race: cause({ located: 1, words: 0.5 }),
	leak: cause({ located: 1, words: 0.5 }),
	'wrong-override': cause({ located: 1, named: 0.5 }),
	'off-by-one': cause({ located: 1, words: 0.5 }),
	encoding: cause({ located: 1, words: 0.5 }),
	'time-zone': cause({ located: 1, words: 0.5 }),
	'dependency-upgrade': cause({ located: 1, printed: 0.5, words: 0.5 }),
};

/** Of each sort of clue; a search more costs more than it finds. */
const mostSearches = 3;

function cause({ located, printed = 0, named = 0, settings = 0, words = 0 }: Clues): Driver {
	return async (question, door) => {
		const ranking = new Ranking();
		const issue = await door.call('locate_bug', { issue: question });
		ranking.add(issue.places, located);
		const searches = [
			...searchesFor('search_code', 'query', printedTexts(question), printed),
			...searchesFor('search_definition', 'symbol', codeNames(question), named),
			...searchesFor('search_code', 'query', settingNames(question), settings),
			...searchesFor('search_code', 'query', [question.slice(0, 300)], words),
		];
		for (const { tool, args, weight } of searches.slice(0, door.nLeft)) {
			ranking.add((await door.call(tool, args)).places, weight);
		}
		return ranking.best(mostPlaces);
	};
}

function searchesFor(tool: string, parameter: string, texts: readonly string[], weight: number) {
	const chosen = weight === 0 ? [] : texts.slice(0, mostSearches);
	return chosen.map(text => ({ tool, args: { [parameter]: text }, weight }));
}

/** A question after all uses has as many places as there are. */
const mostUses = 9;

/**
 * The places that use what the question names. Of all uses of a name, those that are written as in the question where it
 * qualifies the name.
 */
function usesOf({ isImpact }: { readonly isImpact: boolean }): Driver {
	return async (question, door) => {
		const ranking = new Ranking();
		for (const name of codeNames(question).slice(0, mostSearches)) {
			const isQualified = isImpact && /[.:>]/.test(name);
			const written = isQualified ? (await door.call('search_code', { query: name })).places : [];
			ranking.add(written.length > 0 ? written : (await door.call('find_references', { name })).places, 1);
		}
		if (ranking.best(1).length === 0) {
			ranking.add((await door.call('locate_bug', { issue: question })).places, 1);
		}
		return ranking.best(isImpact ? mostUses : mostPlaces);
	};
}
