import { functionScope, qualified, type Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import type { Definitions } from './definitions';
import type { NamedValue } from './namedValue';
import type { NamedValues } from './namedValues';
import { keyText, nameEnd } from './names';
import type { ValueScan } from './valueScan';

/** Reads objects, and assignments. */
export class ObjectScan {
	constructor(
		private readonly reader: CodeReader,
		private readonly definitions: Definitions,
		private readonly values: ValueScan,
		private readonly named: NamedValues,
	) {}

	/** Reads an object from its brace to its end; nothing counts in it if there is no sign of a definition. */
	object(scope: Scope): void {
		const { reader, definitions } = this;
		const { at } = reader;
		const { count } = definitions;
		reader.advance(at + 1);
		while (reader.char() !== 0x7d && !reader.isAtEnd && !reader.isBroken) {
			if (!reader.take(0x2c)) {
				const { at: before } = reader;
				this.property(scope);
				reader.isBroken ||= reader.at === before;
			}
		}
		reader.expect(0x7d);
		if (reader.lastSign < at) {
			definitions.truncate(count);
		}
	}

	private property(scope: Scope): void {
		const { reader, definitions, values } = this;
		const { text, at: start } = reader;
		if (text.startsWith('...', start)) {
			values.dropped(scope);
			return;
		}
		const front = definitions.frontHere();
		const modifiers: string[] = [];
		let nameAt = start;
		for (;;) {
			nameAt = reader.at;
			const end = nameEnd(reader, nameAt);
			reader.advance(end);
			const next = text.charAt(reader.at) || ' ';
			const isWord = reader.tables.recorded.has(text.slice(nameAt, end));
			if (end === nameAt ? next !== '*' : !(isWord && (reader.isWordAt(reader.at) || '"\'[#*'.includes(next)))) {
				break;
			}
			if (isWord) {
				modifiers.push(text.slice(nameAt, end));
			}
			reader.take(0x2a);
		}
		const name = keyText(reader, nameAt, reader.end);
		if (reader.char() === 0x28 || reader.char() === 0x3c) {
			this.method(name, scope, { start, name: nameAt, front, modifiers });
		} else if (reader.take(0x3a)) {
			this.pair({ start, nameAt, front, name, scope });
		} else if (reader.take(0x3d)) {
			values.dropped(scope);
		}
	}

	private method(name: string, scope: Scope, place: Parameters<Definitions['add']>[3]): void {
		const { reader, definitions, values } = this;
		values.parameters();
		const index = definitions.add('method', name, scope, place);
		definitions.header(index);
		if (reader.char() !== 0x7b) {
			reader.isBroken = true;
			return;
		}
		definitions.inside(() => values.parts?.block(functionScope(qualified(scope, name))));
		definitions.end(index);
	}

	private pair({ start, nameAt, front, name, scope }: Omit<NamedValue, 'otherwise'>): void {
		const { named, values } = this;
		if (!named.mayBeNamed()) {
			values.value(scope);
			return;
		}
		const otherwise = () => values.value(scope);
		named.read({
			start,
			nameAt,
			front,
			name,
			scope,
			asFunction: 'method',
			asClass: 'class',
			asObject: true,
			otherwise,
		});
	}

	/** Reads an assignment to the target at a position, from its sign on. */
	assignment(start: number, end: number, scope: Scope): void {
		const { reader, definitions, named, values } = this;
		const { text, tables } = reader;
		const { data } = tables;
		reader.advance(reader.at + 1);
		const isPlain = scope.inFunction && !text.slice(start, end).includes(data.prototype);
		if (isPlain && !named.mayBeNamed()) {
			values.value(scope);
			return;
		}
		const left = text.slice(start, end).replace(/\s+/g, '');
		const front = definitions.frontAt(start);
		const otherwise = () => values.value(scope);
		if (left.endsWith(']')) {
			this.indexed(left, start, scope);
			return;
		}
		const isMember = left.includes('.');
		const names = isMember ? left.split('.') : [left];
		const object = left.slice(0, left.lastIndexOf('.'));
		const parts = isMember ? names.filter(part => part !== '' && !tables.transparent.has(part)) : names;
		if (parts.length === 0) {
			const isExports = tables.exports.has(left) && !this.isNamed();
			const asFunction = isExports ? 'function' : undefined;
			named.read({ start, nameAt: start, front, name: data.exported, scope, asFunction, otherwise });
			return;
		}
		const container = [scope.container, ...parts.slice(0, -1)].filter(part => part !== '').join('.');
		const around = { container, inClass: scope.inClass || parts.length > 1, inFunction: scope.inFunction };
		const one = { start, nameAt: start, front, name: parts.at(-1) ?? '', scope: around };
		if (reader.role() === 'class' && named.classes.hasName()) {
			named.constant('constant', one, scope);
			return;
		}
		if (isMember && tables.exports.has(object) && !scope.inFunction) {
			named.read({
				...one,
				asFunction: 'function',
				asClass: 'class',
				otherwise: () => named.constant('constant', one, scope),
			});
		} else if (names.at(-2) === data.prototype && /[\w$]/.test(text.charAt(reader.at))) {
			named.read({
				...one,
				asFunction: 'function',
				asClass: 'class',
				otherwise: () => named.constant('field', one, scope),
			});
		} else if (named.mayBeNamed()) {
			named.read({ ...one, asFunction: 'function', asClass: 'class', asObject: true, otherwise });
		} else {
			otherwise();
		}
	}

	/** An assignment to a member in brackets. */
	private indexed(left: string, start: number, scope: Scope): void {
		const { reader, definitions, named, values } = this;
		const open = left.lastIndexOf('[');
		const owner = left
			.slice(0, open)
			.split('.')
			.filter(part => !reader.tables.transparent.has(part));
		const around = scope.container.split('.').at(-1);
		const further = owner.length === 1 && owner[0] === around ? [] : owner;
		const container = [scope.container, ...further].filter(part => part !== '').join('.');
		named.read({
			...{ start, nameAt: start, front: definitions.frontAt(start), name: left.slice(open + 2, -2) },
			scope: { container, inClass: scope.inClass || owner.length > 0, inFunction: scope.inFunction },
			asFunction: 'function',
			otherwise: () => values.value(scope),
		});
	}

	/** Whether a function with the word for one has a name. */
	private isNamed(): boolean {
		const { reader } = this;
		const { at } = reader;
		const wordAt = reader.role() === 'async' ? reader.codeAt(reader.wordEnd(at)) : at;
		return reader.role(wordAt) === 'function' && reader.isWordAt(reader.codeAt(reader.wordEnd(wordAt)));
	}
}
