import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import { classScope, type FoundSymbol, functionScope, qualified, type Scope } from '../symbolSink';
import { wordMark } from './braceCursor';
import type { BraceMembers, BraceScan, Front, Name } from './braceScan';
import { ScriptParts } from './scriptParts';

/** Reads definitions of a script: a file is code, in which words begin definitions, and names of variables have a sign. */
export class ScriptMembers implements BraceMembers {
	private readonly parts: ScriptParts;

	constructor(private readonly scan: BraceScan) {
		this.parts = new ScriptParts(scan);
	}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	/** Reads a member of a class. */
	member(scope: Scope): void {
		const { cursor, scan } = this;
		const front = this.parts.front();
		if (cursor.is(';')) {
			cursor.next();
		} else if (cursor.role === 'function') {
			this.function('method', scope, front);
		} else if (cursor.role === 'constant') {
			this.constants(scope, front);
		} else if (cursor.role === 'unit') {
			this.traits(scope);
		} else if (cursor.role === 'case') {
			cursor.next();
			const { at, word: name } = cursor;
			const symbol = scan.add('field', { name, at }, scope, front);
			this.parts.rest();
			cursor.next();
			scan.sink.endHeader(symbol, cursor.before);
		} else {
			this.properties(scope, front);
		}
	}

	inCode(scope: Scope): boolean {
		const { cursor } = this;
		const { at, text, lexer, role } = cursor;
		if (cursor.is('?')) {
			return this.template();
		}
		if (cursor.is('=')) {
			return this.assignment(scope);
		}
		const before = text.charCodeAt(lexer.codeBefore(at));
		if (this.parts.isMember(at)) {
			return false;
		}
		if (role === 'unit') {
			// The text behind the parameters of a function belongs to it.
			while (before !== 0x29 && !cursor.is(';') && !cursor.isAtEnd) {
				cursor.next();
			}
			return before !== 0x29;
		}
		if (role === 'new') {
			this.object(scope);
			return true;
		}
		if (role === 'macro') {
			this.define(scope);
			return true;
		}
		const front = this.parts.front();
		if (cursor.role === 'function') {
			this.functionOrNone(scope, front);
		} else if (cursor.role === 'module' && cursor.behind().mark === wordMark) {
			this.module(scope, front);
		} else if (cursor.role === 'constant' && !scope.inFunction) {
			this.constants(scope, front);
		} else {
			this.type(scope, front);
		}
		return cursor.at !== at;
	}

	/** The text behind `?>` is no code, up to the next `<?`. */
	private template(): boolean {
		const { cursor } = this;
		if (cursor.text.charCodeAt(cursor.end) !== 0x3e) {
			return false;
		}
		cursor.toCode(cursor.end);
		return true;
	}

	private type(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const { role, at: keyword } = cursor;
		if (role !== 'class' && role !== 'interface' && role !== 'enumeration') {
			return;
		}
		cursor.next();
		const { at, word: name } = cursor;
		if (name === '' || cursor.role === 'bases') {
			cursor.back(keyword);
			return;
		}
		const symbol = scan.add(role === 'interface' ? 'interface' : 'class', { name, at }, scope, front);
		cursor.next();
		symbol.bases = this.parts.bases();
		if (!cursor.is('{')) {
			scan.fail();
		}
		scan.header(symbol);
		scan.block(() => scan.members(classScope(qualified(scope, name))));
		scan.sink.end(symbol, cursor.before);
	}

	/** `new class(...) extends A {...}` */
	private object(scope: Scope): void {
		const { cursor, scan } = this;
		cursor.next();
		this.parts.front();
		if (cursor.role !== 'class') {
			return;
		}
		cursor.next();
		if (cursor.is('(')) {
			scan.codeBlock(scope, ')');
		}
		this.parts.bases();
		if (cursor.is('{')) {
			scan.block(() => scan.members({ ...scope, inClass: false }));
		}
	}

	private module(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		cursor.next();
		const { at, word } = cursor;
		const parts = word.split('\\');
		if (parts.includes('')) {
			scan.fail();
		}
		const name = parts.pop() ?? '';
		const container = parts.reduce((around, part) => qualified({ container: around }, part), scope.container);
		const symbol = scan.add('module', { name, at }, { ...scope, container }, front);
		cursor.next();
		if (cursor.is('{')) {
			scan.header(symbol);
			const inside = { container: qualified({ container }, name), inClass: false, inFunction: false };
			scan.codeBlock(inside);
			scan.sink.end(symbol, cursor.before);
		} else {
			cursor.next();
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	/** `define('A', 1)` */
	private define(scope: Scope): void {
		const { cursor, scan } = this;
		const front = scan.front();
		cursor.next();
		if (!cursor.is('(')) {
			return;
		}
		const { at: open } = cursor;
		const end = cursor.lexer.balanced(open);
		cursor.next();
		if (cursor.isString()) {
			const name = { name: cursor.text.slice(cursor.at + 1, cursor.end - 1), at: cursor.at };
			const symbol = scan.add('constant', name, scope, front);
			scan.sink.endHeader(symbol, end);
		}
		cursor.back(open);
	}

	/** `$a = function () {...}`, from its sign. */
	private assignment(scope: Scope): boolean {
		const { cursor } = this;
		const { at } = cursor;
		const name = this.parts.assigned(at);
		const doc = name && cursor.doc(name.at);
		cursor.next();
		this.parts.front();
		if (name !== undefined && cursor.role === 'function' && !this.parts.isNamed()) {
			this.value(name, scope, { start: name.at, doc, modifiers: [] });
		} else if (name !== undefined) {
			cursor.giveBack(doc, name.at);
		}
		return true;
	}

	private functionOrNone(scope: Scope, front: Front): void {
		if (this.parts.isNamed()) {
			this.function('function', scope, front);
		} else {
			this.cursor.next();
		}
	}

	/** Reads a function without a name, which is the value of a variable. */
	private value({ name, at }: Name, scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const isArrow = cursor.word === 'fn';
		const symbol = scan.add('function', { name, at }, scope, front);
		const inside = functionScope(qualified(scope, name));
		while (!(isArrow ? cursor.isArrow() : cursor.is('{')) && !cursor.is(';') && !cursor.isAtEnd) {
			cursor.skipToken();
		}
		if (isArrow) {
			cursor.next();
			scan.header(symbol);
			scan.value(inside, 'item');
		} else {
			scan.header(symbol);
			scan.codeBlock(inside);
		}
		scan.sink.end(symbol, cursor.before);
	}

	private function(kind: SymbolKind, scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		cursor.next();
		if (cursor.is('&')) {
			cursor.next();
		}
		const { at, word: name } = cursor;
		const symbol = scan.add(kind, { name, at }, scope, front);
		cursor.next();
		if (kind === 'method' && cursor.is('(')) {
			scan.block(() => this.parameters(scope), ')');
		} else if (cursor.is('(')) {
			cursor.skipGroup();
		}
		while (!cursor.is('{') && !cursor.is(';') && !cursor.isAtEnd) {
			cursor.skipToken();
		}
		if (cursor.is('{')) {
			scan.header(symbol);
			scan.codeBlock(functionScope(qualified(scope, name)));
			scan.sink.end(symbol, cursor.before);
		} else {
			cursor.next();
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	/** A parameter with a visibility is a field. */
	private parameters(scope: Scope): void {
		const { cursor, scan } = this;
		while (!cursor.is(')') && !cursor.isAtEnd) {
			const front = this.parts.front();
			const isField = /\b(?:public|protected|private)\b/.test(cursor.text.slice(front.start, cursor.at));
			const name = this.parts.variable();
			const symbol = isField && name ? scan.add('field', name, scope, front) : undefined;
			while (!cursor.is(',') && !cursor.isCloser() && !cursor.isAtEnd) {
				cursor.skipToken();
			}
			symbol && scan.sink.endHeader(symbol, cursor.before);
			if (cursor.is(',')) {
				cursor.next();
			} else if (!cursor.is(')')) {
				scan.fail();
			}
		}
	}

	private properties(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const symbols: FoundSymbol[] = [];
		for (;;) {
			const name = this.parts.variable();
			if (name === undefined) {
				scan.fail();
				return;
			}
			symbols.push(scan.add('field', name, scope, front));
			this.parts.rest();
			if (!cursor.is(',')) {
				break;
			}
			cursor.next();
		}
		// Functions that read and write it.
		cursor.skipToken();
		for (const symbol of symbols) {
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	/** Each has its own place; the first begins with the word in front of all. */
	private constants(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		for (let place: Front | undefined = front; ; place = undefined) {
			cursor.next();
			let { at, word: name } = cursor;
			const own: Front = place ? { ...place, modifiers: [] } : scan.front();
			while (!cursor.is('=') && !cursor.is(';') && !cursor.isAtEnd) {
				({ at, word: name } = cursor);
				cursor.next();
			}
			if (name === '') {
				scan.fail();
				return;
			}
			const symbol = scan.add('constant', { name, at }, scope, own);
			this.parts.rest();
			scan.sink.endHeader(symbol, cursor.before);
			if (!cursor.is(',')) {
				cursor.next();
				return;
			}
		}
	}

	/** `use A, B;` in a class. */
	private traits({ container }: Scope): void {
		const { cursor, scan } = this;
		cursor.next();
		while (!cursor.is(';') && !cursor.is('{') && !cursor.isAtEnd) {
			if (cursor.mark === wordMark) {
				scan.joinBase(container, cursor.word);
			}
			cursor.next();
		}
		cursor.skipToken();
	}
}
