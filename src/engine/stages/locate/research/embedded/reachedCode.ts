import { isTestFile } from '../../../../../code/pure/search/isTestFile';
import type { Workspace } from '../../../../../history/pure/workspace';
import type { CodeLine, Evidence } from '../../../../../runs/pure/model/location';
import { type CodeSymbol, isCallable, qualifiedName } from '../../../../../runs/pure/model/symbol';

/** A function that an investigation reached, and why. */
export interface ReachedFunction {
	/** `path:Class.method`, as in rankings. */
	readonly id: string;
	readonly symbol: CodeSymbol;
	readonly score: number;
	/** The names that led to it. */
	readonly leads: ReadonlySet<string>;
	/** The best first. */
	readonly reasons: readonly Reason[];
}

export interface Reason {
	readonly kind: Evidence['kind'];
	readonly text: string;
	/** The line of the function that shows it. */
	readonly line: number;
	readonly weight: number;
	/** The round that found it. */
	readonly node: string;
}

/** The code an investigation has reached so far. */
export class ReachedCode {
	private readonly functions = new Map<string, ReachedFunction>();

	constructor(private readonly workspace: Workspace) {}

	/** Best first; equal ones in the order they were reached in. */
	get ranked(): readonly ReachedFunction[] {
		return [...this.functions.values()].sort((a, b) => b.score - a.score);
	}

	get(id: string): ReachedFunction | undefined {
		return this.functions.get(id);
	}

	/** The function around a line, the outermost one; undefined in tests and outside of functions. */
	functionAt({ file, line }: CodeLine): CodeSymbol | undefined {
		return isTestFile(this.workspace, file)
			? undefined
			: this.workspace.index.enclosing(file, line).find(symbol => isCallable(symbol) && symbol.kind !== 'macro');
	}

	/** Each lead counts for a function once, by its best reason. */
	add(symbol: CodeSymbol, lead: string, reason: Reason): void {
		const id = functionId(symbol);
		const known = this.functions.get(id) ?? { id, symbol, score: 0, leads: new Set<string>(), reasons: [] };
		if (!known.leads.has(lead)) {
			this.functions.set(id, {
				...known,
				score: known.score + reason.weight,
				leads: new Set([...known.leads, lead]),
				reasons: [...known.reasons, reason].sort((a, b) => b.weight - a.weight),
			});
		}
	}
}

export function functionId(symbol: CodeSymbol): string {
	return `${symbol.file}:${qualifiedName(symbol)}`;
}
