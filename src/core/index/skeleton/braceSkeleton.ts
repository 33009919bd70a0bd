import type { LineRange } from '../../model/symbol';
import { BraceHeads, isPointer } from './braceHeads';
import { BraceLexer } from './braceLexer';
import {
	type BraceTables,
	closeBrace,
	closeParenthesis,
	directive,
	equalsSign,
	hasValue,
	isDeep,
	isFunctionWord,
	isScopeWord,
	newline,
	openBrace,
	openParenthesis,
	quote,
	semicolon,
	slash,
	takesParentheses,
	template,
} from './braceTables';
import { leadingComments } from './comments';
import { Cuts } from './cuts';
import { afterCondition, type DefinedName, isRowStart, readDirective } from './directives';
import { type Frame, type FramePlace, frameAt } from './frame';
import { newlines, rowsIn } from './skeletonParts';

/** The rows of a text from which its definitions are read, and those that need no parser. */
export interface BraceSkeleton {
	readonly text: string;
	readonly defined: readonly DefinedName[];
}

/**
 * The skeleton of a text: blocks other than those of classes and the like are emptied unless something is defined in them,
 * and so are parameters, arguments, lists and strings around them. Comments are left above definitions only, without
 * content. Undefined where brackets do not fit each other.
 */
export function braceSkeleton(text: string, tables: BraceTables): BraceSkeleton | undefined {
	return new BraceRun(text, tables).run();
}

/** Shorter ones, and single characters, are left as they are. */
const shortString = 12;

class BraceRun {
	private readonly lexer: BraceLexer;
	private readonly heads: BraceHeads;
	private readonly cuts: Cuts;
	private readonly defined: DefinedName[] = [];
	private readonly frames: Frame[] = [];
	private frame: Frame = frameAt('scope', { open: -1, row: 0, nCuts: 0 }, { isOfStatements: true });
	/** For each open condition the number of frames at its beginning. */
	private readonly conditions: number[] = [];
	/** Of the comments directly above the row that begins at `docEnd`. */
	private doc: LineRange | undefined;
	private docEnd = -1;
	private isBroken = false;

	constructor(
		private readonly text: string,
		private readonly tables: BraceTables,
	) {
		this.lexer = new BraceLexer(text, tables);
		this.heads = new BraceHeads(this.lexer, tables);
		this.cuts = new Cuts(text);
	}

	run(): BraceSkeleton | undefined {
		const { text } = this;
		const { inside, outside } = this.tables;
		const beginsStatements = this.tables.local.size > 0 && this.tables.data.hasArrows === true;
		let at = 0;
		while (!this.isBroken) {
			const table = this.frame.sort === 'body' ? inside : outside;
			let found = table[text.charCodeAt(at)];
			while (found === 0) {
				found = table[text.charCodeAt(++at)];
			}
			if (found === undefined) {
				break;
			}
			if (found === newline && table === inside) {
				this.lexer.row++;
				at++;
				if (beginsStatements && !(this.text.charCodeAt(at) <= 0x0d && this.text.charCodeAt(at) !== 0x09)) {
					this.localAt(at);
				}
			} else {
				at = this.read(found, at);
			}
		}
		return this.isBroken || this.frames.length > 0 ? undefined : { text: this.cuts.apply(), defined: this.defined };
	}

	/** Reads what begins at a position, and returns where it ends. */
	private read(found: number, at: number): number {
		const { text } = this;
		switch (found) {
			case newline:
				return this.row(at);
			case quote:
				return this.string(at);
			case template:
				return this.emptied(at, this.lexer.template(at));
			case slash:
				return this.slash(at);
			case directive:
				return this.directive(at);
			case openBrace:
				this.openBrace(at);
				return at + 1;
			case closeBrace:
				this.closeBrace(at);
				return at + 1;
			case openParenthesis:
				this.openGroup(at);
				return at + 1;
			case closeParenthesis:
				this.closeGroup(at);
				return at + 1;
			case semicolon:
				this.statementEnd(at + 1);
				return at + 1;
			case equalsSign:
				if (text.charCodeAt(at + 1) !== 0x3e) {
					return at + 1;
				}
				this.frame.holdsDefinition ||= this.heads.isNamedArrow(at);
				return at + 2;
			default:
				return at + 1;
		}
	}

	private row(at: number): number {
		this.lexer.row++;
		let start = at + 1;
		for (let char = this.text.charCodeAt(start); char === 0x20 || char === 0x09; char = this.text.charCodeAt(start)) {
			start++;
		}
		const end = this.frames.length === 0 ? this.heads.importEnd(start) : start;
		if (end > at + 1) {
			const { row } = this.lexer;
			this.lexer.countRows(start, end);
			this.cuts.add(at + 1, end, newlines(this.lexer.row - row));
		}
		return end;
	}

	private string(at: number): number {
		const { lexer, text, frame } = this;
		const { row } = lexer;
		const end = lexer.string(at);
		const before = text.charCodeAt(lexer.codeBefore(at));
		// Elsewhere it may be a name.
		const isValue = before === 0x3d || (frame.sort === 'group' && frame.isEmptied);
		if (frame.sort !== 'body' && isValue && end > at + shortString && lexer.row === row) {
			this.cuts.add(at + 1, end - 1, '');
		}
		return end;
	}

	private emptied(at: number, end: number): number {
		if (this.frame.sort !== 'body' && end > at + 2) {
			this.cuts.add(at + 1, end - 1, newlines(rowsIn(this.text, at, end)));
		}
		return end;
	}

	private slash(at: number): number {
		const { lexer, tables, text } = this;
		const next = text.charCodeAt(at + 1);
		if (next !== 0x2f && next !== 0x2a) {
			const end = tables.data.hasPatterns ? lexer.pattern(at) : -1;
			return end < 0 ? at + 1 : end;
		}
		const isInBody = this.frame.sort === 'body';
		if (isInBody && tables.data.directives === undefined && tables.local.size === 0) {
			return lexer.comment(at);
		}
		const isLeading = lexer.codeBefore(at) < this.frame.codeHead;
		const { end, text: kept, doc } = leadingComments(lexer, at, !this.frame.isEmptied);
		if (!isInBody) {
			this.cuts.add(at, end, kept);
		} else if (isLeading) {
			this.localAt(end);
		}
		this.frame.codeHead = isLeading ? end : this.frame.codeHead;
		this.doc = doc;
		this.docEnd = end;
		return end;
	}

	private directive(at: number): number {
		const { lexer, text, frame } = this;
		const data = this.tables.data.directives;
		if (data === undefined || !isRowStart(text, at)) {
			return at + 1;
		}
		const { row } = lexer;
		const isStart = this.isStatementStart(at);
		const isEven = this.conditions.at(-1) === this.frames.length && (frame.sort === 'body' || isStart);
		const codeEnd = lexer.codeBefore(at) + 1;
		const read = readDirective(lexer, at, data, this.docEnd === at ? this.doc : undefined);
		let end = read.end;
		if (read.defined !== undefined) {
			this.defined.push(read.defined);
		} else if (data.begins.includes(read.word)) {
			this.conditions.push(this.frames.length);
		} else if (data.ends.includes(read.word)) {
			this.conditions.pop();
		} else if (data.continues.includes(read.word) && !isEven) {
			// Another way to write what has begun already.
			lexer.row += end < text.length ? 1 : 0;
			end = afterCondition(lexer, end + 1, data);
			this.conditions.pop();
		}
		lexer.skip(codeEnd, end);
		this.cuts.add(at, end, newlines(lexer.row - row));
		if (isStart) {
			frame.head = end;
			frame.codeHead = end;
			this.localAt(end);
		}
		return end;
	}

	/** True where a statement ended before, or only a name with a parenthesis is there, as macros are used. */
	private isStatementStart(at: number): boolean {
		const before = this.lexer.codeBefore(at);
		if (before < this.frame.head || ';{},:'.includes(this.text.charAt(before))) {
			return true;
		}
		return /^\s*\w+\s*\([^()]*\)\s*$/.test(this.text.slice(this.frame.head, before + 1).slice(0, 300));
	}

	private openGroup(at: number): void {
		const { lexer, text, tables, frame } = this;
		const before = lexer.codeBefore(at);
		const char = text.charCodeAt(before);
		let isEmptied = false;
		if (text.charCodeAt(at) === 0x5b) {
			isEmptied = '=(,:?'.includes(text.charAt(before)) && before >= 0;
		} else if (lexer.isWordAt(before)) {
			const isPlain =
				(this.heads.flags(this.frame, at) & takesParentheses) === 0 &&
				!(tables.data.hasDeclarators && isPointer(text, at + 1));
			isEmptied = isPlain && !tables.controls.has(lexer.wordBefore(before));
		} else if (tables.data.hasDeclarators && char === 0x29 && frame.sort === 'scope') {
			isEmptied = (this.heads.flags(this.frame, at) & hasValue) === 0;
		}
		this.push(frameAt('group', this.place(at), { isEmptied }));
	}

	private closeGroup(at: number): void {
		const { frame, text, lexer } = this;
		if (frame.sort !== 'group') {
			this.isBroken = true;
			return;
		}
		if (frame.isEmptied && !frame.holdsDefinition && !isWord(text, frame.open + 1, at, this.tables.word)) {
			this.cuts.replace(frame.nCuts, frame.open + 1, at, newlines(lexer.row - frame.row));
			this.pop();
			return;
		}
		this.pop();
	}

	private openBrace(at: number): void {
		const { lexer, text, frame, tables } = this;
		const before = lexer.codeBefore(at);
		const char = text.charCodeAt(before);
		const flags = this.heads.flags(this.frame, at);
		const follows = char === 0x29 ? (flags & takesParentheses) !== 0 : (flags & isScopeWord) !== 0;
		const isStatement = tables.data.hasStatements && frame.isOfStatements && this.heads.isStatement(frame, before);
		const isScope = isStatement || frame.isDeep || (follows && (char !== 0x3d || (flags & isDeep) !== 0));
		if (isScope) {
			const deep = frame.isDeep || (flags & isDeep) !== 0;
			const scope = frameAt('scope', this.place(at), {
				isDeep: deep,
				isDefinition: true,
				isOfStatements: isStatement === true,
			});
			this.push(scope);
			return;
		}
		const isDefinition =
			(flags & isFunctionWord) !== 0
				? this.heads.isNamed(before)
				: tables.data.hasArrows === true && this.heads.isMethod(frame, before);
		this.push(frameAt('body', this.place(at), { isEmptied: true, isDefinition }));
		this.localAt(at + 1);
	}

	private closeBrace(at: number): void {
		const { frame, lexer } = this;
		if (frame.sort === 'group' || this.frames.length === 0) {
			this.isBroken = true;
			return;
		}
		if (frame.sort === 'body' && !frame.holdsDefinition) {
			this.cuts.replace(frame.nCuts, frame.open + 1, at, newlines(lexer.row - frame.row));
		}
		this.pop();
		const { flags } = this.frame;
		this.statementEnd(at + 1);
		if ('&|,>'.includes(this.text.charAt(this.heads.firstCode(at + 1)) || '}')) {
			// The head continues: the block was part of a type.
			this.frame.flags = flags;
		}
	}

	private place(open: number): FramePlace {
		return { open, row: this.lexer.row, nCuts: this.cuts.count };
	}

	private push(frame: Frame): void {
		this.frames.push(this.frame);
		this.frame = frame;
	}

	private pop(): void {
		const { holdsDefinition, isDefinition } = this.frame;
		this.frame = this.frames.pop() ?? this.frame;
		this.frame.holdsDefinition ||= holdsDefinition || isDefinition;
	}

	private statementEnd(at: number): void {
		const { frame } = this;
		frame.head = at;
		frame.headRead = at;
		frame.flags = 0;
		frame.codeHead = at;
		this.localAt(at);
	}

	/** Notes a word at the beginning of a statement in a body that defines something there. */
	private localAt(start: number): void {
		const { tables, text, frame, lexer } = this;
		if (tables.local.size === 0 || frame.sort !== 'body') {
			return;
		}
		const at = this.heads.firstCode(start);
		if (tables.localInitials[text.charCodeAt(at)] === 1 && tables.local.has(lexer.wordAt(at))) {
			frame.holdsDefinition = true;
		}
	}
}

function isWord(text: string, start: number, end: number, word: Uint8Array): boolean {
	for (let at = start; at < end; at++) {
		if (word[text.charCodeAt(at)] !== 1) {
			return false;
		}
	}
	return true;
}
