import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { classScope, type FoundSymbol, fileScope, functionScope, qualified, SymbolSink } from '../symbolSink';
import { Assignments, beginsName } from './assignments';
import type { Definition, IndentationTables, StatementFront } from './indentationTables';
import { colon, type LineComment, LineScanner, lineEnd, semicolon } from './lineScanner';
import { superclasses } from './superclasses';

/**
 * Finds the definitions of a text: classes, functions, types, and targets of assignments outside of functions.
 * Undefined for a text that cannot be read this way.
 */
export function scanIndentation(
	text: string,
	file: string,
	tables: IndentationTables,
): readonly CodeSymbol[] | undefined {
	return new IndentationScan(text, file, tables).run();
}

/** A block in the text; the block of a statement that defines nothing has the definition of the block around it. */
interface Block {
	readonly column: number;
	readonly definition: Definition;
}

class IndentationScan {
	private readonly scanner: LineScanner;
	private readonly sink: SymbolSink;
	private readonly assignments: Assignments;
	private readonly blocks: Block[] = [];
	private top: Block = {
		column: 0,
		definition: { sort: 'module', scope: fileScope, symbol: undefined, last: -1 },
	};
	/** The definition that the last line began, if its block is to follow. */
	private begun: Definition | undefined;
	/** The line is the first in a definition. */
	private isFirst = false;
	private comments: readonly LineComment[] = [];
	/** Of the lines above that belong to the definition below. */
	private decorated: StatementFront | undefined;

	constructor(
		private readonly text: string,
		file: string,
		private readonly tables: IndentationTables,
	) {
		this.scanner = new LineScanner(text, tables.lines);
		this.sink = new SymbolSink(this.scanner.lexer, file);
		this.assignments = new Assignments(this.scanner, tables, this.sink);
	}

	run(): readonly CodeSymbol[] | undefined {
		const { scanner } = this;
		for (;;) {
			const column = scanner.nextLine();
			this.comments = scanner.lineComments;
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
			this.top.definition.last = scanner.codeLast;
			scanner.lineComments = [];
		}
		while (this.blocks.length > 0) {
			this.leave();
		}
		return scanner.isWhole && this.begun === undefined ? this.sink.finish() : undefined;
	}

	/** Opens and closes blocks up to a line's indentation; false if the indentation fits none. */
	private enter(column: number): boolean {
		const { begun } = this;
		this.begun = undefined;
		this.isFirst = begun !== undefined;
		if (column > this.top.column) {
			this.blocks.push(this.top);
			this.top = { column, definition: begun ?? this.top.definition };
			return true;
		}
		// A comment belongs to the innermost block that its indentation allows; comments of inner blocks are left out.
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
			around.last = Math.max(around.last, definition.last);
			this.end(definition);
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
			this.wordLine(scanner.lexer.wordAt(at), inFunction);
		}
		this.decorated = undefined;
	}

	/** The comments directly above the line. */
	private front(): StatementFront {
		const { scanner, comments } = this;
		const { at } = scanner;
		const row = comments.length === 0 ? 0 : scanner.lexer.rowOf(at);
		let nDoc = 0;
		for (let each = comments.at(-1); each !== undefined; each = comments.at(-1 - nDoc)) {
			if (scanner.lexer.rowOf(each.at) !== row - nDoc - 1) {
				break;
			}
			nDoc++;
		}
		return nDoc === 0 ? { start: at } : { start: at, doc: { startLine: row - nDoc + 1, endLine: row } };
	}

	private end({ symbol, last }: Definition): void {
		if (symbol !== undefined) {
			this.sink.end(symbol, last + 1);
		}
	}

	private wordLine(word: string, inFunction: boolean): void {
		const { scanner, tables, top } = this;
		const { at } = scanner;
		const isPrefixed = tables.functionPrefixes.has(word);
		const keywordAt = isPrefixed ? scanner.afterWord(at) : at;
		const keyword = isPrefixed ? scanner.lexer.wordAt(keywordAt) : word;
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
	private head(sort: 'class' | 'function', name: number): FoundSymbol {
		const { scanner, top, text, decorated } = this;
		const word = scanner.lexer.wordAt(name);
		const own = this.front();
		const { start, doc } = decorated === undefined ? own : { start: decorated.start, doc: own.doc ?? decorated.doc };
		const symbol = this.sink.add(sort, word, top.definition.scope, { start, name, end: scanner.at + 1, doc });
		const next = text.charAt(scanner.lexer.afterBlanks(name + word.length));
		if (!beginsName(word) || next === '' || !(sort === 'class' ? '([:' : '([').includes(next)) {
			scanner.break();
		}
		return symbol;
	}

	/** Reads the rest of a head, and the code in the row of its colon. */
	private headEnd(sort: 'class' | 'function', symbol: FoundSymbol): void {
		const { scanner, top } = this;
		if (scanner.next(colon) !== colon) {
			scanner.break();
			return;
		}
		symbol.headerEndLine = scanner.lexer.rowOf(scanner.at) + 1;
		const name = qualified(top.definition.scope, symbol.name);
		const scope = sort === 'class' ? classScope(name) : functionScope(name);
		const definition: Definition = { sort, scope, symbol, last: scanner.at };
		scanner.at++;
		scanner.skipBlanks();
		if (scanner.isAtRowEnd()) {
			this.begun = definition;
			scanner.next(lineEnd);
			return;
		}
		this.isFirst = true;
		this.statements(definition, noFront);
		definition.last = scanner.codeLast;
		this.end(definition);
	}

	/** Adds the names in the parentheses behind the name of a class. */
	private readBases(symbol: FoundSymbol, nameEnd: number): void {
		const { scanner, text } = this;
		let at = scanner.lexer.afterBlanks(nameEnd);
		if (text.charAt(at) === '[') {
			at = scanner.lexer.afterBlanks(scanner.lexer.balanced(at));
		}
		if (text.charAt(at) === '(') {
			const bases = superclasses(scanner.lexer, at + 1, scanner.lexer.balanced(at) - 1);
			symbol.bases = bases ?? none;
			scanner.lexer.isBroken ||= bases === undefined;
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

	/** Moves past a string, which is the doc comment of the definition if it is a statement; false if there is none. */
	private docstring({ symbol }: Definition): boolean {
		const { scanner, text } = this;
		if (!scanner.isStringAt(scanner.at)) {
			return false;
		}
		const start = scanner.at;
		scanner.skipString();
		const end = scanner.at;
		scanner.skipBlanks();
		if (symbol !== undefined && (scanner.isAtRowEnd() || text.charAt(scanner.at) === ';')) {
			symbol.doc = { startLine: scanner.lexer.rowOf(start) + 1, endLine: scanner.lexer.rowOf(end - 1) + 1 };
		}
		return true;
	}
}

const none: readonly string[] = [];

/** It begins with the statement. */
const noFront: StatementFront = { start: -1 };
