import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import { classScope, functionScope, qualified } from '../symbolSink';
import type { ClassScan } from './classScan';
import type { CodeReader } from './codeReader';
import type { Definitions } from './definitions';
import type { NamedValue, NamedValueReader } from './namedValue';
import type { ValueScan } from './valueScan';

/** Reads values that have a name. */
export class NamedValues implements NamedValueReader {
	/** Positions of functions, classes and objects that only begin a value: none is read this way twice. */
	private readonly beginnings = new Set<number>();

	constructor(
		private readonly reader: CodeReader,
		private readonly definitions: Definitions,
		private readonly values: ValueScan,
		readonly classes: ClassScan,
	) {}

	/** False if the next token begins a value that is neither a function nor a class nor an object. */
	mayBeNamed(): boolean {
		const { reader } = this;
		const char = reader.char();
		if (char === 0x28 || char === 0x3c || char === 0x7b) {
			return true;
		}
		const role = reader.role();
		const isWord = role === 'function' || role === 'class' || role === 'async';
		return isWord || (reader.isWordAt(reader.at) && this.values.isArrow());
	}

	/** Reads a value from the next token on. */
	read(named: NamedValue): void {
		const { reader, definitions, values } = this;
		const { at, end } = reader;
		const { count } = definitions;
		const role = reader.role();
		const isAsync = role === 'async';
		const hasWord = role === 'function' || (isAsync && reader.role(reader.codeAt(reader.wordEnd(at))) === 'function');
		if (this.beginnings.has(at)) {
			named.otherwise();
			return;
		}
		if (named.asFunction !== undefined && (hasWord || values.isArrow())) {
			this.function(named, isAsync);
		} else if (named.asWrapped && this.isWrapped()) {
			this.wrapped(named);
		} else if (named.asClass !== undefined && role === 'class') {
			this.class(named);
		} else if (named.asObject && reader.char() === 0x7b) {
			definitions.inside(() => values.parts?.object(classScope(qualified(named.scope, named.name))));
		} else {
			named.otherwise();
			return;
		}
		if (this.continues()) {
			this.beginnings.add(at);
			definitions.truncate(count);
			reader.reset(at, end);
			named.otherwise();
		}
	}

	/** Reads the value of a constant or field. */
	constant(kind: SymbolKind, named: Omit<NamedValue, 'otherwise'>, around = named.scope): void {
		const { definitions, values, reader } = this;
		const { name, scope, start, nameAt, front, modifiers = [] } = named;
		const index = definitions.add(kind, name, scope, { start, name: nameAt, front, modifiers });
		definitions.header(index);
		const { inFunction } = scope;
		// A class with a name of its own is not in it.
		const isClass = reader.role() === 'class';
		const inside = isClass ? around : { container: qualified(scope, name), inClass: false, inFunction };
		definitions.inside(() => values.value(inside, { assignedIn: around }));
		definitions.end(index);
	}

	private function(named: NamedValue, isAsync: boolean): void {
		const { definitions, reader } = this;
		const { name, scope, start, nameAt, front, modifiers = [], asFunction = 'function' } = named;
		const own = isAsync && !modifiers.includes('async') ? [reader.wordAt(reader.at)] : [];
		const place = { start, name: nameAt, front, modifiers: [...modifiers, ...own] };
		const index = definitions.add(asFunction, name, scope, place);
		this.values.function(functionScope(qualified(scope, name)), () => definitions.header(index));
		definitions.end(index);
	}

	/** Whether a call by a plain name begins at the next token, whose first argument is a function. */
	isWrapped(): boolean {
		const { reader, values } = this;
		const { at, end } = reader;
		const open = this.callOf(at);
		if (open < 0) {
			return false;
		}
		reader.reset(reader.codeAt(open + 1), open + 1);
		const role = reader.role();
		const isAsync = role === 'async' && reader.role(reader.codeAt(reader.wordEnd(reader.at))) === 'function';
		const isFunction = role === 'function' || isAsync || values.isArrow();
		reader.reset(at, end);
		return isFunction;
	}

	/** The parenthesis of a call by the name at a position; -1 if it is none. */
	private callOf(at: number): number {
		const { reader, values } = this;
		const { text, tables } = reader;
		if (!reader.isWordAt(at) || reader.role(at) !== undefined) {
			return -1;
		}
		let open = reader.codeAt(reader.wordEnd(at));
		if (text.charCodeAt(open) === 0x3c && tables.data.hasTypes) {
			const end = values.types.anglesEnd(open);
			open = end < 0 ? -1 : reader.codeAt(end);
		}
		return text.charCodeAt(open) === 0x28 ? open : -1;
	}

	private wrapped({ name, scope, start, nameAt, front, modifiers, asFunction = 'function' }: NamedValue): void {
		const { definitions, reader, values } = this;
		const index = definitions.add(asFunction, name, scope, { start, name: nameAt, front, modifiers: modifiers ?? [] });
		definitions.header(index);
		reader.advance(this.callOf(reader.at));
		definitions.inside(() => values.group(functionScope(qualified(scope, name)), 0x29));
		values.sign();
		definitions.end(index);
	}

	private class(named: NamedValue): void {
		const { definitions, classes } = this;
		const { name, scope, start, nameAt, front, modifiers = [], asClass = 'class' } = named;
		const { bases } = classes.head();
		const index = definitions.add(asClass, name, scope, { start, name: nameAt, front, modifiers, bases });
		definitions.header(index);
		definitions.inside(() => classes.members(classScope(qualified(scope, name))));
		definitions.end(index);
	}

	/** Whether the next token continues the value that ended before it. */
	private continues(): boolean {
		const { reader } = this;
		const role = reader.role();
		if (role === 'infix' || (role === 'as' && !reader.isNewRow())) {
			return true;
		}
		const isNewRow = reader.isNewRow();
		return (isNewRow ? '.([`?&|=<>*/%^' : '.([`?&|=<>*/%^+-!').includes(reader.text.charAt(reader.at) || ' ');
	}
}
