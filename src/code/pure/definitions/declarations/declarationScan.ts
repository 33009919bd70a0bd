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
	open,
	openBrace,
	quote,
	roles,
	semicolon,
	slash,
	word,
} from './declarationTables';
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

/** Finds the definitions of a text, without a parser; undefined if brackets do not fit each other. */
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
				reader.at++;
				state.lastEnd = reader.at;
				this.declarations.declare(reader.at);
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
		state.begin(at);
		if (found === open) {
			reader.group();
			lexer.dropComments();
			tokens.push(text.charCodeAt(at) === 0x28 ? parentheses : brackets, at, reader.at);
		} else if (found === quote) {
			reader.string();
			tokens.push(literal, at, reader.at);
		} else if (found === equalsSign) {
			reader.at++;
			reader.value();
			tokens.push(valueToken, at, reader.at);
			// Blanks and comments follow the value.
			state.lastEnd = lexer.codeBefore(reader.at) + 1;
			return;
		} else {
			reader.at++;
			if (found === comma && state.frame.sort === 'enumeration') {
				this.declarations.enumerator();
				return;
			}
			tokens.push(found === comma ? commaToken : found === colon ? colonToken : pointerToken, at, at + 1);
		}
		state.lastEnd = reader.at;
	}

	private word(start: number): void {
		const { state } = this;
		const { text, tables, reader, tokens, frame } = state;
		const end = reader.lexer.wordEnd(start);
		const char = text.charCodeAt(start);
		let role = tables.initials[char] === 1 ? (tables.words.get(text.slice(start, end)) ?? nameWord) : nameWord;
		reader.at = end;
		if (role === roles.attribute && text.charCodeAt(end) === 0x5b) {
			role = nameWord;
		}
		if (role === roles.attribute || role === roles.specifier || role === roles.typeOf) {
			this.arguments();
			if (role === roles.attribute) {
				state.beginDoc();
				state.lastEnd = reader.at;
				return;
			}
		}
		if (tokens.count > frame.base) {
			this.endMacro(start, role !== nameWord || state.declarators.isUpperWord(start, end));
		}
		state.begin(start);
		state.lastEnd = reader.at;
		if (role !== roles.specifier) {
			role = role === roles.typeOf ? (roles.type ?? 0) : role;
			tokens.push(char >= 0x30 && char <= 0x39 ? literal : role, start, end);
		}
	}

	/** Passes over parentheses that follow. */
	private arguments(): void {
		const { reader, text } = this.state;
		const { lexer } = reader;
		const at = lexer.afterBlanks(reader.at);
		// Parentheses that begin with an asterisk are a declarator.
		if (text.charCodeAt(at) === 0x28 && text.charCodeAt(lexer.afterBlanks(at + 1)) !== 0x2a) {
			reader.at = at;
			reader.group();
		}
	}

	/**
	 * Ends a statement that is only the use of a macro, if a word at a position follows in another row. `mayBegin`: it
	 * looks like the first one of a statement.
	 */
	private endMacro(word: number, mayBegin: boolean): void {
		const { state } = this;
		const { tokens, frame, declarators, reader } = state;
		const { base } = frame;
		const count = tokens.count - base;
		if (count > 2 || tokens.kind(base) !== nameWord || !reader.lexer.hasNewline(tokens.end(tokens.count - 1), word)) {
			return;
		}
		if (count === 2 && tokens.kind(base + 1) === parentheses) {
			if (!this.declarations.make(tokens.end(base + 1))) {
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
			this.declarations.openType(head, state.headerAt(reader.at));
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
		reader.lexer.dropComments();
		state.lastEnd = reader.at;
		if (text.charCodeAt(reader.lexer.afterBlanks(reader.at)) !== 0x3b) {
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
		reader.at++;
		state.lastEnd = reader.at;
		state.pop();
		const { block, sort } = state.frame;
		if (frame.sort === 'file' || block === undefined) {
			state.clear();
			return;
		}
		block.symbol && found.end(block.symbol, reader.at);
		if (sort === 'local') {
			state.pop();
			return;
		}
		const start = tokens.start(block.head);
		tokens.count = block.head;
		tokens.push(blockToken, start, reader.at);
	}
}
