import { type CodeSymbol, qualifiedName, type SymbolKind } from '../../../../runs/pure/model/symbol';
import { Assignments, beginsName } from './assignments';
import type { Definition, IndentationTables, ScannedSymbol, StatementFront } from './indentationTables';
import { colon, type LineComment, LineScanner, lineEnd, semicolon } from './lineScanner';
import { superclasses } from './superclasses';
import { afterBrackets } from './targets';

/**
 * The definitions of a text: classes, functions, types, and what is assigned to outside of functions. Undefined for a text
 * that cannot be read so.
 */
export function scanIndentation(
	text: string,
	file: string,
	tables: IndentationTables,
): readonly CodeSymbol[] | undefined {
	return new IndentationScan(text, file, tables).run();
}

/** A block in the text; that of a statement that defines nothing has the definition of the one around it. */
interface Block {
	readonly column: number;
	readonly definition: Definition;
}

class IndentationScan {
	private readonly scanner: LineScanner;
	private readonly symbols: ScannedSymbol[] = [];
	private readonly assignments: Assignments;
	private readonly blocks: Block[] = [];
	private top: Block = {
		column: 0,
		definition: { sort: 'module', name: '', symbol: undefined, lastRow: -1 },
	};
	/** What the last line began, if its block is to follow. */
	private begun: Definition | undefined;
	/** The line is the first in a definition. */
	private isFirst = false;
	private comments: readonly LineComment[] = [];
	/** Of the lines above that belong to the definition below. */
	private decorated: StatementFront | undefined;

	constructor(
		private readonly text: string,
		private readonly file: string,
		private readonly tables: IndentationTables,
	) {
		this.scanner = new LineScanner(text, tables.lines);
		this.assignments = new Assignments(this.scanner, tables, this.add.bind(this));
	}

	run(): readonly CodeSymbol[] | undefined {
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
			this.top.definition.lastRow = scanner.codeRow;
			scanner.comments = [];
		}
		while (this.blocks.length > 0) {
			this.leave();
		}
		return scanner.isWhole && this.begun === undefined ? this.symbols : undefined;
	}

	/** Opens and closes blocks up to a line's indentation; false where the indentation fits none. */
	private enter(column: number): boolean {
		const { begun } = this;
		this.begun = undefined;
		this.isFirst = begun !== undefined;
		if (column > this.top.column) {
			this.blocks.push(this.top);
			this.top = { column, definition: begun ?? this.top.definition };
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
		const { definition } = this.top;
		this.top = this.blocks.pop() ?? this.top;
		const around = this.top.definition;
		if (definition !== around) {
			around.lastRow = Math.max(around.lastRow, definition.lastRow);
			end(definition);
		}
	}

	private line(): void {
		const { scanner, tables, top, text } = this;
		const { at } = scanner;
		const inFunction = top.definition.sort === 'function';
		if (text[at] === tables.data.decorator) {
			this.decorated ??= this.front();
			scanner.next(lineEnd);
			return;
		}
		if (inFunction && tables.initials[text.charCodeAt(at)] !== 1) {
			if (this.isFirst && scanner.isStringAt(at)) {
				this.statements(top.definition, this.front());
			} else {
				scanner.next(lineEnd);
			}
		} else {
			this.wordLine(scanner.wordAt(at), inFunction);
		}
		this.decorated = undefined;
	}

	/** The comments directly above the line. */
	private front(): StatementFront {
		const { row } = this.scanner;
		let nDoc = 0;
		while (this.comments.at(-1 - nDoc)?.row === row - nDoc - 1) {
			nDoc++;
		}
		return { startRow: row, docStart: nDoc === 0 ? -1 : row - nDoc, docEnd: row - 1 };
	}

	private wordLine(word: string, inFunction: boolean): void {
		const { scanner, tables, top } = this;
		const { at } = scanner;
		const isPrefixed = tables.functionPrefixes.has(word);
		const keywordAt = isPrefixed ? scanner.afterWord(at) : at;
		const keyword = isPrefixed ? scanner.wordAt(keywordAt) : word;
		if (tables.functions.has(keyword)) {
			const symbol = this.head('function', scanner.afterWord(keywordAt));
			symbol.modifiers = isPrefixed ? [word] : none;
			this.headEnd('function', symbol);
		} else if (tables.classes.has(word)) {
			const nameAt = scanner.afterWord(at);
			const symbol = this.head('class', nameAt);
			this.readBases(symbol, nameAt + symbol.name.length);
			this.headEnd('class', symbol);
		} else if (inFunction && !tables.types.has(word)) {
			scanner.next(lineEnd);
		} else {
			const front = this.front();
			if (tables.clauses.has(word)) {
				if (scanner.next(colon) !== colon) {
					return;
				}
				scanner.at++;
				scanner.skipBlanks();
				this.isFirst = false;
			}
			this.statements(top.definition, front);
		}
	}

	/** Reads the head of a definition up to its colon. */
	private head(sort: 'class' | 'function', nameStart: number): ScannedSymbol {
		const { scanner, top, text, decorated } = this;
		const name = scanner.wordAt(nameStart);
		const own = this.front();
		const front = decorated && (own.docStart < 0 ? decorated : { ...own, startRow: decorated.startRow });
		const isMethod = sort === 'function' && top.definition.sort === 'class';
		const symbol = this.add(name, isMethod ? 'method' : sort, top.definition, front ?? own);
		const next = text.charAt(scanner.afterBlanks(nameStart + name.length));
		if (!beginsName(name) || next === '' || !(sort === 'class' ? '([:' : '([').includes(next)) {
			scanner.isBroken = true;
		}
		return symbol;
	}

	/** Reads the rest of a head, and what is in the row of its colon. */
	private headEnd(sort: 'class' | 'function', symbol: ScannedSymbol): void {
		const { scanner } = this;
		if (scanner.next(colon) !== colon) {
			scanner.isBroken = true;
			return;
		}
		symbol.headerEndLine = scanner.row + 1;
		const definition: Definition = { sort, name: qualifiedName(symbol), symbol, lastRow: scanner.row };
		scanner.at++;
		scanner.skipBlanks();
		if (scanner.isAtRowEnd()) {
			this.begun = definition;
			scanner.next(lineEnd);
			return;
		}
		this.isFirst = true;
		this.statements(definition, noFront);
		definition.lastRow = scanner.codeRow;
		end(definition);
	}

	/** Adds the names in the parentheses behind the name of a class. */
	private readBases(symbol: ScannedSymbol, nameEnd: number): void {
		const { scanner, text, tables } = this;
		let at = scanner.afterBlanks(nameEnd);
		if (text.charAt(at) === '[') {
			at = scanner.afterBlanks(afterBrackets(text, at, text.length));
		}
		if (text.charAt(at) === '(') {
			const bases = superclasses(text, at + 1, afterBrackets(text, at, text.length) - 1, tables.lines.word);
			symbol.bases = bases ?? none;
			scanner.isBroken ||= bases === undefined;
		}
	}

	/** Reads the statements of a logical line. */
	private statements(definition: Definition, front: StatementFront): void {
		const { scanner } = this;
		let [isFirst, before] = [this.isFirst, front];
		this.isFirst = false;
		for (;;) {
			if (!(isFirst && this.docstring(definition))) {
				this.assignments.read(definition, before);
			}
			if (scanner.next(semicolon) === lineEnd) {
				return;
			}
			scanner.at++;
			scanner.skipBlanks();
			if (scanner.isAtRowEnd()) {
				scanner.next(lineEnd);
				return;
			}
			[isFirst, before] = [false, noFront];
		}
	}

	/** Moves behind a string, which is the doc comment of the definition if it is a statement; false where there is none. */
	private docstring({ symbol }: Definition): boolean {
		const { scanner, text } = this;
		if (!scanner.isStringAt(scanner.at)) {
			return false;
		}
		const { row } = scanner;
		scanner.skipString();
		scanner.skipBlanks();
		if (symbol !== undefined && (scanner.isAtRowEnd() || text.charAt(scanner.at) === ';')) {
			symbol.doc = { startLine: row + 1, endLine: scanner.row + 1 };
		}
		return true;
	}

	private add(name: string, kind: SymbolKind, around: Definition, front: StatementFront): ScannedSymbol {
		const { row } = this.scanner;
		const symbol: ScannedSymbol = {
			name,
			kind,
			file: this.file,
			container: around.name,
			nameLine: row + 1,
			startLine: (front.startRow < 0 ? row : front.startRow) + 1,
			endLine: row + 1,
			headerEndLine: row + 1,
			bases: none,
			modifiers: none,
		};
		if (front.docStart >= 0) {
			symbol.doc = { startLine: front.docStart + 1, endLine: front.docEnd + 1 };
		}
		this.symbols.push(symbol);
		return symbol;
	}
}

const none: readonly string[] = [];

/** The first row is that of the statement. */
const noFront: StatementFront = { startRow: -1, docStart: -1, docEnd: -1 };

function end({ symbol, lastRow }: Definition): void {
	if (symbol !== undefined) {
		symbol.endLine = lastRow + 1;
	}
}
