import type { SymbolIndex } from '../../../index/symbolIndex';
import type { WantedName } from '../../../rank/wantedNames';
import { ancestorsOf } from '../../../search/inheritance';
import type { PlannedCall } from './plannedCall';

const limits = { depth: 3, definitions: 3 };

/** One call for each base of a class the issue names: what is wrong with a class often stands in what it inherits. */
export function baseCalls(names: readonly WantedName[], index: SymbolIndex): PlannedCall[] {
	const classes = names.filter(({ isClass, nDefinitions }) => isClass && nDefinitions <= limits.definitions);
	const calls = classes.flatMap(({ name, weight, nDefinitions }) =>
		index
			.classes(name)
			.flatMap(symbol => ancestorsOf(index, symbol))
			.filter(({ depth, symbol }) => depth <= limits.depth && index.file(symbol.file)?.isTest !== true)
			.map(({ depth, symbol }) => baseCall(symbol.name, name, weight / depth / Math.sqrt(nDefinitions))),
	);
	return calls.sort((a, b) => (b.says?.weight ?? 0) - (a.says?.weight ?? 0));
}

function baseCall(base: string, name: string, weight: number): PlannedCall {
	return {
		tool: 'search_class',
		args: { class_name: base },
		says: { kind: 'base', weight, text: `${name}, which the issue names, is derived from ${base}.` },
	};
}
