import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { SymbolSink } from '../symbolSink';
import { DeclarationCursor } from './declarationCursor';
import { type DeclarationTables, nameWord, roles } from './declarationTables';
import { Declarators, type Name } from './declarators';
import type { DefinedName } from './directives';
import { LateScopes } from './lateScopes';
import { type ScanFrame, scanFrame } from './scanFrame';
import { parentheses, StatementTokens } from './statementTokens';

/** The state of a scan: the open blocks and statements, and the symbols found. */
export class ScanState {
	readonly reader: DeclarationCursor;
	readonly tokens = new StatementTokens();
	readonly declarators: Declarators;
	readonly found: SymbolSink;
	readonly scopes = new LateScopes();
	frame = scanFrame('file', 0, this.scopes.file);
	/** The end of the last code. */
	lastEnd = 0;
	private readonly frames: ScanFrame[] = [];

	constructor(
		readonly text: string,
		file: string,
		readonly tables: DeclarationTables,
	) {
		this.reader = new DeclarationCursor(text, tables, (defined, start, end) => this.define(defined, start, end));
		this.found = new SymbolSink(this.reader.lexer, file);
		this.declarators = new Declarators(text, tables, this.tokens);
	}

	/** True if no block is open. */
	get isOutside(): boolean {
		return this.frames.length === 0;
	}

	/** Undefined if brackets do not fit each other. */
	finish(): readonly CodeSymbol[] | undefined {
		this.scopes.resolve();
		return this.reader.isBroken || this.frames.length > 0 ? undefined : this.found.finish();
	}

	/** Notes the beginning of a statement. */
	begin(at: number): void {
		const { frame, tokens } = this;
		this.beginDoc();
		if (tokens.count === frame.base && frame.startAt < 0) {
			frame.startAt = at;
		}
	}

	/** Assigns the comments above to the statement that begins. */
	beginDoc(): void {
		const { frame, reader } = this;
		const { lexer } = reader;
		if (lexer.hasComments) {
			if (frame.doc === undefined && frame.startAt < 0) {
				frame.doc = lexer.docAt(reader.at);
			}
			lexer.dropComments();
		}
	}

	/** The next token begins a statement. */
	clear(): void {
		const { frame, tokens } = this;
		tokens.count = frame.base;
		frame.startAt = -1;
		frame.doc = undefined;
		frame.block = undefined;
	}

	/** True if no statement has begun, or only a macro is used. */
	isStatementStart(): boolean {
		const { tokens, frame } = this;
		const count = tokens.count - frame.base;
		const isMacro = count === 2 && tokens.kind(frame.base) === nameWord && tokens.kind(frame.base + 1) === parentheses;
		return count === 0 || isMacro;
	}

	/** The last position of a header before its brace: one that is the first of its row is not part of it. */
	headerAt(brace: number): number {
		return this.reader.lexer.isFirstInRow(brace) ? this.lastEnd - 1 : brace;
	}

	/** A block begins. */
	push(frame: ScanFrame): void {
		this.frames.push(this.frame);
		this.frame = frame;
		this.reader.depth++;
		this.reader.lexer.dropComments();
	}

	/** The innermost block ends. */
	pop(): void {
		this.tokens.count = this.frame.base;
		this.frame = this.frames.pop() ?? this.frame;
		this.reader.depth--;
		this.reader.lexer.dropComments();
	}

	textOf({ start, end, text }: Name): string {
		return text ?? this.text.slice(start, end);
	}

	private define({ name, kind }: DefinedName, start: number, end: number): void {
		const doc = this.reader.lexer.docAt(start);
		this.found.add(kind, name, this.frame.scope, { start, name: start, end: end + 1, doc, order: 2 * this.reader.at });
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
