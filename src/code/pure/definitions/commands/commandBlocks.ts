import { type FoundSymbol, fileScope, type Scope } from '../symbolSink';

/** An open block. */
export interface Block {
	/** The word or sign that ends it. */
	readonly end: string;
	/** The function whose body it is. */
	readonly symbol: FoundSymbol | undefined;
	/** Variables in a function are none of the file's. */
	readonly scope: Scope;
	/** Patterns, each with commands. */
	readonly isCase: boolean;
	/** A pattern comes next. */
	isAtPattern: boolean;
	/** Braces at the end of commands, which begin no block: braces of a command that takes a body. */
	nBraces: number;
}

/** The blocks that are open, innermost last. */
export class CommandBlocks {
	private blocks: Block[] = [];
	private nBraces = 0;

	get innermost(): Block | undefined {
		return this.blocks.at(-1);
	}

	get isEmpty(): boolean {
		return this.blocks.length === 0;
	}

	/** Of the definitions that are next. */
	get scope(): Scope {
		return this.innermost?.scope ?? fileScope;
	}

	/** Begins the body of a function, or without one a block of another command. */
	push(end: string, symbol: FoundSymbol | undefined, scope: Scope, isCase: boolean): void {
		this.blocks.push({
			end,
			symbol,
			scope: symbol === undefined ? this.scope : scope,
			isCase,
			isAtPattern: false,
			nBraces: 0,
		});
	}

	pop(): Block | undefined {
		return this.blocks.pop();
	}

	/** Whether a brace ends a command's own brace, and no block. */
	get hasLooseBrace(): boolean {
		return (this.innermost?.nBraces ?? this.nBraces) > 0;
	}

	addLooseBraces(count: 1 | -1): void {
		const { innermost } = this;
		if (innermost === undefined) {
			this.nBraces += count;
		} else {
			innermost.nBraces += count;
		}
	}
}
