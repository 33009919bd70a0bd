import { type CodeSymbol, isCallable } from '../../../runs/pure/model/symbol';
import { isTestUnit } from '../traces/workspaceFrames';

/**
 * The innermost function around each line of a file, nested functions and each accessor of a name included. The header
 * of a function is executed at the function's definition, so it belongs to the code around, unless the body is on it.
 * Lines outside of functions (of modules and of classes) have no owner, nor have tests that are in a file of the
 * product.
 */
export class LineOwners {
	readonly functions: readonly CodeSymbol[];
	/** The line of the last function's end. */
	readonly lastLine: number;
	/** By line, 1 more than the position of the function; 0 if there is none. */
	private readonly owners: Int32Array;

	constructor(symbols: readonly CodeSymbol[]) {
		// Outer functions first, so that inner ones replace them.
		this.functions = symbols
			.filter(isCallable)
			.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine || a.nameLine - b.nameLine);
		this.lastLine = this.functions.reduce((last, { endLine }) => Math.max(last, endLine), 0);
		this.owners = new Int32Array(this.lastLine + 1);
		for (const [at, symbol] of this.functions.entries()) {
			const { headerEndLine, endLine } = symbol;
			const firstLine = headerEndLine < endLine ? headerEndLine + 1 : headerEndLine;
			this.owners.fill(isTestUnit(symbol) ? 0 : at + 1, firstLine, endLine + 1);
		}
	}

	/** The position of the function that a line belongs to, -1 if there is none. */
	at(line: number): number {
		return (this.owners[line] ?? 0) - 1;
	}
}
