import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { BodyScan } from './bodyScan';
import { Declarations } from './declarations';
import {
	close,
	closeBrace,
	colon,
	comma,
	type DeclarationTables,
	directive,
	equalsSign,
	nameWord,
	newline,
	open,
	openBrace,
	quote,
	roles,
	semicolon,
	slash,
	word,
} from './declarationTables';
import { rowsBetween } from './rowsBetween';
import { scanFrame } from './scanFrame';
import { ScanState } from './scanState';
import {
	blockToken,
	brackets,
	colonToken,
	commaToken,
	literal,
	parentheses,
	pointerToken,
	valueToken,
} from './statementTokens';

/** The definitions of a text, without a parser; undefined where brackets do not fit each other. */
export function scanDeclarations(
	text: string,
	file: string,
	tables: DeclarationTables,
): readonly CodeSymbol[] | undefined {
	return new DeclarationScan(new ScanState(text, file, tables)).run();
}

class DeclarationScan {
	private readonly declarations: Declarations;
	private readonly bodies: BodyScan;

	constructor(private readonly state: ScanState) {
		this.declarations = new Declarations(state);
		this.bodies = new BodyScan(state, this.declarations);
	}

	run(): readonly CodeSymbol[] | undefined {
		const { state } = this;
		const { reader, text } = state;
		while (!reader.isBroken && reader.at < text.length) {
			if (state.frame.sort === 'body') {
				this.bodies.read();
			} else {
				this.statements();
			}
		}
		return state.finish();
	}

	/** Reads tokens until another frame begins. */
	private statements(): void {
		const { state } = this;
		const { text, reader, frame, tables } = state;
		const { outside } = tables;
		const { length } = text;
		while (state.frame === frame && !reader.isBroken) {
			let { at } = reader;
			while (at < length && outside[text.charCodeAt(at)] === 0) {
				at++;
			}
			reader.at = at;
			if (at >= length) {
				return;
			}
			this.read(outside[text.charCodeAt(at)] ?? 0);
		}
	}

	private read(found: number): void {
		const { state } = this;
		const { reader } = state;
		const { at } = reader;
		switch (found) {
			case newline:
				reader.lexer.row++;
				reader.at++;
				break;
			case slash:
				reader.comment();
				break;
			case directive:
				reader.directive(state.isStatementStart());
				break;
			case word:
				this.word(at);
				break;
			case openBrace:
				this.openBrace();
				break;
			case closeBrace:
				this.closeBrace();
				break;
			case semicolon:
				state.lastRow = reader.lexer.row;
				reader.at++;
				this.declarations.declare(reader.lexer.row);
				break;
			case close:
				reader.isBroken = true;
				break;
			default:
				this.token(found);
		}
	}

	private token(found: number): void {
		const { state } = this;
		const { reader, tokens, text } = state;
		const { lexer, at } = reader;
		const { row } = lexer;
		state.begin(at);
		if (found === open) {
			reader.group();
			tokens.push(text.charCodeAt(at) === 0x28 ? parentheses : brackets, at, reader.at, row);
		} else if (found === quote) {
			reader.string();
			tokens.push(literal, at, reader.at, row);
		} else if (found === equalsSign) {
			reader.at++;
			reader.value();
			tokens.push(valueToken, at, reader.at, row);
			tokens.endAt(lexer.row);
			// Blanks and comments follow the value.
			state.lastRow = lexer.row - rowsBetween(text, lexer.codeBefore(reader.at) + 1, reader.at);
			return;
		} else {
			reader.at++;
			if (found === comma && state.frame.sort === 'enumeration') {
				this.declarations.enumerator();
				return;
			}
			tokens.push(found === comma ? commaToken : found === colon ? colonToken : pointerToken, at, at + 1, row);
		}
		tokens.endAt(lexer.row);
		state.lastRow = lexer.row;
	}

	private word(start: number): void {
		const { state } = this;
		const { text, tables, reader, tokens, frame } = state;
		let end = start + 1;
		while (tables.word[text.charCodeAt(end)] === 1) {
			end++;
		}
		const char = text.charCodeAt(start);
		const { row } = reader.lexer;
		let role = tables.initials[char] === 1 ? (tables.words.get(text.slice(start, end)) ?? nameWord) : nameWord;
		reader.at = end;
		if (role === roles.attribute && text.charCodeAt(end) === 0x5b) {
			role = nameWord;
		}
		if (role === roles.attribute || role === roles.specifier || role === roles.typeOf) {
			this.arguments();
			if (role === roles.attribute) {
				state.beginDoc();
				state.lastRow = reader.lexer.row;
				return;
			}
		}
		if (tokens.count > frame.base) {
			this.endMacro(row, role !== nameWord || state.declarators.isUpperWord(start, end));
		}
		state.begin(start, row);
		state.lastRow = reader.lexer.row;
		if (role !== roles.specifier) {
			role = role === roles.typeOf ? (roles.type ?? 0) : role;
			tokens.push(char >= 0x30 && char <= 0x39 ? literal : role, start, end, row);
		}
	}

	/** Passes over parentheses that follow. */
	private arguments(): void {
		const { reader, text } = this.state;
		const at = reader.afterBlanks(reader.at);
		// What begins with an asterisk is a declarator.
		if (text.charCodeAt(at) === 0x28 && text.charCodeAt(reader.afterBlanks(at + 1)) !== 0x2a) {
			const { docStart, docEnd } = reader;
			reader.at = at;
			reader.group();
			reader.docStart = docStart;
			reader.docEnd = docEnd;
		}
	}

	/**
	 * Ends a statement that is only the use of a macro, where a word follows in another row. `mayBegin`: it looks like the
	 * first one of a statement.
	 */
	private endMacro(row: number, mayBegin: boolean): void {
		const { state } = this;
		const { tokens, frame, declarators } = state;
		const { base } = frame;
		const count = tokens.count - base;
		if (count > 2 || tokens.kind(base) !== nameWord || tokens.endRow(tokens.count - 1) >= row) {
			return;
		}
		if (count === 2 && tokens.kind(base + 1) === parentheses) {
			if (!this.declarations.make(tokens.endRow(base + 1))) {
				this.declarations.noteOldStyle(declarators.nameAt(base), base + 1);
			}
			state.clear();
		} else if (count === 1 && mayBegin && declarators.isUpper(base)) {
			state.clear();
		}
	}

	private openBrace(): void {
		const { state } = this;
		const { reader, tokens, frame, declarators, text } = state;
		const { base } = frame;
		const head = declarators.typeHead(base);
		if (head >= 0) {
			state.begin(reader.at);
			this.declarations.openType(head, state.headerRow(reader.at));
			return;
		}
		const isLinkage = tokens.kind(base) === roles.elsewhere && tokens.kind(base + 1) === literal;
		if (isLinkage && tokens.count === base + 2) {
			state.clear();
			reader.at++;
			state.push(scanFrame('file', base, frame.scope));
			return;
		}
		if (frame.sort === 'file' && this.declarations.openFunction()) {
			return;
		}
		reader.group();
		state.lastRow = reader.lexer.row;
		if (text.charCodeAt(reader.afterBlanks(reader.at)) !== 0x3b) {
			state.clear();
		}
	}

	private closeBrace(): void {
		const { state } = this;
		const { reader, frame, found, tokens } = state;
		if (state.isOutside) {
			reader.isBroken = true;
			return;
		}
		if (frame.sort === 'alias') {
			state.pop();
			return;
		}
		if (frame.sort === 'enumeration' && tokens.count > frame.base) {
			this.declarations.enumerator();
		}
		const { row } = reader.lexer;
		reader.at++;
		state.lastRow = row;
		state.pop();
		const { block, sort } = state.frame;
		if (frame.sort === 'file' || block === undefined) {
			state.clear();
			return;
		}
		found.end(block.symbol, row);
		if (sort === 'local') {
			state.pop();
			return;
		}
		const [start, startRow] = [tokens.start(block.head), tokens.row(block.head)];
		tokens.count = block.head;
		tokens.push(blockToken, start, reader.at, startRow);
		tokens.endAt(row);
	}
}
