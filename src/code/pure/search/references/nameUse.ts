import type { FoundPlace } from '../../../../runs/pure/model/foundPlace';

/**
 * `call`: of the requested definition. `openCall`: possibly of it. `mention`: an import, a base class, a value, a
 * comment. `otherCall`: of another definition of the name.
 */
export type UseKind = 'call' | 'openCall' | 'mention' | 'otherCall';

/** The kinds that are shown, in this order. */
export const useKinds: readonly UseKind[] = ['call', 'openCall', 'mention'];

/** A line that uses a name. */
export interface NameUse {
	readonly kind: UseKind;
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	/** The qualified name of the definition around it, '' outside of any. */
	readonly within: string;
	readonly place: FoundPlace;
	/** The other definition that it means: `Outer.run (a/b.x:12)`. */
	readonly means?: string;
	/** The conditions under which the line is compiled, if it is not always: see `conditionRemarks`. */
	readonly remark?: string;
}
