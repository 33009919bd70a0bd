import { classScope, functionScope, qualified, type Scope } from '../symbolSink';
import type { Modifiers } from './keywordCursor';
import type { KeywordReading } from './keywordReading';
import { constantScope, type KeywordSymbols } from './keywordSymbols';
import type { KeywordTables } from './keywordTables';

type Added = ReturnType<KeywordSymbols['add']>;

/** The place of a definition, with its first token. */
interface Place {
	readonly scope: Scope;
	readonly start: number;
	readonly modifiers: Modifiers;
}

const noModifiers: Modifiers = { recorded: [], isEnumeration: false, isCompanion: false };

/** Reads definitions, from the word that begins them. */
export class KeywordDefinitions {
	constructor(
		private readonly scan: KeywordReading,
		private readonly symbols: KeywordSymbols,
		private readonly tables: KeywordTables,
	) {}

	private get cursor(): KeywordReading['cursor'] {
		return this.scan.cursor;
	}

	/** Reads the definition at the cursor, which began at a token with modifiers. False if there is none. */
	read(scope: Scope, start: number, modifiers: Modifiers): boolean {
		const { cursor } = this;
		const place = { scope, start, modifiers };
		switch (cursor.role) {
			case 'class':
			case 'interface':
				return this.class(place);
			case 'object':
				return this.object(place);
			case 'function':
				return this.function(place);
			case 'property':
				this.property(place);
				return true;
			case 'alias':
				return this.alias(place);
			case 'constructor':
				return scope.inClass && this.constructorOf(place);
			default:
				return false;
		}
	}

	/** Reads a function or an object without a name. False if there is none. */
	readValue(scope: Scope): boolean {
		const { cursor } = this;
		if (cursor.role === 'object' && (cursor.tokens.marks[cursor.at + 1] ?? '') !== '') {
			cursor.at++;
			this.bases(scope);
			if (cursor.mark() === '{') {
				this.scan.block(classScope(scope.container));
			}
			return true;
		}
		if (cursor.role === 'function') {
			return this.function({ scope, start: cursor.at, modifiers: noModifiers });
		}
		return false;
	}

	private class({ scope, start, modifiers }: Place): boolean {
		const { cursor, symbols } = this;
		const kind = cursor.role === 'interface' ? 'interface' : 'class';
		const name = cursor.word(cursor.at + 1);
		if (name === '') {
			return false;
		}
		cursor.at++;
		const symbol = symbols.add(scope, { name, kind, start, at: cursor.at, modifiers });
		const inside = classScope(qualified(scope, name));
		cursor.at++;
		cursor.typeArguments();
		this.primaryConstructor(inside);
		symbol.bases = this.bases(inside);
		cursor.constraints();
		this.members(symbol, inside, modifiers.isEnumeration);
		return true;
	}

	private primaryConstructor(inside: Scope): void {
		const { cursor } = this;
		const before = cursor.at;
		cursor.modifiers();
		if (cursor.role === 'constructor') {
			cursor.at++;
		} else {
			cursor.at = before;
		}
		if (cursor.mark() !== '(' || (cursor.at === before && cursor.isNewRow())) {
			return;
		}
		const close = cursor.tokens.closing.get(cursor.at) ?? cursor.at;
		cursor.at++;
		while (cursor.at < close) {
			this.parameter(inside, close);
		}
		cursor.at = close + 1;
	}

	/** One with `val` or `var` is a property. */
	private parameter(scope: Scope, close: number): void {
		const { cursor, symbols } = this;
		const start = cursor.at;
		const modifiers = cursor.modifiers();
		const at = cursor.at + 1;
		const symbol =
			cursor.role === 'property'
				? symbols.add(scope, { name: cursor.word(at), kind: 'field', start, at, modifiers })
				: undefined;
		while (cursor.at < close && cursor.mark() !== ',') {
			if (cursor.mark() === '<') {
				cursor.typeArguments();
				cursor.at += cursor.mark() === '<' ? 1 : 0;
			} else if (cursor.tokens.closing.has(cursor.at)) {
				cursor.skipGroup();
			} else {
				cursor.at++;
			}
		}
		symbol && symbols.end(symbol, cursor.at);
		cursor.at += cursor.mark() === ',' ? 1 : 0;
	}

	/** Reads the types behind a colon, without their arguments. */
	private bases(scope: Scope): string[] {
		const { cursor } = this;
		const bases: string[] = [];
		if (cursor.mark() !== ':') {
			return bases;
		}
		do {
			cursor.at++;
			cursor.modifiers();
			const name = cursor.qualifiedName();
			if (name === '') {
				cursor.type();
			} else {
				bases.push(name);
			}
			cursor.typeArguments();
			if (cursor.mark() === '(') {
				this.scan.group(scope);
			}
			if (cursor.role === 'delegate') {
				cursor.at++;
				this.scan.expression(scope, { isBeforeBrace: true });
			}
		} while (cursor.mark() === ',');
		return bases;
	}

	private members(symbol: Added, inside: Scope, isEnumeration = false): void {
		const { cursor, symbols, scan } = this;
		if (cursor.mark() === '{') {
			symbols.header(symbol, cursor.at);
			scan.block(inside, () => {
				if (isEnumeration) {
					this.constants(inside);
				}
				scan.statements(inside);
			});
		}
		symbols.end(symbol, cursor.at);
	}

	/** The constants of an enumeration. */
	private constants(scope: Scope): void {
		const { cursor, symbols, scan } = this;
		for (;;) {
			const start = cursor.at;
			while (cursor.mark() === '@') {
				cursor.annotation();
			}
			const name = cursor.word();
			if (name === '') {
				return;
			}
			const symbol = symbols.add(scope, { name, kind: 'constant', start, at: cursor.at, modifiers: noModifiers });
			cursor.at++;
			if (cursor.mark() === '(') {
				cursor.skipGroup();
			}
			if (cursor.mark() === '{') {
				symbols.header(symbol, cursor.at);
				scan.block(constantScope(scope, name));
			}
			symbols.end(symbol, cursor.at);
			if (cursor.mark() !== ',') {
				return;
			}
			cursor.at++;
		}
	}

	private object({ scope, start, modifiers }: Place): boolean {
		const { cursor, symbols, tables } = this;
		const keyword = cursor.at;
		const isNamed = cursor.word(keyword + 1) !== '' && !(modifiers.isCompanion && cursor.isNewRow(keyword + 1));
		if (!isNamed && !modifiers.isCompanion) {
			return false;
		}
		const at = isNamed ? keyword + 1 : keyword;
		const name = isNamed ? cursor.word(at) : tables.data.companion;
		const symbol = symbols.add(scope, { name, kind: 'class', start, at, modifiers });
		cursor.at = at + 1;
		const inside = classScope(qualified(scope, name));
		symbol.bases = this.bases(inside);
		this.members(symbol, inside);
		return true;
	}

	private alias({ scope, start, modifiers }: Place): boolean {
		const { cursor, symbols } = this;
		const name = cursor.word(cursor.at + 1);
		if (name === '') {
			return false;
		}
		cursor.at++;
		const symbol = symbols.add(scope, { name, kind: 'type', start, at: cursor.at, modifiers });
		cursor.at++;
		cursor.typeArguments();
		if (cursor.mark() === '=') {
			cursor.at++;
			cursor.type();
		}
		symbols.end(symbol, cursor.at);
		return true;
	}

	private constructorOf({ scope, start, modifiers }: Place): boolean {
		const { cursor, symbols } = this;
		const at = cursor.at;
		if (cursor.tokens.marks[at + 1] !== '(') {
			return false;
		}
		const name = cursor.word();
		const symbol = symbols.add(scope, { name, kind: 'method', start, at, modifiers });
		cursor.at++;
		cursor.skipGroup();
		if (cursor.mark() === ':') {
			cursor.at += 2;
			cursor.skipGroup();
		}
		this.body(symbol, functionScope(qualified(scope, name)));
		return true;
	}

	private function({ scope, start, modifiers }: Place): boolean {
		const { cursor, symbols } = this;
		cursor.at++;
		cursor.typeArguments();
		const at = cursor.nameBefore('(');
		const name = at < 0 ? '' : cursor.word(at);
		const symbol = name === '' ? undefined : symbols.add(scope, { name, kind: 'function', start, at, modifiers });
		if (cursor.mark() === '(') {
			cursor.skipGroup();
		}
		cursor.typeBehind();
		cursor.constraints();
		this.body(symbol, name === '' ? functionScope(scope.container) : functionScope(qualified(scope, name)));
		return true;
	}

	/** The body of a function: a block, or an expression behind `=`. */
	private body(symbol: Added | undefined, inside: Scope): void {
		const { cursor, symbols, scan } = this;
		if (symbol !== undefined && (cursor.mark() === '{' || cursor.mark() === '=')) {
			symbols.header(symbol, cursor.at);
		}
		if (cursor.mark() === '{') {
			scan.block(inside);
		} else if (cursor.mark() === '=') {
			cursor.at++;
			scan.expression(inside);
		}
		symbol && symbols.end(symbol, cursor.at);
	}

	private property({ scope, start, modifiers }: Place): void {
		const { cursor, symbols, scan } = this;
		cursor.at++;
		cursor.typeArguments();
		const at = cursor.nameBefore('');
		const names = at >= 0 ? [at] : cursor.destructured();
		const isLocal = scope.inFunction;
		const known = names.filter(name => !isLocal && cursor.word(name) !== '_');
		const added = known.map(name =>
			symbols.add(scope, { name: cursor.word(name), kind: 'constant', start, at: name, modifiers }),
		);
		cursor.typeBehind();
		cursor.constraints();
		if (cursor.mark() === '=' || cursor.role === 'delegate') {
			cursor.at++;
			scan.expression(scope);
		}
		while (!isLocal && this.accessor(scope)) {
			// At most two follow each other.
		}
		for (const symbol of added) {
			symbols.end(symbol, cursor.at);
		}
	}

	private accessor(scope: Scope): boolean {
		const { cursor } = this;
		const before = cursor.at;
		cursor.at += cursor.mark() === ';' ? 1 : 0;
		cursor.modifiers();
		const next = cursor.tokens.marks[cursor.at + 1];
		const isAlone =
			cursor.at + 1 >= cursor.tokens.count || cursor.isNewRow(cursor.at + 1) || next === '}' || next === ';';
		if (cursor.role !== 'accessor' || !(next === '(' || isAlone)) {
			cursor.at = before;
			return false;
		}
		cursor.at++;
		if (next !== '(') {
			return true;
		}
		cursor.skipGroup();
		cursor.typeBehind();
		this.body(undefined, functionScope(scope.container));
		return true;
	}
}
