import { type FoundSymbol, functionScope, qualified, type Scope } from '../symbolSink';
import { wordMark } from './braceCursor';
import type { BraceMembers, BraceScan, Front, Name } from './braceScan';
import { RowTypes } from './rowTypes';

/** Values of variables. */
interface Values {
	readonly front: Front;
	/** The first variable, if its type has fields. */
	readonly symbol: FoundSymbol | undefined;
	/** Where they begin, -1 for none; the end of the token before. */
	readonly valueAt: number;
	readonly before: number;
}

/** Reads definitions that words begin and rows end. */
export class RowMembers implements BraceMembers {
	private readonly types: RowTypes;

	constructor(private readonly scan: BraceScan) {
		this.types = new RowTypes(scan);
	}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	member(scope: Scope): void {
		const { cursor, scan } = this;
		if (cursor.is(';')) {
			cursor.next();
		} else if (cursor.role === 'unit') {
			cursor.next();
			cursor.restOfStatement();
		} else if (cursor.role === 'function') {
			this.function(scope);
		} else if (!this.declaration(scope)) {
			scan.fail();
		}
	}

	inCode(scope: Scope): boolean {
		const { cursor } = this;
		if (cursor.is(':')) {
			return cursor.text.charCodeAt(cursor.end) === 0x3d && this.shortVariable(scope);
		}
		if (cursor.role === 'typeCase') {
			// `case interface { A() }:`
			cursor.next();
			if (this.types.isBody() && this.types.body()?.role === 'interface') {
				this.types.block('interface', functionScope(scope.container));
			}
			return true;
		}
		return cursor.role !== 'constant' && this.declaration(functionScope(scope.container));
	}

	/** `type`, `var`, `const` with one specification, or several in parentheses. */
	private declaration(scope: Scope): boolean {
		const { cursor, scan } = this;
		const { role } = cursor;
		if (role !== 'alias' && role !== 'variable' && role !== 'constant') {
			return false;
		}
		const read = (): void => {
			if (role === 'alias') {
				this.types.specification(scope);
			} else if (role === 'variable') {
				this.variable(scope);
			} else {
				this.constant(scope);
			}
		};
		cursor.next();
		if (cursor.mark === wordMark) {
			read();
		} else if (cursor.is('(')) {
			scan.list(read, ')');
		}
		return true;
	}

	private function(scope: Scope): void {
		const { cursor, scan } = this;
		const front = scan.front();
		cursor.next();
		let owner = '';
		if (cursor.is('(')) {
			owner = this.receiver();
		}
		const { at, word: name } = cursor;
		const isNamed = name !== '' && name !== '_';
		const around = owner === '' ? scope : { ...scope, container: owner };
		const kind = owner === '' ? 'function' : 'method';
		const symbol = isNamed ? scan.add(kind, { name, at }, around, front) : undefined;
		cursor.next();
		if (cursor.is('[')) {
			cursor.skipGroup();
		}
		if (!this.toBody()) {
			symbol && scan.sink.endHeader(symbol, cursor.before);
		} else if (symbol === undefined) {
			cursor.skipGroup();
		} else {
			this.body(symbol, around);
		}
	}

	/** Returns the type of `(a *A[B])`. */
	private receiver(): string {
		const { cursor } = this;
		let name = '';
		cursor.next();
		while (!cursor.is(')') && !cursor.is('[') && !cursor.isAtEnd) {
			name = cursor.word || name;
			cursor.next();
		}
		if (cursor.is('[')) {
			cursor.skipGroup();
		}
		cursor.next();
		return name;
	}

	/** Moves over parameters and results to the body of a function. False if there is none. */
	private toBody(): boolean {
		const { cursor } = this;
		while (!cursor.isAtEnd && !cursor.endsStatement() && !cursor.isCloser() && !cursor.is(',') && !cursor.is(';')) {
			if (cursor.is('{')) {
				return true;
			}
			const isType = cursor.role === 'class' || cursor.role === 'interface';
			if (cursor.is('(') || cursor.is('[')) {
				cursor.skipGroup();
			} else {
				cursor.next();
			}
			if (isType && cursor.is('{')) {
				cursor.skipGroup();
			}
		}
		return false;
	}

	private body(symbol: FoundSymbol, scope: Scope): void {
		const { cursor, scan } = this;
		scan.sink.header(symbol, cursor.at, cursor.lexer.codeBefore(cursor.at) + 1);
		scan.codeBlock(functionScope(qualified(scope, symbol.name)));
		scan.sink.end(symbol, cursor.before);
	}

	/** `a, b := func() {...}`, from its colon. False if there is no function. */
	private shortVariable(scope: Scope): boolean {
		const { cursor, scan } = this;
		const { lexer, text } = cursor;
		let at = lexer.wordStart(lexer.codeBefore(cursor.at));
		let nNames = 1;
		for (; text.charCodeAt(lexer.codeBefore(at)) === 0x2c; nNames++) {
			at = lexer.wordStart(lexer.codeBefore(lexer.codeBefore(at)));
		}
		const name = lexer.wordAt(at);
		const front = { start: at, doc: cursor.doc(at), modifiers: [] };
		cursor.next();
		cursor.next();
		const literal = name === '_' ? -1 : this.literal(nNames > 1);
		if (literal >= 0) {
			const around = functionScope(scope.container);
			this.literalOf(scan.add('function', { name, at }, around, front), around, literal);
		}
		return true;
	}

	/** The body of the first function among the values at the cursor; -1 if there is none. */
	private literal(isList: boolean): number {
		const { cursor } = this;
		const start = cursor.at;
		let found = -1;
		for (;;) {
			found = cursor.role === 'function' ? this.literalBody() : -1;
			if (found >= 0 || !isList) {
				break;
			}
			while (!cursor.is(',') && !cursor.isStatementEnd()) {
				cursor.skipToken();
			}
			if (!cursor.is(',')) {
				break;
			}
			cursor.next();
		}
		cursor.back(start);
		return found;
	}

	/** The body of the function at the cursor; -1 if it is a type, or called. */
	private literalBody(): number {
		const { cursor } = this;
		const { at } = cursor;
		cursor.next();
		const body = this.toBody() ? cursor.at : -1;
		if (body >= 0) {
			const { text, lexer } = cursor;
			const behind = text.charCodeAt(lexer.afterBlanks(lexer.balanced(body)));
			if (behind !== 0x28 && behind !== 0x2e) {
				return body;
			}
		}
		cursor.back(at);
		return -1;
	}

	/** Reads a function that is the value of a name. */
	private literalOf(symbol: FoundSymbol, scope: Scope, body: number): void {
		const { cursor, scan } = this;
		cursor.back(body);
		this.body(symbol, scope);
		if (cursor.is(',')) {
			cursor.restOfStatement();
			scan.sink.end(symbol, cursor.before);
		}
	}

	private variable(scope: Scope): void {
		const { cursor, scan, types } = this;
		const front = scan.front();
		const names = types.names();
		const type = types.body();
		const hasFields = type?.role === 'class' && !scope.inFunction && names.length > 0;
		let symbol = hasFields ? this.named(names, scope, front) : undefined;
		if (symbol) {
			types.fieldsOf(symbol, scope);
		} else if (type?.role === 'interface' && type.isDirect && (scope.inFunction || names.every(isIgnored))) {
			types.block('interface', scope);
		}
		while (!cursor.is('=') && !cursor.isStatementEnd()) {
			cursor.skipToken();
		}
		const hasValue = cursor.is('=');
		if (hasValue) {
			cursor.next();
		}
		const { at: valueAt, before } = cursor;
		const literal = hasValue ? this.literal(names.length > 1) : -1;
		if (literal >= 0 && names[0] !== undefined && names[0].name !== '_') {
			this.literalOf(symbol ?? scan.add('function', names[0], scope, front), scope, literal);
			return;
		}
		if (hasValue && symbol === undefined && !scope.inFunction) {
			const isComposite = types.body()?.role === 'class' && this.isLiteralBehind();
			symbol = isComposite ? this.named(names, scope, front) : undefined;
			symbol && types.fieldsOf(symbol, scope);
			cursor.back(valueAt);
		}
		this.variables(names, scope, { front, symbol, valueAt: hasValue ? valueAt : -1, before });
	}

	private variables(names: readonly Name[], scope: Scope, { front, symbol, valueAt, before }: Values): void {
		const { cursor, scan } = this;
		const { sink } = scan;
		const isPlain = symbol === undefined && !scope.inFunction;
		const found = isPlain ? names.filter(name => !isIgnored(name)) : [];
		const symbols = found.map(name => scan.add('constant', name, scope, front));
		if (valueAt >= 0) {
			scan.value(functionScope(symbol ? qualified(scope, symbol.name) : scope.container), 'statement');
		}
		for (const each of symbols) {
			sink.endHeader(each, cursor.before);
			valueAt >= 0 && sink.header(each, valueAt, before);
		}
		symbol && sink.end(symbol, cursor.before);
	}

	/** Whether braces follow the braces here: a value of this type. */
	private isLiteralBehind(): boolean {
		const { lexer, text } = this.cursor;
		return text.charCodeAt(lexer.afterBlanks(lexer.balanced(this.cursor.at))) === 0x7b;
	}

	private named(names: readonly Name[], scope: Scope, front: Front): FoundSymbol | undefined {
		const [first] = names;
		return first && first.name !== '_' ? this.scan.add('constant', first, scope, front) : undefined;
	}

	private constant(scope: Scope): void {
		const { cursor, scan, types } = this;
		const front = scan.front();
		const names = types.names().filter(({ name }) => name !== '_');
		const symbols = names.map(name => scan.add('constant', name, scope, front));
		cursor.restOfStatement();
		for (const symbol of symbols) {
			scan.sink.endHeader(symbol, cursor.before);
		}
	}
}

function isIgnored({ name }: Name): boolean {
	return name === '_';
}
