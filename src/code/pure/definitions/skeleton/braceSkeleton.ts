import type { LineRange } from '../../../../runs/pure/model/symbol';
import { BraceLexer } from './braceLexer';
import {
	type BraceTables,
	closeBrace,
	closeParenthesis,
	directive,
	hasValue,
	isScopeWord,
	newline,
	openBrace,
	openParenthesis,
	quote,
	semicolon,
	slash,
} from './braceTables';
import { leadingComments } from './comments';
import { Cuts } from './cuts';
import { afterCondition, type DefinedName, isRowStart, readDirective } from './directives';
import { type Frame, type FramePlace, frameAt } from './frame';
import { newlines } from './skeletonParts';

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
	private readonly cuts: Cuts;
	private readonly defined: DefinedName[] = [];
	private readonly frames: Frame[] = [];
	private frame: Frame = frameAt('scope', { open: -1, row: 0, nCuts: 0 });
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
		this.cuts = new Cuts(text);
	}

	run(): BraceSkeleton | undefined {
		const { text } = this;
		const { inside, outside } = this.tables;
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
			at = this.read(found, at);
		}
		return this.isBroken || this.frames.length > 0 ? undefined : { text: this.cuts.apply(), defined: this.defined };
	}

	/** Reads what begins at a position, and returns where it ends. */
	private read(found: number, at: number): number {
		switch (found) {
			case newline:
				this.lexer.row++;
				return at + 1;
			case quote:
				return this.string(at);
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
			default:
				return at + 1;
		}
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

	private slash(at: number): number {
		const { lexer, text } = this;
		const next = text.charCodeAt(at + 1);
		if (next !== 0x2f && next !== 0x2a) {
			return at + 1;
		}
		const isInBody = this.frame.sort === 'body';
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
		if (!isRowStart(text, at)) {
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
			isEmptied = !isPointer(text, at + 1) && !tables.controls.has(lexer.wordBefore(before));
		} else if (char === 0x29 && frame.sort === 'scope') {
			isEmptied = (this.flags(at) & hasValue) === 0;
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
		const char = this.text.charCodeAt(this.lexer.codeBefore(at));
		const isScope = char !== 0x29 && char !== 0x3d && (this.flags(at) & isScopeWord) !== 0;
		this.push(frameAt(isScope ? 'scope' : 'body', this.place(at), { isEmptied: !isScope }));
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
		if ('&|,>'.includes(this.text.charAt(this.firstCode(at + 1)) || '}')) {
			// The head continues.
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
		const { holdsDefinition, sort } = this.frame;
		this.frame = this.frames.pop() ?? this.frame;
		// What is around a definition is kept.
		this.frame.holdsDefinition ||= holdsDefinition || sort === 'scope';
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
		if (frame.sort !== 'body') {
			return;
		}
		const at = this.firstCode(start);
		if (tables.localInitials[text.charCodeAt(at)] === 1 && tables.local.has(lexer.wordAt(at))) {
			frame.holdsDefinition = true;
		}
	}

	/** What the words of the current statement are, up to a position. */
	private flags(end: number): number {
		const { text, tables, frame } = this;
		let at = frame.headRead;
		while (at < end) {
			if (tables.word[text.charCodeAt(at)] === 1) {
				const isOfInterest = tables.initials[text.charCodeAt(at)] === 1;
				const start = at;
				while (tables.word[text.charCodeAt(at)] === 1) {
					at++;
				}
				frame.flags |= isOfInterest && tables.scopes.has(text.slice(start, at)) ? isScopeWord : 0;
			} else {
				frame.flags |= text.charCodeAt(at) === 0x3d ? hasValue : 0;
				at++;
			}
		}
		frame.headRead = at;
		return frame.flags;
	}

	private firstCode(start: number): number {
		let at = start;
		while (this.text.charCodeAt(at) <= 0x20) {
			at++;
		}
		return at;
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

/** A parenthesis that begins so is about a name, not about parameters. */
function isPointer(text: string, start: number): boolean {
	let at = start;
	while (text.charCodeAt(at) === 0x20) {
		at++;
	}
	return text.charCodeAt(at) === 0x2a || text.charCodeAt(at) === 0x26 || text.charCodeAt(at) === 0x5e;
}
