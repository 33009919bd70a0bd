import type { BlockTables, RuleTables } from './blockTables';
import { bracketPairs } from './bracketPairs';
import { elementEnds } from './elementEnds';
import { statementEnds } from './statementEnds';
import type { TextRows } from './textRows';

/** A row at which a block begins. */
export interface BlockStart {
	readonly rule: RuleTables;
	/** From 0. */
	readonly row: number;
	/** Positions in the text: of the row's first character that is no blank, and behind the name. */
	readonly at: number;
	readonly nameEnd: number;
}

/** Rows, from 0, both inclusive. */
export interface BlockRows {
	readonly last: number;
	/** The last row of its header. */
	readonly header: number;
}

/** A header has so many rows at most. */
const mostHeaderRows = 40;
/** A row that continues the block of a row above with the same indentation, and one that ends it. */
const continuing =
	/^\s*(?:else|elseif|elsif|elif|rescue|catch|except|after|ensure|finally|where|with|begin|then|do)\b/i;
/** A list may be indented as much as the key that it belongs to. */
const listed = /^\s*- /;
const closing = /^\s*(?:[)\]}]|end(?!\w)|<\/|done\b|esac\b|fi\b)/i;
/** A header ends with such a row only if the next one does not begin with a brace. */
const unfinished = /[,=+|&(:]\s*$|[-=]>\s*$/;

/** Finds where blocks end. Each table is made when it is first needed, in one pass over the text. */
export class BlockEnds {
	private pairs: Int32Array | undefined;
	private statements: Int32Array | undefined;
	private elements: ReadonlyMap<number, number> | undefined;
	/** By the expression for rows that continue a block: of rows in it the row behind it. */
	private readonly chains = new Map<RegExp, Map<number, number>>();
	private readonly untilRows = new Map<RuleTables, Int32Array>();

	constructor(
		private readonly rows: TextRows,
		private readonly tables: BlockTables,
	) {}

	/** `next`: the row of the next block that begins with a rule of the same end. */
	of(start: BlockStart, next: number): BlockRows {
		const { row, rule } = start;
		switch (rule.end) {
			case 'block':
				return this.braces(start) ?? this.indented(row);
			case 'indentation':
				return this.indented(row);
			case 'brackets':
				return this.brackets(start);
			case 'statement':
				return this.until(start, this.statementRows()[row] ?? row);
			case 'element':
				return this.until(start, this.rows.rowOf(this.elementEnd(start.at)));
			case 'until':
				return this.until(start, this.firstMatch(rule, row));
			case 'next':
				return this.until(start, this.rows.lastCodeRow(row, this.rows.commentsAbove(Math.min(next, this.rows.count))));
			case 'row':
				return this.continued(start);
		}
	}

	private until({ row }: BlockStart, last: number): BlockRows {
		return { last: Math.max(row, last), header: row };
	}

	private braces({ row, nameEnd }: BlockStart): BlockRows | undefined {
		const open = this.firstBrace(row, nameEnd);
		const close = open === undefined ? -1 : (this.bracketPairs()[open] ?? -1);
		if (open === undefined || close < 0) {
			return undefined;
		}
		const opened = this.rows.rowOf(open);
		const isFirst = this.rows.codeOf(opened).trimStart().startsWith('{');
		return { last: this.rows.rowOf(close), header: Math.max(row, isFirst ? opened - 1 : opened) };
	}

	/** The first brace behind a name, in the same header. */
	private firstBrace(row: number, nameEnd: number): number | undefined {
		const { code } = this.rows;
		const limit = this.rows.endOf(Math.min(row + mostHeaderRows, this.rows.count - 1));
		for (let at = nameEnd; at < limit; at++) {
			const char = code.charAt(at);
			if (char === '{') {
				return at;
			}
			if (char === '(' || char === '[') {
				const close = this.bracketPairs()[at] ?? -1;
				at = close < 0 ? at : close;
			} else if (char === ';' || char === '}' || (char === '\n' && this.endsHeader(at, nameEnd))) {
				return undefined;
			}
		}
		return undefined;
	}

	/** Whether a header ends with the row before a newline. */
	private endsHeader(newline: number, nameEnd: number): boolean {
		const { code } = this.rows;
		const row = this.rows.rowOf(newline);
		const start = Math.max(nameEnd, this.rows.starts[row] ?? 0);
		const following = code.slice(newline + 1, this.rows.endOf(Math.min(row + 1, this.rows.count - 1)));
		return !/^\s*\{/.test(following) && !unfinished.test(code.slice(start, newline).slice(-lineLimit));
	}

	/** Up to the row before the next one that is indented as much, with rows that continue and end the block. */
	private indented(row: number): BlockRows {
		const { rows } = this;
		const code = rows.codeOf(row);
		const isKey = code.slice(-lineLimit).trimEnd().endsWith(':') && !code.trimStart().startsWith('-');
		const end = this.endOfChain(row, isKey ? listed : continuing);
		const isClosed =
			end < rows.count && rows.indents[end] === rows.indents[row] && closing.test(rows.textOf(end, lineLimit));
		return { last: isClosed ? end : rows.lastCodeRow(row, end), header: row };
	}

	/** The next row that is indented as much, and does not continue the block. */
	private endOfChain(row: number, continues: RegExp): number {
		const { rows } = this;
		const known = this.chains.get(continues) ?? new Map<number, number>();
		this.chains.set(continues, known);
		const passed: number[] = [];
		let end = row;
		do {
			passed.push(end);
			end = known.get(end) ?? rows.dedentAfter(end);
		} while (
			end < rows.count &&
			rows.indents[end] === rows.indents[row] &&
			continues.test(rows.textOf(end, lineLimit))
		);
		for (const each of passed) {
			known.set(each, end);
		}
		return end;
	}

	private brackets(start: BlockStart): BlockRows {
		const { code } = this.rows;
		const end = this.rows.endOf(start.row);
		for (let at = start.at; at < end; at++) {
			const close = '([{'.includes(code.charAt(at)) ? (this.bracketPairs()[at] ?? -1) : -1;
			if (close >= 0) {
				return { last: this.rows.rowOf(close), header: start.row };
			}
		}
		return this.until(start, start.row);
	}

	/** A row continues after a backslash, and in brackets. */
	private continued(start: BlockStart): BlockRows {
		let { last } = this.brackets(start);
		while (last < this.rows.count - 1 && /\\\s*$/.test(this.rows.codeOf(last).slice(-lineLimit))) {
			last++;
		}
		return { last, header: last };
	}

	private firstMatch(rule: RuleTables, row: number): number {
		let found = this.untilRows.get(rule);
		if (found === undefined) {
			found = firstMatches(this.rows, rule);
			this.untilRows.set(rule, found);
		}
		return found[row] ?? row;
	}

	private elementEnd(at: number): number {
		this.elements ??= elementEnds(this.rows.code);
		return this.elements.get(at) ?? at;
	}

	private statementRows(): Int32Array {
		this.statements ??= statementEnds(this.rows, this.tables.statement);
		return this.statements;
	}

	private bracketPairs(): Int32Array {
		this.pairs ??= bracketPairs(this.rows.code);
		return this.pairs;
	}
}

const lineLimit = 300;

/** For each row the first one from it on that ends a block; the row itself if there is none. */
function firstMatches(rows: TextRows, { until }: RuleTables): Int32Array {
	const found = new Int32Array(rows.count);
	let next = -1;
	for (let row = rows.count - 1; row >= 0; row--) {
		next = until?.test(rows.codeOf(row).slice(0, lineLimit)) === true ? row : next;
		found[row] = next < 0 ? row : next;
	}
	return found;
}
