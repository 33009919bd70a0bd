import { classScope, type FoundSymbol, functionScope, qualified, type Scope } from '../symbolSink';
import { wordMark } from './braceCursor';
import type { BraceMembers, BraceScan, Front, Name } from './braceScan';

/** Reads members whose type precedes their name. */
export class TypedMembers implements BraceMembers {
	constructor(private readonly scan: BraceScan) {}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	member(scope: Scope): void {
		const { cursor, scan } = this;
		if (cursor.is(';')) {
			cursor.next();
			return;
		}
		const front = this.front();
		if (cursor.is('{')) {
			scan.codeBlock(functionScope(scope.container));
		} else if (cursor.role === 'unit' && scope.container === '') {
			this.unit();
		} else if (!this.type(scope, front)) {
			this.typed(scope, front);
		}
	}

	inCode(scope: Scope): boolean {
		const { cursor } = this;
		if (cursor.role === 'new') {
			this.object(scope);
			return true;
		}
		const { at } = cursor;
		return this.type(scope, this.front()) || cursor.at !== at;
	}

	/** Moves over annotations and words in front of a definition. */
	private front(): Front {
		const { cursor } = this;
		const front = { start: cursor.at, doc: cursor.doc() };
		const modifiers: string[] = [];
		for (;;) {
			if (cursor.is('@') && !this.isAnnotationType()) {
				this.annotation();
			} else if (cursor.role === 'modifier' || cursor.role === 'default') {
				const { word } = cursor;
				if (cursor.tables.recorded.has(word) && !modifiers.includes(word)) {
					modifiers.push(word);
				}
				cursor.next();
				// `non-sealed`
				while (cursor.is('-')) {
					cursor.next();
				}
			} else {
				return { ...front, modifiers };
			}
		}
	}

	private isAnnotationType(): boolean {
		const { cursor } = this;
		const { at } = cursor;
		cursor.next();
		const { role } = cursor;
		cursor.back(at);
		return role === 'interface';
	}

	/** `@a.B(...)` */
	private annotation(): void {
		const { cursor } = this;
		do {
			cursor.next();
			cursor.next();
		} while (cursor.is('.'));
		if (cursor.is('(')) {
			cursor.skipGroup();
		}
	}

	/** `new A<B>(...) {...}`: what is in its braces are members of what is around it. */
	private object(scope: Scope): void {
		const { cursor, scan } = this;
		cursor.next();
		while (cursor.is('@')) {
			this.annotation();
		}
		cursor.qualifiedName();
		if (cursor.is('<') && cursor.angles()) {
			cursor.qualifiedName();
		}
		if (!cursor.is('(')) {
			return;
		}
		scan.codeBlock(functionScope(scope.container), ')');
		if (cursor.is('{')) {
			scan.block(() => scan.members({ ...scope, inClass: false }));
		}
	}

	/** Reads a class or the like. False if none is here: such a word may be a name. */
	private type(scope: Scope, front: Front): boolean {
		const { cursor, scan } = this;
		const isAnnotation = cursor.is('@');
		if (isAnnotation) {
			cursor.next();
		}
		const { role, at: keyword } = cursor;
		if (role !== 'class' && role !== 'interface' && role !== 'enumeration' && role !== 'record') {
			return false;
		}
		cursor.next();
		const { at, word: name } = cursor;
		const isName = name !== '' && cursor.role !== 'operator';
		if (!isName || (role === 'record' && !'(<'.includes(String.fromCharCode(cursor.behind().mark)))) {
			cursor.back(keyword);
			return false;
		}
		const symbol = scan.add(role === 'interface' ? 'interface' : 'class', { name, at }, scope, front);
		const inside = classScope(qualified(scope, name));
		cursor.next();
		this.header(symbol, inside);
		if (cursor.is('{')) {
			scan.sink.header(symbol, cursor.at, cursor.before);
			scan.block(() => {
				if (role === 'enumeration') {
					this.constants(inside);
				}
				scan.members(inside);
			});
			scan.sink.end(symbol, cursor.before);
		} else {
			scan.fail();
		}
		return true;
	}

	/** Reads what is between the name of a type and its body. */
	private header(symbol: FoundSymbol, inside: Scope): void {
		const { cursor, scan } = this;
		const bases: string[] = [];
		let isBases = false;
		while (!cursor.is('{') && !cursor.isAtEnd && !cursor.lexer.isBroken) {
			if (cursor.is('<')) {
				this.generic();
			} else if (cursor.is('(')) {
				scan.block(() => this.parameters(inside), ')');
			} else if (cursor.is('@')) {
				this.annotation();
			} else if (cursor.role === 'bases' || cursor.role === 'headerPart') {
				isBases = cursor.role === 'bases';
				cursor.next();
			} else if (isBases && cursor.mark === wordMark && cursor.role === undefined) {
				bases.push(this.typeName());
			} else {
				cursor.next();
			}
		}
		symbol.bases = bases;
	}

	/** Returns the name of a type without its arguments. */
	private typeName(): string {
		const { cursor } = this;
		let name = '';
		for (;;) {
			if (cursor.is('<')) {
				this.generic();
			} else if (cursor.is('@')) {
				this.annotation();
			} else if (cursor.is('.') || (cursor.mark === wordMark && cursor.role === undefined)) {
				name += cursor.text.slice(cursor.at, cursor.end);
				cursor.next();
			} else {
				return name;
			}
		}
	}

	/** Moves over type arguments or parameters, where only they can be. */
	private generic(): void {
		if (!this.cursor.angles()) {
			this.scan.fail();
		}
	}

	/** The components of a record. */
	private parameters(inside: Scope): void {
		const { cursor, scan } = this;
		while (!cursor.is(')') && !cursor.isAtEnd && !cursor.lexer.isBroken) {
			const front = this.front();
			const { at, name } = this.name();
			if (name === '') {
				scan.fail();
				return;
			}
			const symbol = scan.add('field', { name, at }, inside, front);
			scan.sink.endHeader(symbol, cursor.before);
			if (cursor.is(',')) {
				cursor.next();
			}
		}
	}

	private constants(inside: Scope): void {
		const { cursor, scan } = this;
		for (;;) {
			const front = this.front();
			const { at, word: name } = cursor;
			if (name === '') {
				break;
			}
			const symbol = scan.add('field', { name, at }, inside, front);
			const { count } = scan.sink;
			const around = { ...inside, container: qualified(inside, name), inClass: false };
			cursor.next();
			if (cursor.is('(')) {
				scan.codeBlock(around, ')');
			}
			if (cursor.is('{')) {
				// Either counts: the arguments or the body.
				scan.sink.truncate(count);
				scan.sink.header(symbol, cursor.at, cursor.before);
				scan.block(() => scan.members(around));
				scan.sink.end(symbol, cursor.before);
			} else {
				scan.sink.endHeader(symbol, cursor.before);
			}
			if (!cursor.is(',')) {
				break;
			}
			cursor.next();
		}
	}

	/** Moves over a type and the name behind it, which is the last word; '' if something else is here. */
	private name(): Name & { readonly nWords: number } {
		const { cursor } = this;
		let at = cursor.at;
		let name = '';
		let nWords = 0;
		for (;;) {
			if (cursor.mark === wordMark) {
				at = cursor.at;
				name = cursor.word;
				nWords++;
				cursor.next();
			} else if (cursor.is('<')) {
				this.generic();
				nWords++;
			} else if (cursor.is('@')) {
				this.annotation();
			} else if (cursor.is('[')) {
				cursor.skipGroup();
			} else if (cursor.is('.')) {
				cursor.next();
			} else {
				return { at, name, nWords };
			}
		}
	}

	/** Reads a method or fields. */
	private typed(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const { at, name, nWords } = this.name();
		if (name === '' || (scope.container === '' && !scope.inFunction)) {
			scan.fail();
		} else if (cursor.is('(')) {
			cursor.skipGroup();
			this.method(scan.add('method', { name, at }, scope, front), scope);
		} else if (cursor.is('{') && nWords === 1) {
			this.method(scan.add('method', { name, at }, scope, front), scope);
		} else {
			this.fields(scope, front, { at, name });
		}
	}

	private method(symbol: FoundSymbol, scope: Scope): void {
		const { cursor, scan } = this;
		if (cursor.role === 'default') {
			this.skipTo(';');
		}
		while (!cursor.is('{') && !cursor.is(';') && !cursor.isAtEnd) {
			cursor.next();
		}
		if (cursor.is('{')) {
			scan.sink.header(symbol, cursor.at, cursor.before);
			scan.codeBlock(functionScope(qualified(scope, symbol.name)));
			scan.sink.end(symbol, cursor.before);
		} else {
			cursor.next();
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	private fields(scope: Scope, front: Front, first: Name): void {
		const { cursor, scan } = this;
		const symbols: FoundSymbol[] = [];
		for (let { at, name } = first; ; { at, name } = this.name()) {
			symbols.push(scan.add('field', { name, at }, scope, front));
			if (cursor.is('=')) {
				cursor.next();
				scan.value(scope, 'item');
			}
			if (!cursor.is(',')) {
				break;
			}
			cursor.next();
		}
		if (!cursor.is(';')) {
			scan.fail();
		}
		cursor.next();
		for (const symbol of symbols) {
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	/** Moves over what defines nothing: up to a semicolon, or braces. */
	private unit(): void {
		const { cursor } = this;
		while (!cursor.is(';') && !cursor.is('{') && !cursor.isAtEnd) {
			cursor.next();
		}
		if (cursor.is('{')) {
			cursor.skipGroup();
		} else {
			cursor.next();
		}
	}

	/** Moves to a mark that is in no bracket. */
	private skipTo(mark: string): void {
		const { cursor } = this;
		while (!cursor.is(mark) && !cursor.isAtEnd) {
			if (cursor.is('(') || cursor.is('[') || cursor.is('{')) {
				cursor.skipGroup();
			} else {
				cursor.next();
			}
		}
	}
}
