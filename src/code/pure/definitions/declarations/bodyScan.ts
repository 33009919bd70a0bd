import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { Lexer } from '../lexer';
import type { Declarations } from './declarations';
import { closeBrace, nameWord, newline, openBrace, roles, slash } from './declarationTables';
import { scanFrame } from './scanFrame';
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
		this.localStart();
		let { at } = reader;
		while (state.frame === frame && !reader.isBroken) {
			while (body[text.charCodeAt(at)] === 0) {
				at++;
			}
			reader.at = at;
			switch (body[text.charCodeAt(at)]) {
				case newline:
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

	/** Begins the declaration of a type here, if any. */
	private localStart(): void {
		const { state } = this;
		const { text, tables, reader, tokens, frame } = state;
		const at = reader.lexer.afterBlanks(reader.at);
		if (tables.aliasInitials[text.charCodeAt(at)] === 1) {
			if (tables.words.get(reader.lexer.wordAt(at)) === roles.alias) {
				reader.at = at;
				const doc = this.docAbove(at);
				state.push({ ...scanFrame('alias', tokens.count, frame.scope), doc });
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

	/** Begins the block of a type here; false if the brace is not behind the word for one, and maybe a name. */
	private openType(): boolean {
		const { state } = this;
		const { reader, frame, tables, tokens, text } = state;
		const { lexer, at } = reader;
		let before = lexer.codeBefore(at);
		if (!lexer.isWordAt(before)) {
			return false;
		}
		let last = wordBefore(lexer, before);
		let tag = '';
		if (!tables.words.has(last)) {
			tag = last;
			before = lexer.codeBefore(before - last.length + 1);
			last = wordBefore(lexer, before);
		}
		const role = last === '' ? undefined : tables.words.get(last);
		const start = before - last.length + 1;
		const isType = role === roles.aggregate || role === roles.enumeration;
		if (!isType || text.charCodeAt(lexer.codeBefore(start)) === 0x28) {
			return false;
		}
		const base = tokens.count;
		tokens.push(role, start, start + last.length);
		if (tag !== '') {
			const tagStart = lexer.codeBefore(at) + 1 - tag.length;
			tokens.push(nameWord, tagStart, tagStart + tag.length);
		}
		state.lastEnd = tokens.end(tokens.count - 1);
		state.push({ ...scanFrame('local', base, frame.scope), startAt: start, doc: this.docAbove(start) });
		this.declarations.openType(base, state.headerAt(at));
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
		frame.symbol && found.end(frame.symbol, reader.at);
		state.lastEnd = reader.at;
		state.pop();
		state.clear();
	}

	/** The comments directly above the row of a position. */
	private docAbove(at: number): LineRange | undefined {
		const { lexer } = this.state.reader;
		const doc = lexer.docAt(at);
		return doc?.endLine === lexer.rowOf(at) ? doc : undefined;
	}
}

/** Returns the word that ends with the character at a position, '' if none does. */
function wordBefore(lexer: Lexer, last: number): string {
	return lexer.text.slice(lexer.wordStart(last), last + 1);
}
