import type { BugLocation, Evidence } from '../../../model/location';

/**
 * Locations with the same lines become one that keeps every intended behavior and every piece of evidence, at the place
 * of the first. The scores go down from 1 in small steps: all are meant, and the order is all that a model says besides.
 * Ids are told apart by lines.
 */
export function mergeLocations(locations: readonly Unscored[]): BugLocation[] {
	const groups = new Map<string, Unscored[]>();
	for (const location of locations) {
		const key = linesId(location);
		groups.set(key, [...(groups.get(key) ?? []), location]);
	}
	const ids = new Set<string>();
	return [...groups.values()].flatMap((group, rank) => {
		const [first] = group;
		if (first === undefined) {
			return [];
		}
		const id = ids.has(first.id) ? linesId(first) : first.id;
		ids.add(id);
		const score = Math.max(0, Math.round(100 - scoreStep * rank) / 100);
		return [{ ...first, id, intendedBehavior: behaviors(group), score, evidence: evidenceOf(group) }];
	});
}

/** `file#L10-20`. */
export function linesId({ file, startLine, endLine }: Pick<BugLocation, 'file' | 'startLine' | 'endLine'>): string {
	return `${file}#L${startLine}-${endLine}`;
}

/** Hundredths between one location and the next. */
const scoreStep = 5;

type Unscored = Omit<BugLocation, 'score'>;

function behaviors(group: readonly Unscored[]): string {
	const texts = group.map(({ intendedBehavior }) => intendedBehavior);
	return [...new Set(texts)].filter(text => text !== '').join('\n');
}

function evidenceOf(group: readonly Unscored[]): Evidence[] {
	const all = group.flatMap(({ evidence }) => evidence);
	return all.filter((each, at) => all.findIndex(other => isSame(each, other)) === at);
}

function isSame(a: Evidence, b: Evidence): boolean {
	return a.kind === b.kind && a.text === b.text && a.node === b.node;
}
