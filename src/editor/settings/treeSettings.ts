import { type DarsKind, darsOptions, type TreeRules } from '../../engine/agent/branching/treeRules';
import { fieldsOf } from '../../system/pure/fields';

const kinds = Object.keys(darsOptions.limits) as readonly DarsKind[];

/** Settings files are written by hand: a value that is not a number of branches counts as unset. */
export function readBranchLimits(value: unknown): TreeRules['limits'] {
	const given = fieldsOf(value);
	const limit = (kind: DarsKind) => {
		const own = given[kind];
		return typeof own === 'number' && own >= 0 ? Math.floor(own) : darsOptions.limits[kind];
	};
	return {
		create: limit('create'),
		append: limit('append'),
		edit: limit('edit'),
		submit: limit('submit'),
		error: limit('error'),
	};
}

/** A value that is not a list counts as unset; entries of a list that are no kind are left out. */
export function readBranchAfter(value: unknown): TreeRules['after'] {
	const given = fieldsOf(value);
	const after = (kind: DarsKind) => {
		const own = given[kind];
		return Array.isArray(own) ? kinds.filter(each => own.includes(each)) : darsOptions.after[kind];
	};
	return {
		create: after('create'),
		append: after('append'),
		edit: after('edit'),
		submit: after('submit'),
		error: after('error'),
	};
}
