import type { LanguageTable } from '../../../code/pure/definitions/languageTable';
import type { Ranking } from '../../../runs/pure/model/location';
import { constructorAsClass, fixedAround, type Gold, type View } from './gold';

/** One column of the table: an accuracy at a rank. */
export interface Measure {
	/** `file@1`. */
	readonly name: string;
	readonly of: 'files' | 'modules' | 'functions';
	readonly k: number;
}

export const measures: readonly Measure[] = [
	...[1, 3, 5].map(k => ({ name: `file@${k}`, of: 'files', k }) as const),
	...[5, 10].map(k => ({ name: `module@${k}`, of: 'modules', k }) as const),
	...[5, 10].map(k => ({ name: `function@${k}`, of: 'functions', k }) as const),
];

/**
 * Acc@k: whether all gold items are among the first k; undefined if the issue does not count. In the view of LocAgent a
 * constructor is its class, classes are gold as well, and an issue without a fixed function never counts. A function in
 * a fixed one counts as that.
 */
export function isHit(
	{ of, k }: Measure,
	{ ranking, gold, view, languages }: { ranking: Ranking; gold: Gold; view: View; languages: LanguageTable },
): boolean | undefined {
	const asClass = (ids: readonly string[]) => [...new Set(ids.map(id => constructorAsClass(id, languages)))];
	const isPlain = view === 'plain';
	const isEntities = !isPlain && of === 'functions';
	const expected = isEntities ? asClass([...gold.functions, ...gold.classes]) : gold[of];
	const ranked = of === 'functions' ? [...new Set(ranking[of].map(id => fixedAround(id, gold) ?? id))] : ranking[of];
	const first = (isEntities ? asClass(ranked) : ranked).slice(0, k);
	const counts = expected.length > 0 && (gold.countsFunctions || (isPlain && of !== 'functions'));
	return counts ? expected.every(item => first.includes(item)) : undefined;
}
