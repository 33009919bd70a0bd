import { type FoundSymbol, functionScope, qualified, type Scope } from '../symbolSink';
import { BodyStatements } from './bodyStatements';
import { wordMark } from './braceCursor';
import type { BraceMembers, BraceScan, Front, Name } from './braceScan';
import { TypedParts } from './typedParts';
import { TypedTypes } from './typedTypes';

/** Reads members whose type precedes their name. */
export class TypedMembers implements BraceMembers {
	private readonly parts: TypedParts;
	private readonly types: TypedTypes;
	/** In functions, statements are read for functions, and nothing else counts. */
	private readonly statements: BodyStatements | undefined;

	constructor(private readonly scan: BraceScan) {
		this.parts = new TypedParts(scan);
		this.types = new TypedTypes(scan, this.parts);
		const define = (scope: Scope, front: Front): boolean => this.localFunction(scope, front);
		this.statements = this.parts.hasObjects ? undefined : new BodyStatements(scan, define, () => this.parts.front());
	}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	member(scope: Scope): void {
		const { cursor, scan } = this;
		if (cursor.is(';')) {
			cursor.next();
			return;
		}
		if (/^\[\s*(?:assembly|module)\s*:/.test(cursor.text.slice(cursor.at, cursor.at + 40))) {
			cursor.skipGroup();
			return;
		}
		const front = this.parts.front();
		if (cursor.is('{')) {
			scan.codeBlock(functionScope(scope.container));
		} else if (cursor.role === 'unit' && !scope.inClass) {
			this.unit();
		} else if (cursor.role === 'module' && !scope.inClass) {
			this.types.module(scope, front);
		} else if (cursor.role === 'alias') {
			this.types.alias(scope, front);
		} else if (!this.types.type(scope, front)) {
			this.typed(scope, front);
		}
	}

	inCode(scope: Scope): boolean {
		const { cursor } = this;
		if (!this.parts.hasObjects) {
			return false;
		}
		if (cursor.role === 'new') {
			this.object(scope);
			return true;
		}
		const { at } = cursor;
		return this.types.type(scope, this.parts.front()) || cursor.at !== at;
	}

	/** `new A<B>(...) {...}`: the definitions in its braces are members of the definition around it. */
	private object(scope: Scope): void {
		const { cursor, scan } = this;
		cursor.next();
		while (cursor.is('@')) {
			this.parts.annotation();
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

	/** Reads a method, a property or fields. */
	private typed(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const isDestructor = cursor.is('~');
		if (isDestructor) {
			cursor.next();
		}
		const { at, name: word, nWords } = this.parts.name();
		const name = isDestructor ? `~${word}` : word;
		if (cursor.role === 'operatorName') {
			this.operator(word, scope, front);
		} else if (name === '' || (!scope.inClass && !scope.container && !scope.inFunction)) {
			scan.fail();
		} else if (cursor.is('(')) {
			cursor.skipGroup();
			this.method(scan.add('method', { name, at }, scope, front), scope);
		} else if (this.parts.hasObjects && cursor.is('{') && nWords === 1) {
			this.method(scan.add('method', { name, at }, scope, front), scope);
		} else if (!this.parts.hasObjects && (cursor.is('{') || cursor.isArrow() || cursor.is('['))) {
			this.property(scope, front, { at: cursor.is('[') ? cursor.at : at, name });
		} else {
			this.fields(scope, front, { at, name });
		}
	}

	private method(symbol: FoundSymbol, scope: Scope): void {
		const { cursor, scan } = this;
		if (cursor.role === 'default') {
			this.parts.skipTo(';');
		}
		while (!cursor.is('{') && !cursor.is(';') && !cursor.isArrow() && !cursor.isAtEnd) {
			cursor.skipToken();
		}
		if (cursor.is('{')) {
			const inside = functionScope(qualified(scope, symbol.name));
			scan.header(symbol);
			if (this.statements) {
				this.statements.block(inside);
			} else {
				scan.codeBlock(inside);
			}
			scan.sink.end(symbol, cursor.before);
		} else {
			this.noBlock(symbol);
		}
	}

	/** Ends a definition without a block, which may have an arrow and an expression. */
	private noBlock(symbol: FoundSymbol): void {
		const { cursor, scan } = this;
		const hasArrow = cursor.isArrow();
		if (hasArrow) {
			scan.header(symbol);
		}
		this.parts.skipTo(';');
		cursor.next();
		if (hasArrow) {
			scan.sink.end(symbol, cursor.before);
		} else {
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	/** `A operator +(...)`, `implicit operator A(...)`: the word before says which. */
	private operator(before: string, scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const isConversion = before === 'implicit' || before === 'explicit';
		cursor.next();
		if (cursor.role === 'checked') {
			cursor.next();
		}
		const { at } = cursor;
		let name = '';
		if (isConversion && cursor.mark === wordMark) {
			name = ` ${this.parts.typeName().split('.').at(-1)}`;
		}
		while (!cursor.is('(') && !cursor.isAtEnd) {
			name += cursor.mark === wordMark ? ` ${cursor.word}` : cursor.text.slice(cursor.at, cursor.end);
			cursor.next();
		}
		cursor.skipGroup();
		this.method(scan.add('method', { name: `operator${name}`, at }, scope, front), scope);
	}

	private localFunction(scope: Scope, front: Front): boolean {
		const { cursor, scan } = this;
		if (cursor.role !== undefined || (cursor.mark !== wordMark && !cursor.is('('))) {
			return false;
		}
		const { at, name, nWords } = this.parts.name();
		if (name === '' || nWords < 2 || !cursor.is('(')) {
			return false;
		}
		cursor.skipGroup();
		if (!cursor.is('{') && !cursor.isArrow() && cursor.role !== 'headerPart') {
			return false;
		}
		this.method(scan.add('function', { name, at }, scope, front), scope);
		return true;
	}

	/** Reads a property from its braces or arrow, or from the parameters of one without a name. */
	private property(scope: Scope, front: Front, name: Name): void {
		const { cursor, scan } = this;
		const symbol = scan.add('method', name, scope, front);
		if (cursor.is('[')) {
			cursor.skipGroup();
		}
		if (!cursor.is('{')) {
			this.noBlock(symbol);
			return;
		}
		let isMethod = front.isEvent || name.name === 'this';
		const inside = functionScope(qualified(scope, name.name));
		let nAccessors = 0;
		scan.header(symbol);
		scan.list(() => {
			this.parts.front();
			cursor.next();
			const hasBody = cursor.is('{') || cursor.isArrow();
			if (cursor.is('{')) {
				this.statements?.block(inside);
			} else {
				this.parts.skipTo(';');
			}
			isMethod ||= nAccessors++ === 0 && hasBody;
		});
		symbol.kind = isMethod ? 'method' : 'field';
		if (cursor.is('=')) {
			this.parts.skipTo(';');
			cursor.next();
		}
		scan.sink.end(symbol, cursor.before);
	}

	private fields(scope: Scope, front: Front, first: Name): void {
		const { cursor, scan } = this;
		const symbols: FoundSymbol[] = [];
		for (let { at, name } = first; ; { at, name } = this.parts.name()) {
			symbols.push(scan.add('field', { name, at }, scope, front));
			this.parts.initial(scope);
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
}
