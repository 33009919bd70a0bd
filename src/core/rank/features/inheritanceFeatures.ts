import type { SymbolIndex } from '../../index/symbolIndex';
import { ancestorsOf } from '../../search/names/inheritance';
import type { CodeModel } from '../codeModel';
import { type CodeUnit, ownerName } from '../codeUnits';
import type { WantedName } from '../wantedNames';
import type { FeatureTable } from './featureTable';

const limits = { definitions: 3, depth: 4 };

/**
 * Whether a method is in a base of a class that the issue names, or in a class derived from it, and whether the issue
 * names a method that it overrides or that overrides it.
 */
export function addInheritanceFeatures(
	features: FeatureTable,
	model: CodeModel,
	{ index, names }: { readonly index: SymbolIndex; readonly names: readonly WantedName[] },
): void {
	const lines = new ClassLines(index);
	const named = new Set(
		names.filter(({ isClass, nDefinitions }) => isClass && nDefinitions <= limits.definitions).map(({ name }) => name),
	);
	const bases = new Map<string, number>();
	for (const name of named) {
		for (const [base, depth] of lines.above(name)) {
			bases.set(base, Math.min(bases.get(base) ?? depth, depth));
		}
	}
	const methods = new Set(names.filter(({ isClass }) => !isClass).map(({ name }) => name));
	const units = features.positions.map(at => model.unit(at));
	const addOf = (name: string, valueAt: (unit: CodeUnit, owner: string) => number | undefined) =>
		features.add(name, (_, row) => {
			const unit = units[row];
			return unit === undefined || unit.container === '' ? undefined : valueAt(unit, ownerName(unit));
		});
	addOf('class: base of a named one', (_, owner) => (named.has(owner) ? undefined : bases.get(owner)));
	addOf('class: derived from a named one', (_, owner) => {
		const depths = [...lines.above(owner)].flatMap(([base, depth]) => (named.has(base) ? depth : []));
		return named.has(owner) || depths.length === 0 ? undefined : Math.min(...depths);
	});
	addOf('name: of a named method, in a related class', ({ name }, owner) => {
		const isRelated =
			named.has(owner) || bases.has(owner) || [...lines.above(owner).keys()].some(base => named.has(base));
		return methods.has(name) && isRelated ? 1 : undefined;
	});
}

/** The bases of classes, by their plain names. */
class ClassLines {
	private readonly known = new Map<string, ReadonlyMap<string, number>>();

	constructor(private readonly index: SymbolIndex) {}

	/** The names of the classes that one is derived from, with how far they are. */
	above(name: string): ReadonlyMap<string, number> {
		let found = this.known.get(name);
		if (found === undefined) {
			const classes = this.index.classes(name);
			const ancestors =
				classes.length > limits.definitions ? [] : classes.flatMap(each => ancestorsOf(this.index, each));
			found = new Map(
				ancestors
					.filter(({ depth }) => depth <= limits.depth)
					.map(({ symbol, depth }) => [symbol.name, depth] as const),
			);
			this.known.set(name, found);
		}
		return found;
	}
}
