import type { Declarations } from './declarations';
import { closeBrace, nameWord, newline, openBrace, roles, slash } from './declarationTables';
import { rowsBetween } from './rowsBetween';
import { type ScanFrame, scanFrame } from './scanFrame';
import type { ScanState } from './scanState';

/** Reads the bodies of functions, in which only types and macros are definitions. */
export class BodyScan {
	constructor(
		private readonly state: ScanState,
		private readonly declarations: Declarations,
	) {}

	/** Reads a function up to its end, or to a type that is declared in it. */
	read(): void {
		const { state } = this;
		const { text, reader, frame } = state;
		const { body } = state.tables;
		const { length } = text;
		const { lexer } = reader;
		this.localStart();
		let { at } = reader;
		while (state.frame === frame && !reader.isBroken) {
			while (at < length && body[text.charCodeAt(at)] === 0) {
				at++;
			}
			reader.at = at;
			switch (body[text.charCodeAt(at)]) {
				case newline:
					lexer.row++;
					reader.at++;
					this.localStart();
					break;
				case openBrace:
					this.openInBody();
					break;
				case closeBrace:
					this.closeInBody();
					break;
				case undefined:
					reader.isBroken = true;
					break;
				case slash:
					reader.comment();
					break;
				default:
					reader.plain();
			}
			at = reader.at;
		}
	}

	/** Begins the declaration of a type here, if there is one. */
	private localStart(): void {
		const { state } = this;
		const { text, tables, reader, tokens, frame } = state;
		const at = reader.afterBlanks(reader.at);
		if (tables.aliasInitials[text.charCodeAt(at)] === 1) {
			if (tables.words.get(reader.lexer.wordAt(at)) === roles.alias) {
				reader.at = at;
				const doc = this.docAbove(reader.lexer.row);
				state.push({ ...scanFrame('alias', tokens.count, frame.scope), ...doc });
			}
		}
	}

	private openInBody(): void {
		const { reader, frame } = this.state;
		if (!this.openType()) {
			frame.braces++;
			reader.depth++;
			reader.at++;
			this.localStart();
		}
	}

	/** Begins the block of a type here; false where the brace is not behind the word for one, and maybe a name. */
	private openType(): boolean {
		const { state } = this;
		const { reader, frame, tables, tokens, text } = state;
		const { lexer, at } = reader;
		let before = lexer.codeBefore(at);
		if (!lexer.isWordAt(before)) {
			return false;
		}
		let last = lexer.wordBefore(before);
		let tag = '';
		if (!tables.words.has(last)) {
			tag = last;
			before = lexer.codeBefore(before - last.length + 1);
			last = lexer.wordBefore(before);
		}
		const role = last === '' ? undefined : tables.words.get(last);
		const start = before - last.length + 1;
		const isType = role === roles.aggregate || role === roles.enumeration;
		if (!isType || text.charCodeAt(lexer.codeBefore(start)) === 0x28) {
			return false;
		}
		const { row } = lexer;
		const base = tokens.count;
		tokens.push(role, start, start + last.length, row - rowsBetween(text, start, at));
		if (tag !== '') {
			const tagStart = lexer.codeBefore(at) + 1 - tag.length;
			tokens.push(nameWord, tagStart, tagStart + tag.length, row - rowsBetween(text, tagStart, at));
		}
		state.lastRow = tokens.row(tokens.count - 1);
		const startRow = tokens.row(base);
		state.push({ ...scanFrame('local', base, frame.scope), startAt: start, startRow, ...this.docAbove(startRow) });
		this.declarations.openType(base, state.headerRow(at));
		return true;
	}

	private closeInBody(): void {
		const { state } = this;
		const { reader, frame, found } = state;
		reader.at++;
		if (frame.braces > 0) {
			frame.braces--;
			reader.depth--;
			return;
		}
		found.end(frame.symbol, reader.lexer.row);
		state.lastRow = reader.lexer.row;
		state.pop();
		state.clear();
	}

	/** The comments directly above a row. */
	private docAbove(row: number): Pick<ScanFrame, 'docStart' | 'docEnd'> {
		const { docStart, docEnd } = this.state.reader;
		return { docStart: docEnd + 1 === row ? docStart : -1, docEnd };
	}
}
