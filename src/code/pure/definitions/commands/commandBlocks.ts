/** What is open. */
export interface Block {
	/** The word or sign that ends it. */
	readonly end: string;
	/** The function whose body it is; -1 for none. */
	readonly symbol: number;
	readonly scope: number;
	/** Variables in it are none of the file's. */
	readonly isInFunction: boolean;
	/** Patterns, each with commands. */
	readonly isCase: boolean;
	/** A pattern comes next. */
	isAtPattern: boolean;
	/** Braces at the end of commands, which begin no block: those of a command that is given a body. */
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
	get scope(): number {
		return this.innermost?.scope ?? 0;
	}

	/** The body of a function, unless `symbol` is -1, or a block of another command, with the scope around it. */
	push(end: string, symbol: number, scope: number, isCase: boolean): void {
		const isBody = symbol >= 0;
		this.blocks.push({
			end,
			symbol,
			scope: isBody ? scope : this.scope,
			isInFunction: isBody || this.innermost?.isInFunction === true,
			isCase,
			isAtPattern: false,
			nBraces: 0,
		});
	}

	pop(): Block | undefined {
		return this.blocks.pop();
	}

	/** Whether a brace ends what a command began, and no block. */
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
