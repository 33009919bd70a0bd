import { classScope, type FoundSymbol, functionScope, qualified, type Scope } from '../symbolSink';
import { wordMark } from './braceCursor';
import type { BraceMembers, BraceScan, Front, Name } from './braceScan';
import { ItemParts } from './itemParts';

/** Reads definitions that words begin, and a semicolon or a block ends. */
export class ItemMembers implements BraceMembers {
	private readonly parts: ItemParts;
	/** The first `|` behind the start of the last value: a closure may begin there. */
	private bar = 0;

	constructor(private readonly scan: BraceScan) {
		this.parts = new ItemParts(scan);
	}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	member(scope: Scope): void {
		const { cursor, scan, parts } = this;
		const front = parts.front();
		if (cursor.is(';')) {
			cursor.next();
		} else if (cursor.is('{')) {
			// `extern "C" {...}`
			scan.block(() => scan.members(scope));
		} else if (cursor.role === 'unit') {
			parts.skipTo(';');
			cursor.next();
		} else if (!this.definition(scope, front) && !cursor.is('}') && !cursor.isAtEnd) {
			this.use();
		}
	}

	inCode(scope: Scope): boolean {
		const { cursor, parts } = this;
		const { at } = cursor;
		if (cursor.is('!')) {
			const isUse = cursor.lexer.isWordAt(at - 1);
			cursor.next();
			if (isUse && (cursor.is('(') || cursor.is('[') || cursor.is('{'))) {
				cursor.skipGroup();
			}
			return true;
		}
		// `*const T`
		const isType = cursor.role === 'constant' && cursor.text.charCodeAt(cursor.lexer.codeBefore(at)) === 0x2a;
		if (cursor.role === 'constant' && !isType && !scope.inFunction && this.bar < at) {
			// It may be in a closure, where it is none.
			this.scan.fail();
		}
		return (!isType && this.definition(scope, parts.front())) || cursor.at !== at;
	}

	/** `a::b! {...}`: the definitions that a macro makes are not known. `crate a;` is left of `extern crate a;`. */
	private use(): void {
		const { cursor, scan } = this;
		while (cursor.mark === wordMark || cursor.is(':')) {
			cursor.next();
		}
		if (cursor.is('!')) {
			cursor.next();
			cursor.skipToken();
		} else if (!cursor.is(';')) {
			scan.fail();
		}
	}

	/** Reads the definition at the cursor. False if there is none. */
	private definition(scope: Scope, front: Front): boolean {
		const { cursor, parts } = this;
		const { role, at } = cursor;
		if (role === 'bases') {
			this.implementation(scope);
			return true;
		}
		if (role === undefined) {
			return false;
		}
		cursor.next();
		if (role === 'macro') {
			cursor.next();
		}
		if (cursor.role === 'typePart') {
			// `static mut A`
			cursor.next();
		}
		const name = parts.identifier();
		if (name !== undefined) {
			switch (role) {
				case 'function':
					this.function(name, scope, front);
					return true;
				case 'class':
				case 'enumeration':
					this.type(name, scope, { front, isEnumeration: role === 'enumeration' });
					return true;
				case 'record':
					if (cursor.mark === wordMark || cursor.is('{') || cursor.is('<')) {
						this.type(name, scope, { front, isEnumeration: false });
						return true;
					}
					break;
				case 'interface':
					this.trait(name, scope, front);
					return true;
				case 'alias':
					this.simple(this.scan.add('type', name, scope, front), ';');
					return true;
				case 'constant':
					if (cursor.is(':') && !cursor.isScope()) {
						this.constant(name, scope, front);
						return true;
					}
					break;
				case 'module':
					this.module(name, scope, front);
					return true;
				case 'macro':
					this.macro(this.scan.add('macro', name, scope, front));
					return true;
				default:
			}
		}
		cursor.back(at);
		return false;
	}

	private function(name: Name, scope: Scope, front: Front): void {
		const { cursor, scan, parts } = this;
		const symbol = scan.add('function', name, scope, front);
		parts.toBody();
		if (cursor.is('{')) {
			scan.header(symbol);
			scan.codeBlock(functionScope(qualified(scope, name.name)));
			scan.sink.end(symbol, cursor.before);
		} else {
			this.simple(symbol, ';');
		}
	}

	private type(name: Name, scope: Scope, { front, isEnumeration }: { front: Front; isEnumeration: boolean }): void {
		const { cursor, scan, parts } = this;
		const symbol = scan.add('class', name, scope, front);
		parts.generics();
		if (cursor.is('(')) {
			scan.header(symbol);
			parts.skipTo(';');
			cursor.next();
			scan.sink.end(symbol, cursor.before);
			return;
		}
		parts.toBody();
		if (cursor.is('{')) {
			const inside = classScope(qualified(scope, name.name));
			scan.header(symbol);
			scan.list(() => (isEnumeration ? this.variant(inside) : this.field(inside)));
			scan.sink.end(symbol, cursor.before);
		} else {
			this.simple(symbol, ';');
		}
	}

	private field(scope: Scope): void {
		const { cursor, scan, parts } = this;
		const front = parts.front();
		const name = parts.identifier();
		if (name === undefined) {
			scan.fail();
			return;
		}
		const symbol = scan.add('field', name, scope, front);
		parts.skipTo(',');
		scan.sink.endHeader(symbol, cursor.before);
		cursor.is(',') && cursor.next();
	}

	private variant(scope: Scope): void {
		const { cursor, scan, parts } = this;
		const front = parts.front();
		const name = parts.identifier();
		if (name === undefined) {
			scan.fail();
			return;
		}
		const symbol = scan.add('field', name, scope, front);
		const hasBody = cursor.is('{') || cursor.is('(');
		if (hasBody) {
			scan.header(symbol);
		}
		if (cursor.is('{')) {
			scan.list(() => this.field({ ...scope, container: qualified(scope, name.name), inClass: false }));
		}
		parts.skipTo(',');
		if (hasBody) {
			scan.sink.end(symbol, cursor.before);
		} else {
			scan.sink.endHeader(symbol, cursor.before);
		}
		cursor.is(',') && cursor.next();
	}

	private trait(name: Name, scope: Scope, front: Front): void {
		const { cursor, scan, parts } = this;
		const symbol = scan.add('interface', name, scope, front);
		parts.generics();
		const bases: string[] = [];
		if (cursor.is(':')) {
			cursor.next();
			while (!parts.isHeaderEnd()) {
				const path = parts.path();
				path !== '' && bases.push(path);
			}
		}
		symbol.bases = bases;
		this.members(symbol, classScope(qualified(scope, name.name)));
	}

	private module(name: Name, scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		if (cursor.is('{')) {
			const inside = { container: qualified(scope, name.name), inClass: false, inFunction: false };
			this.members(scan.add('module', name, scope, front), inside);
		} else {
			cursor.next();
		}
	}

	/** Reads a block of members, and the text between it and the cursor. */
	private members(symbol: FoundSymbol | undefined, inside: Scope): void {
		const { cursor, scan, parts } = this;
		parts.toBody();
		if (!cursor.is('{')) {
			symbol ? this.simple(symbol, ';') : cursor.next();
			return;
		}
		symbol && scan.header(symbol);
		scan.block(() => scan.members(inside));
		symbol && scan.sink.end(symbol, cursor.before);
	}

	/** `impl<T> A for B<T> {...}`: its members belong to B, whose base is A. */
	private implementation(scope: Scope): void {
		const { cursor, scan, parts } = this;
		cursor.next();
		parts.generics();
		let [path, base] = [parts.firstPath(), ''];
		if (cursor.role === 'for') {
			cursor.next();
			base = path;
			path = parts.firstPath();
		}
		const name = path.split('::').at(-1) ?? '';
		const container = qualified(scope, name);
		if (name !== '' && base !== '') {
			scan.joinBase(container, base);
		}
		this.members(undefined, name === '' ? scope : classScope(container));
	}

	private constant(name: Name, scope: Scope, front: Front): void {
		const { cursor, scan, parts } = this;
		const isFound = !scope.inFunction && name.name !== '_';
		const symbol = isFound ? scan.add('constant', name, scope, front) : undefined;
		while (!cursor.is('=') && !cursor.is(';') && !cursor.isAtEnd) {
			parts.skipPart();
		}
		if (cursor.is('=')) {
			cursor.next();
			// In a value that is no block, definitions are mostly in a closure.
			const container = symbol ? qualified(scope, name.name) : scope.container;
			if (this.bar < cursor.at) {
				const bar = cursor.text.indexOf('|', cursor.at);
				this.bar = bar < 0 ? cursor.text.length : bar;
			}
			scan.value({ container, inClass: false, inFunction: scope.inFunction || !cursor.is('{') }, 'item');
		}
		cursor.next();
		symbol && scan.sink.endHeader(symbol, cursor.before);
	}

	/** Ends a definition at a mark. */
	private simple(symbol: FoundSymbol, mark: string): void {
		this.parts.skipTo(mark);
		this.cursor.next();
		this.scan.sink.endHeader(symbol, this.cursor.before);
	}

	private macro(symbol: FoundSymbol): void {
		const { cursor, scan } = this;
		const isBlock = cursor.is('{');
		cursor.skipToken();
		if (!isBlock) {
			cursor.next();
		}
		scan.sink.endHeader(symbol, cursor.before);
	}
}
