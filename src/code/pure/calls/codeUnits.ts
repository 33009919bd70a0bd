import { type CodeSymbol, containerName, isClassLike, qualifiedName } from '../../../runs/pure/model/symbol';
import type { UnitTable } from '../index/units/unitTable';

/** A suspect: a function or method, or a class. A getter and its setter are two symbols of one unit. */
export interface CodeUnit {
	/** `path:Class.method`, `path:function` or `path:Class`. */
	readonly id: string;
	readonly file: string;
	/** `path:Class`, or `path:function` for a function in no class. */
	readonly module: string;
	readonly qualified: string;
	readonly name: string;
	/** Qualified name of the container of a method, or of the function around it; '' at file level. */
	readonly container: string;
	/** The container without the functions around it: a function in a method belongs to the same class. */
	readonly owner: string;
	readonly isClass: boolean;
	readonly symbols: readonly CodeSymbol[];
}

/** Plain name of the class or module that a function belongs to. */
export function ownerName({ owner }: Pick<CodeUnit, 'owner'>): string {
	return containerName({ container: owner });
}

/** A row of a table as an object. */
export function unitAt(units: UnitTable, row: number, file: number): CodeUnit | undefined {
	const symbols = units.symbolsAt(row, file);
	const [first] = symbols;
	if (first === undefined) {
		return undefined;
	}
	const path = units.files[file]?.path ?? '';
	const qualified = qualifiedName(first);
	const isAlone = first.kind === 'callback' && first.container === '';
	return {
		id: `${path}:${qualified}`,
		file: path,
		module: `${path}:${isAlone ? qualified : qualified.split('.', 1)[0]}`,
		qualified,
		...{ name: first.name, container: first.container },
		owner: units.numbers.text(units.ownerAt(row, file)),
		isClass: isClassLike(first),
		symbols,
	};
}
