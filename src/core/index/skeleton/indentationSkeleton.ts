import {
	colon,
	equals,
	type LineComment,
	LineScanner,
	type LineTables,
	lineEnd,
	lineTables,
	semicolon,
} from './lineScanner';
import type { IndentationSkeletonData } from './skeletonData';
import { newlines, SkeletonWriter } from './skeletonParts';

/** The tables of a language, prepared for scanning. */
export interface IndentationTables {
	readonly data: IndentationSkeletonData;
	readonly lines: LineTables;
	readonly classes: ReadonlySet<string>;
	readonly functions: ReadonlySet<string>;
	readonly functionPrefixes: ReadonlySet<string>;
	readonly clauses: ReadonlySet<string>;
	readonly types: ReadonlySet<string>;
	/** 1 for the first characters of words that define something in a function. */
	readonly initials: Uint8Array;
}

export function indentationTables(data: IndentationSkeletonData): IndentationTables {
	const { classes, functions, functionPrefixes, clauses, types } = data;
	const initials = new Uint8Array(0x10000);
	for (const word of [...classes, ...functions, ...functionPrefixes, ...types]) {
		initials[word.charCodeAt(0)] = 1;
	}
	return {
		data,
		lines: lineTables(data),
		classes: new Set(classes),
		functions: new Set(functions),
		functionPrefixes: new Set(functionPrefixes),
		clauses: new Set(clauses),
		types: new Set(types),
		initials,
	};
}

/**
 * The skeleton of a text: its definitions, the targets of its assignments outside of functions, docstrings without
 * content, and the comments above definitions, each on its rows. Statements around definitions are left out, and what is
 * in them is indented by its depth. '' where nothing is defined; undefined for a text that cannot be read so.
 */
export function indentationSkeleton(text: string, tables: IndentationTables): string | undefined {
	return new IndentationRun(text, tables).run();
}

type Sort = 'class' | 'function';

/** A block in the skeleton. */
interface Kept {
	readonly depth: number;
	readonly sort: Sort | 'module';
	/** 0-based last row of code in it so far. */
	lastRow: number;
}

/** A block in the text; that of a statement that is left out has the same `kept` as the one around it. */
interface Block {
	readonly column: number;
	readonly kept: Kept;
}

class IndentationRun {
	private readonly scanner: LineScanner;
	private readonly writer = new SkeletonWriter();
	private readonly blocks: Block[] = [];
	private top: Block = { column: 0, kept: { depth: 0, sort: 'module', lastRow: -1 } };
	/** What the last line began, if its block is to follow. */
	private begun: Sort | undefined;
	/** The line is the first in a definition. */
	private isFirst = false;
	private comments: readonly LineComment[] = [];

	constructor(
		private readonly text: string,
		private readonly tables: IndentationTables,
	) {
		this.scanner = new LineScanner(text, tables.lines);
	}

	run(): string | undefined {
		const { scanner } = this;
		for (;;) {
			const column = scanner.nextLine();
			this.comments = scanner.comments;
			if (column === undefined) {
				break;
			}
			if (!this.enter(column)) {
				return undefined;
			}
			this.line();
			if (scanner.isBroken) {
				return undefined;
			}
			this.top.kept.lastRow = scanner.row;
			scanner.comments = [];
		}
		while (this.blocks.length > 0) {
			this.leave();
		}
		return scanner.isWhole && this.begun === undefined ? this.writer.finish() : undefined;
	}

	/** Opens and closes blocks up to a line's indentation; false where the indentation fits none. */
	private enter(column: number): boolean {
		const { begun } = this;
		this.begun = undefined;
		this.isFirst = begun !== undefined;
		if (column > this.top.column) {
			const { depth } = this.top.kept;
			const kept = begun === undefined ? this.top.kept : { depth: depth + 1, sort: begun, lastRow: -1 };
			this.blocks.push(this.top);
			this.top = { column, kept };
			return true;
		}
		// A comment belongs to the innermost block that its indentation allows; those of inner blocks are left out.
		let nInner = 0;
		for (const [commentIdx, comment] of this.comments.entries()) {
			while (comment.column < this.top.column && column < this.top.column) {
				this.leave();
				nInner = commentIdx;
			}
		}
		while (column < this.top.column) {
			this.leave();
			nInner = this.comments.length;
		}
		this.comments = nInner === 0 ? this.comments : this.comments.slice(nInner);
		return column === this.top.column && begun === undefined;
	}

	private leave(): void {
		const { kept } = this.top;
		this.top = this.blocks.pop() ?? this.top;
		if (kept !== this.top.kept && kept.lastRow > this.writer.row) {
			this.writer.write(kept.lastRow, `${indentation(kept.depth)}${this.tables.data.filler}`);
		}
	}

	private line(): void {
		const { scanner, tables, top, text } = this;
		const { at, row } = scanner;
		const inFunction = top.kept.sort === 'function';
		const first = text.charCodeAt(at);
		if (text[at] === tables.data.decorator) {
			this.writeAtLine(row, `${tables.data.decorator}a`);
			scanner.next(lineEnd);
		} else if (inFunction && tables.initials[first] !== 1) {
			if (this.isFirst && scanner.isStringAt(at)) {
				this.statements('line', top.kept);
			} else {
				scanner.next(lineEnd);
			}
		} else {
			this.wordLine(scanner.wordAt(at), inFunction);
		}
	}

	private wordLine(word: string, inFunction: boolean): void {
		const { scanner, tables } = this;
		const { at } = scanner;
		const isPrefixed = tables.functionPrefixes.has(word);
		const keywordAt = isPrefixed ? this.afterWord(at) : at;
		const keyword = isPrefixed ? scanner.wordAt(keywordAt) : word;
		if (tables.functions.has(keyword)) {
			const name = scanner.wordAt(this.afterWord(keywordAt));
			this.functionHead(isPrefixed ? `${word} ${keyword} ${name}` : `${keyword} ${name}`);
		} else if (tables.classes.has(word)) {
			this.classHead();
		} else if (inFunction && !tables.types.has(word)) {
			scanner.next(lineEnd);
		} else {
			this.plainLine(word);
		}
	}

	/** Where the word after the one at a position begins. */
	private afterWord(start: number): number {
		const { text } = this;
		let at = start + this.scanner.wordAt(start).length;
		while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
			at++;
		}
		return at;
	}

	/** A line that begins no definition. What is in one row with a clause is read like a line of its own. */
	private plainLine(word: string): void {
		const { scanner, tables, top } = this;
		if (tables.clauses.has(word)) {
			if (scanner.next(colon) !== colon) {
				return;
			}
			scanner.at++;
			scanner.skipBlanks();
			this.isFirst = false;
		}
		this.statements('line', top.kept);
	}

	private functionHead(head: string): void {
		const { scanner } = this;
		const { row } = scanner;
		const stop = scanner.next(colon);
		const nRows = scanner.row - row;
		this.writeAtLine(row, `${head}(${newlines(nRows)}):`, nRows);
		this.headEnd('function', stop);
	}

	private classHead(): void {
		const { scanner, text } = this;
		const { at, row } = scanner;
		const stop = scanner.next(colon);
		this.writeAtLine(row, `${text.slice(at, scanner.at)}:`, scanner.row - row);
		this.headEnd('class', stop);
	}

	/** After the head of a definition: its block, or what is in the same row. */
	private headEnd(sort: Sort, stop: number): void {
		const { scanner, writer } = this;
		if (stop !== colon) {
			scanner.isBroken = true;
			return;
		}
		scanner.at++;
		scanner.skipBlanks();
		if (scanner.isAtRowEnd()) {
			this.begun = sort;
			scanner.next(lineEnd);
			return;
		}
		this.isFirst = true;
		const { row } = scanner;
		const nWritten = this.statements('row', { depth: 0, sort, lastRow: -1 });
		if (nWritten === 0 || scanner.row > writer.row) {
			const nRows = scanner.row - Math.max(row, writer.row);
			const filler = nRows === 0 ? this.tables.data.filler : `(${newlines(nRows)})`;
			writer.write(writer.row, nWritten === 0 ? ` ${filler}` : `; ${filler}`, nRows);
		}
	}

	/** Reads the statements of a logical line and writes those that define something; returns how many. */
	private statements(place: 'line' | 'row', kept: Kept): number {
		const { scanner } = this;
		let nWritten = 0;
		for (;;) {
			const { row } = scanner;
			const statement = this.statement(kept);
			if (statement !== undefined) {
				const nRows = scanner.row - row;
				if (nWritten === 0 && place === 'line') {
					this.writeAtLine(row, statement, nRows);
				} else {
					this.writer.write(row, nWritten === 0 ? ` ${statement}` : `; ${statement}`, nRows);
				}
				nWritten++;
			}
			this.isFirst = false;
			if (scanner.next(semicolon) === lineEnd) {
				return nWritten;
			}
			scanner.at++;
			scanner.skipBlanks();
			if (scanner.isAtRowEnd()) {
				scanner.next(lineEnd);
				return nWritten;
			}
		}
	}

	/** Moves to the end of a statement. Returns what is written of it, undefined for one that defines nothing. */
	private statement(kept: Kept): string | undefined {
		const { scanner, text, tables } = this;
		const { at, row } = scanner;
		if (this.isFirst && scanner.isStringAt(at)) {
			scanner.skipString();
			const mark = text.charAt(scanner.at - 1);
			scanner.skipBlanks();
			const isAlone = scanner.isAtRowEnd() || text.charAt(scanner.at) === ';';
			return isAlone ? docstring(scanner.row - row, mark) : undefined;
		}
		const isKept = kept.sort !== 'function' || tables.types.has(scanner.wordAt(at));
		const target = this.target();
		if (target === undefined || !isKept) {
			return undefined;
		}
		const nRows = scanner.row - target.row;
		const value = target.isString ? docstring(nRows, '"') : nRows === 0 ? '0' : `(${newlines(nRows)})`;
		return `${text.slice(at, target.end)}${target.isLambda ? `${tables.data.lambda}: ` : ''}${value}`;
	}

	/** Moves to the end of a statement, and returns what it assigns to, if anything, or annotates. */
	private target(): Target | undefined {
		const { scanner, text, tables } = this;
		let target: Target | undefined;
		let annotated: Target | undefined;
		for (;;) {
			const stop = scanner.next(colon | equals | semicolon);
			const end = scanner.at + 1;
			if (stop === colon) {
				annotated ??= { end, row: scanner.row, isLambda: false, isString: false };
				scanner.at = end;
			} else if (stop !== equals) {
				const isHead = annotated !== undefined && text.slice(annotated.end, scanner.codeEnd).trim() === '';
				return target ?? (stop === lineEnd && isHead ? undefined : annotated);
			} else if (!isAssignment(text, scanner.at)) {
				scanner.at += text.charCodeAt(end) === 0x3d ? 2 : 1;
			} else {
				scanner.at = end;
				scanner.skipContinued();
				const isLambda = scanner.wordAt(scanner.at) === tables.data.lambda;
				const isString = scanner.isStringAt(scanner.at);
				target = { end: scanner.at, row: scanner.row, isLambda, isString };
				if (isLambda) {
					scanner.next(semicolon);
					return target;
				}
			}
		}
	}

	/** Writes a part at the beginning of a line, below the comments above it. */
	private writeAtLine(row: number, part: string, nRows = 0): void {
		const indent = indentation(this.top.kept.depth);
		let first = this.comments.length;
		while (first > 0 && this.comments[first - 1]?.row === row - (this.comments.length - first) - 1) {
			first--;
		}
		for (; first < this.comments.length; first++) {
			this.writer.write(this.comments[first]?.row ?? row, `${indent}${this.tables.data.comment}`);
		}
		this.comments = [];
		this.writer.write(row, `${indent}${part}`, nRows);
	}
}

/** Up to where a statement is written, and the 0-based row there. */
interface Target {
	readonly end: number;
	readonly row: number;
	/** The value begins with a function without a name. */
	readonly isLambda: boolean;
	/** The value begins with a string: the grammar reads the end of a row before it in another way. */
	readonly isString: boolean;
}

/** `=` alone: no part of an operator. */
function isAssignment(text: string, at: number): boolean {
	return text.charCodeAt(at + 1) !== 0x3d && !'=!<>+-*/%&|^@~'.includes(text.charAt(at - 1));
}

function docstring(nRows: number, mark: string): string {
	return nRows === 0 ? `${mark}${mark}` : `${mark.repeat(3)}${newlines(nRows)}${mark.repeat(3)}`;
}

function indentation(depth: number): string {
	return ' '.repeat(depth);
}
