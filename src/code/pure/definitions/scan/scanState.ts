import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { DefinedName } from '../skeleton/directives';
import { DeclarationReader } from './declarationReader';
import { type DeclarationTables, nameWord, roles } from './declarationTables';
import { Declarators, type Name } from './declarators';
import { FoundSymbols } from './foundSymbols';
import { type ScanFrame, scanFrame } from './scanFrame';
import { parentheses, StatementTokens } from './statementTokens';

/** Where a scan is: the open blocks and statements, and what was found. */
export class ScanState {
	readonly reader: DeclarationReader;
	readonly tokens = new StatementTokens();
	readonly declarators: Declarators;
	readonly found: FoundSymbols;
	frame = scanFrame('file', 0, 0);
	/** 0-based row where the last code ended. */
	lastRow = 0;
	private readonly frames: ScanFrame[] = [];

	constructor(
		readonly text: string,
		file: string,
		readonly tables: DeclarationTables,
	) {
		this.found = new FoundSymbols(file);
		this.reader = new DeclarationReader(text, tables, defined => this.define(defined));
		this.declarators = new Declarators(text, tables, this.tokens);
	}

	/** True where no block is open. */
	get isOutside(): boolean {
		return this.frames.length === 0;
	}

	/** Undefined where brackets do not fit each other. */
	finish(): readonly CodeSymbol[] | undefined {
		return this.reader.isBroken || this.frames.length > 0 ? undefined : this.found.finish();
	}

	/** Notes the beginning of a statement. */
	begin(at: number, row = this.reader.lexer.row): void {
		const { frame, tokens } = this;
		this.beginDoc();
		if (tokens.count === frame.base && frame.startAt < 0) {
			frame.startAt = at;
			frame.startRow = row;
		}
	}

	/** Takes the comments above as those of the statement that begins. */
	beginDoc(): void {
		const { frame, reader } = this;
		if (reader.docStart >= 0 && frame.docStart < 0 && frame.startAt < 0) {
			const isAdjacent = reader.docEnd + 1 >= reader.lexer.row;
			frame.docStart = isAdjacent ? reader.docStart : -1;
			frame.docEnd = reader.docEnd;
		}
		reader.docStart = -1;
	}

	/** The next token begins a statement. */
	clear(): void {
		const { frame, tokens } = this;
		tokens.count = frame.base;
		frame.startAt = -1;
		frame.docStart = -1;
		frame.block = undefined;
	}

	/** True where no statement has begun, or only a macro is used. */
	isStatementStart(): boolean {
		const { tokens, frame } = this;
		const count = tokens.count - frame.base;
		const isMacro = count === 2 && tokens.kind(frame.base) === nameWord && tokens.kind(frame.base + 1) === parentheses;
		return count === 0 || isMacro;
	}

	/** A header ends before a brace that is the first of its row. */
	headerRow(brace: number): number {
		const { text } = this;
		let at = brace - 1;
		while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
			at--;
		}
		return at < 0 || text.charCodeAt(at) === 0x0a ? this.lastRow : this.reader.lexer.row;
	}

	/** A block begins. */
	push(frame: ScanFrame): void {
		this.frames.push(this.frame);
		this.frame = frame;
		this.reader.depth++;
		this.reader.docStart = -1;
	}

	/** The innermost block ends. */
	pop(): void {
		this.tokens.count = this.frame.base;
		this.frame = this.frames.pop() ?? this.frame;
		this.reader.depth--;
		this.reader.docStart = -1;
	}

	textOf({ start, end, text }: Name): string {
		return text ?? this.text.slice(start, end);
	}

	private define({ name, kind, startLine, endLine, doc }: DefinedName): void {
		this.found.add(name, kind, {
			scope: this.frame.scope,
			nameRow: startLine - 1,
			startRow: startLine - 1,
			headerRow: endLine - 1,
			endRow: endLine - 1,
			docStart: doc === undefined ? -1 : doc.startLine - 1,
			docEnd: doc === undefined ? -1 : doc.endLine - 1,
			order: 2 * this.reader.at,
		});
	}

	/** The first word of the statement that is recorded. */
	modifiers(): readonly string[] | undefined {
		const { tokens, frame } = this;
		for (let at = frame.base; at < tokens.count; at++) {
			if (tokens.kind(at) === roles.modifier) {
				return [this.text.slice(tokens.start(at), tokens.end(at))];
			}
		}
		return undefined;
	}
}
