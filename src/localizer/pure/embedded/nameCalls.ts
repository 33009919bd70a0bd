import type { WantedName } from '../ranking/wantedNames';
import type { PlannedCall } from './plannedCall';

/** One call for each name that an issue mentions and the code defines. */
export function nameCalls(names: readonly WantedName[]): PlannedCall[] {
	return names.map(wanted => ({
		...lookUp(wanted),
		meaning: { kind: 'name', weight: wanted.weight, text: evidence(wanted) },
	}));
}

function lookUp({ name, owner, isClass }: WantedName): Pick<PlannedCall, 'tool' | 'args'> {
	if (isClass) {
		return { tool: 'search_class', args: { class_name: name } };
	}
	return owner === undefined
		? { tool: 'search_method', args: { method_name: name } }
		: { tool: 'search_method_in_class', args: { method_name: name, class_name: owner } };
}

function evidence({ name, owner, nDefinitions }: WantedName): string {
	const full = owner === undefined ? name : `${owner}.${name}`;
	return `The issue names ${full}${nDefinitions === 1 ? '' : `, which is defined in ${nDefinitions} places`}.`;
}
