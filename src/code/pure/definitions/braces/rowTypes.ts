import { classScope, type FoundSymbol, qualified, type Scope } from '../symbolSink';
import { wordMark } from './braceCursor';
import type { BraceScan, Front, Name } from './braceScan';

/** A type with a body, whose brace is at the cursor. */
interface TypeBody {
	readonly role: 'class' | 'interface';
	/** False if it is the element of another type: `[]struct {...}`. */
	readonly isDirect: boolean;
}

/** Reads types that are written behind their names, and end with their row. */
export class RowTypes {
	constructor(private readonly scan: BraceScan) {}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	/** `A[B any] struct {...}`, `A = B` */
	specification(scope: Scope): void {
		const { cursor, scan } = this;
		const front = scan.front();
		const { at, word: name } = cursor;
		if (name === '_') {
			cursor.restOfStatement();
			return;
		}
		cursor.next();
		if (cursor.is('[') && this.isParameters()) {
			cursor.skipGroup();
		}
		const isAlias = cursor.is('=');
		if (isAlias) {
			cursor.next();
		}
		const body = this.body();
		const kind = !body?.isDirect || isAlias ? 'type' : body.role;
		const symbol = scan.add(kind, { name, at }, scope, front);
		if (body && (body.role === 'class' ? !isAlias : body.isDirect)) {
			const inside =
				kind === 'type'
					? { ...scope, container: qualified(scope, name), inClass: false }
					: classScope(qualified(scope, name));
			isAlias || scan.sink.header(symbol, cursor.at, cursor.before);
			this.block(body.role, inside);
			this.restOf(symbol, isAlias);
		} else {
			this.restOf(symbol, true);
		}
	}

	private restOf(symbol: FoundSymbol, isHeader: boolean): void {
		const { cursor, scan } = this;
		cursor.restOfStatement();
		if (isHeader) {
			scan.sink.endHeader(symbol, cursor.before);
		} else {
			scan.sink.end(symbol, cursor.before);
		}
	}

	/** Whether the brackets here have type parameters, and not the length of an array. */
	private isParameters(): boolean {
		const { cursor } = this;
		const { at } = cursor;
		cursor.next();
		const isName = cursor.mark === wordMark;
		cursor.next();
		const isType = cursor.mark === wordMark || cursor.is(',') || cursor.is('~') || cursor.is('[') || cursor.is('(');
		cursor.back(at);
		return isName && isType;
	}

	/** `a, b, c` */
	names(): Name[] {
		const { cursor } = this;
		const names: Name[] = [];
		while (cursor.mark === wordMark) {
			names.push({ name: cursor.word, at: cursor.at });
			cursor.next();
			if (!cursor.is(',')) {
				break;
			}
			cursor.next();
		}
		return names;
	}

	/** Moves over the type at the cursor up to its body. Undefined if it has none. */
	body(): TypeBody | undefined {
		const { cursor } = this;
		const isDirect = this.isBody();
		if (!isDirect) {
			this.outerType();
		}
		const { role } = cursor;
		if (!this.isBody() || (role !== 'class' && role !== 'interface')) {
			return undefined;
		}
		cursor.next();
		return { role, isDirect };
	}

	/** Whether a struct or an interface is here. */
	isBody(): boolean {
		const { cursor } = this;
		return (cursor.role === 'class' || cursor.role === 'interface') && cursor.behind().mark === 0x7b;
	}

	/** Moves over one pointer, array, map, channel or function. */
	private outerType(): void {
		const { cursor } = this;
		const isSign = cursor.is('*') || cursor.is('(') || cursor.is('<');
		if (cursor.is('[')) {
			cursor.skipGroup();
		} else if (isSign || cursor.role === 'function' || cursor.role === 'typePart') {
			cursor.next();
			while (cursor.is('<') || cursor.is('-') || (cursor.role === 'typePart' && isSign)) {
				cursor.next();
			}
			if (!isSign && (cursor.is('[') || cursor.is('('))) {
				if (cursor.text.startsWith('struct', cursor.end)) {
					this.scan.fail();
				}
				cursor.skipGroup();
			}
		}
	}

	block(role: 'class' | 'interface', inside: Scope): void {
		this.scan.list(() => (role === 'class' ? this.field(inside) : this.element(inside)));
	}

	/** Reads the fields of a variable or field, from the brace of its type. */
	fieldsOf(symbol: FoundSymbol, scope: Scope): void {
		const { cursor, scan } = this;
		scan.sink.header(symbol, cursor.at, cursor.before);
		this.block('class', { container: qualified(scope, symbol.name), inClass: false, inFunction: scope.inFunction });
	}

	private field(scope: Scope): void {
		const front = this.scan.front();
		if (this.isNamed()) {
			this.typeOf(this.names(), scope, front);
		} else {
			this.base(scope);
			this.cursor.restOfStatement();
		}
	}

	private typeOf(names: readonly Name[], scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		const body = this.body();
		const [first] = names;
		const hasFields = body?.role === 'class' && first !== undefined && first.name !== '_';
		const found = hasFields ? [first] : names.filter(({ name }) => name !== '_');
		const symbols = found.map(name => scan.add('field', name, scope, front));
		if (hasFields && symbols[0]) {
			this.fieldsOf(symbols[0], scope);
		} else if (body?.role === 'interface' && body.isDirect) {
			this.block('interface', scope);
		}
		cursor.restOfStatement();
		for (const symbol of symbols) {
			this.restOf(symbol, !hasFields);
		}
	}

	/** Whether a name is here, and not a type alone. */
	private isNamed(): boolean {
		const { cursor } = this;
		if (cursor.mark !== wordMark) {
			return false;
		}
		const { at } = cursor;
		cursor.next();
		const isArray = cursor.is('[');
		if (isArray) {
			cursor.skipGroup();
		}
		const isType = cursor.isStatementEnd() || cursor.is('.') || cursor.isString();
		cursor.back(at);
		return !isType;
	}

	/** Adds the type at the cursor to the bases of the class around them. */
	private base({ container }: Scope): void {
		const { cursor, scan } = this;
		while (cursor.is('*') || cursor.is('(')) {
			cursor.next();
		}
		scan.joinBase(container, this.qualified());
		cursor.is(')') && cursor.next();
	}

	private qualified(): string {
		const { cursor } = this;
		const { at } = cursor;
		cursor.next();
		while (cursor.is('.')) {
			cursor.next();
			cursor.next();
		}
		return cursor.text.slice(at, cursor.before);
	}

	/** A method of an interface, or types. */
	private element(scope: Scope): void {
		const { cursor, scan } = this;
		const front = scan.front();
		const { at, word: name } = cursor;
		if (name === '' || cursor.behind().mark !== 0x28) {
			this.terms(scope);
			cursor.restOfStatement();
			return;
		}
		cursor.next();
		const symbol = scan.add('method', { name, at }, scope, front);
		this.restOf(symbol, true);
	}

	/** `A | ~B | c.D[E]`, up to what ends it. */
	private terms(scope: Scope): void {
		const { cursor, scan } = this;
		while (!cursor.isStatementEnd() && !cursor.is(',')) {
			if (cursor.mark === wordMark && cursor.role === undefined) {
				scan.joinBase(scope.container, this.qualified());
				cursor.is('[') && this.typeArguments(scope);
			} else {
				while (!cursor.is('|') && !cursor.is(',') && !cursor.isStatementEnd()) {
					cursor.skipToken();
				}
			}
			cursor.is('|') && cursor.next();
		}
	}

	/** `[E, *F]` behind a type. */
	private typeArguments(scope: Scope): void {
		const { cursor, scan } = this;
		cursor.next();
		while (!cursor.is(']') && !cursor.isStatementEnd() && !cursor.lexer.isBroken) {
			scan.nested(() => this.terms(scope));
			cursor.is(',') && cursor.next();
		}
		cursor.next();
	}
}
