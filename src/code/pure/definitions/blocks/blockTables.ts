import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { BlockEnd, BlockRule, TextData, TextKind } from '../../languages/textData';
import { TextMarks } from './maskedText';

/** A rule, prepared once for all texts. */
export interface RuleTables {
	readonly row: RegExp;
	readonly kind: SymbolKind;
	readonly end: BlockEnd;
	readonly until: RegExp | undefined;
}

export interface StatementTables {
	/** Groups: `end`, `opens`; else it closes. */
	readonly marks: RegExp;
	readonly separator: RegExp;
}

/** A kind of texts, prepared once for all of them. */
export interface BlockTables {
	readonly marks: TextMarks;
	readonly rules: readonly RuleTables[];
	readonly statement: StatementTables | undefined;
}

/** Throws `Error` if a rule is missing among the shared ones. */
export function blockTables(kind: TextKind, { shared }: Pick<TextData, 'shared'>): BlockTables {
	const flags = kind.ignoresCase === true ? 'i' : '';
	const rules = kind.rules.flatMap(rule => (typeof rule === 'string' ? sharedRules(shared, rule) : [rule]));
	const { statement } = kind;
	return {
		marks: new TextMarks(kind),
		rules: rules.map(({ row, kind: symbolKind, end, until }) => ({
			...{ kind: symbolKind, end, row: new RegExp(row, flags) },
			until: until === undefined ? undefined : new RegExp(until, flags),
		})),
		statement: statement && {
			marks: new RegExp(`(?<end>${statement.end})|(?<opens>${statement.opens})|${statement.closes}`, 'gi'),
			separator: new RegExp(statement.separator, 'i'),
		},
	};
}

function sharedRules(shared: TextData['shared'], name: string): readonly BlockRule[] {
	const rules = shared[name];
	if (rules === undefined) {
		throw new Error(`there are no shared rules "${name}"`);
	}
	return rules;
}
