import { evidenceLimit } from '../../../runs/pure/fold/shownEvidence';
import type { BugLocation, Evidence } from '../../../runs/pure/model/location';
import { merged } from '../explain/focusLines';

/**
 * Locations with the same lines become one that keeps every intended behavior and every piece of evidence, at the place
 * of the first. The scores decrease from 1 in small steps: all are meant, and a model gives only their order in
 * addition. Equal ids are distinguished by lines.
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
		const focus = merged(group.flatMap(each => each.focus ?? []));
		const known = { ...first, id, intendedBehavior: behaviors(group), ...causes(group) };
		return [{ ...known, focus, score, evidence: evidenceOf(group) }];
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

function causes(group: readonly Unscored[]): Pick<BugLocation, 'cause'> {
	const texts = [...new Set(group.flatMap(({ cause = [] }) => cause))];
	return texts.length === 0 ? {} : { cause: texts.join('\n') };
}

function evidenceOf(group: readonly Unscored[]): Evidence[] {
	const all = group.flatMap(({ evidence }) => evidence);
	return all.filter((each, at) => all.findIndex(other => isSame(each, other)) === at).slice(0, evidenceLimit);
}

function isSame(a: Evidence, b: Evidence): boolean {
	return a.kind === b.kind && a.text === b.text && a.node === b.node;
}
