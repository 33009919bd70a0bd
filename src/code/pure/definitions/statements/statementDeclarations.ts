import type { StatementRole } from '../../languages/readerData';
import { classScope, functionScope, qualified, type Scope } from '../symbolSink';
import type { ClassScan } from './classScan';
import type { CodeReader } from './codeReader';
import type { Definitions } from './definitions';
import type { NamedValues } from './namedValues';
import { keyText, nameEnd } from './names';
import type { TypeScan } from './typeScan';
import type { ValueScan } from './valueScan';

/** Reads declarations, each beginning with a word for its kind. */
export class DeclarationScan {
	constructor(
		private readonly reader: CodeReader,
		private readonly definitions: Definitions,
		private readonly parts: {
			readonly types: TypeScan;
			readonly values: ValueScan;
			readonly classes: ClassScan;
			readonly named: NamedValues;
		},
		private readonly block: (scope: Scope) => void,
	) {}

	/** Reads a declaration whose word is followed by the token at `next`; false if the word begins none. */
	read(role: StatementRole, scope: Scope, next: number): boolean {
		const { reader, definitions } = this;
		const { at } = reader;
		switch (role) {
			case 'class':
				this.parts.classes.class(scope, at, definitions.frontHere());
				return true;
			case 'abstract': {
				if (reader.role(next) !== 'class') {
					return false;
				}
				const front = definitions.frontHere();
				const word = reader.wordAt(at);
				reader.advance(next);
				this.parts.classes.class(scope, at, front, [word]);
				return true;
			}
			case 'async':
				return reader.role(next) === 'function' && this.function(scope, next);
			case 'function':
				return this.function(scope, at);
			case 'interface':
				return this.isName(next) && this.interface(scope, next);
			case 'enumeration':
				return this.isName(next) && this.enumeration(scope, next);
			case 'alias':
				return this.isName(next) && this.alias(scope, next);
			case 'namespace':
				return this.namespace(scope, next);
			default:
				return false;
		}
	}

	/** Reads variables and constants; false if the word is a name. */
	variables(scope: Scope): boolean {
		const { reader } = this;
		const { text, at: start } = reader;
		const next = reader.codeAt(reader.wordEnd(start));
		if (!reader.isWordAt(next) && !'{['.includes(text.charAt(next) || ' ')) {
			return false;
		}
		if (reader.role(next) === 'enumeration') {
			return this.enumeration(scope, reader.codeAt(reader.wordEnd(next)), start);
		}
		if (reader.role(next) === 'infix') {
			return false;
		}
		reader.advance(next);
		do {
			this.declarator(scope);
		} while (reader.take(0x2c) && !reader.isBroken);
		return true;
	}

	private declarator(scope: Scope): void {
		const { reader, definitions } = this;
		const { values, named, types } = this.parts;
		const { text, at: start } = reader;
		const front = definitions.frontHere();
		const isPattern = '{['.includes(text.charAt(start) || ' ');
		reader.advance(isPattern ? reader.balanced(start) : reader.wordEnd(start));
		reader.isBroken ||= reader.end === start;
		const name = text.slice(start, reader.end);
		const isIteration = reader.role() === 'infix' || text.startsWith('of ', reader.at);
		if (reader.char() === 0x21) {
			reader.advance(reader.at + 1);
		}
		types.annotation();
		if (isIteration) {
			return;
		}
		if (!reader.take(0x3d)) {
			if (!isPattern && !scope.inFunction) {
				definitions.add('constant', name, scope, { start, name: start, front });
			}
			return;
		}
		if (isPattern || (scope.inFunction && !named.mayBeNamed() && !named.isWrapped())) {
			values.value(scope);
			return;
		}
		const otherwise = () => {
			if (scope.inFunction || this.isLoaded()) {
				values.value(scope);
			} else {
				named.constant('constant', { start, nameAt: start, front, name, scope });
			}
		};
		const asObject = scope.inFunction;
		named.read({
			start,
			nameAt: start,
			front,
			name,
			scope,
			asFunction: 'function',
			asClass: 'class',
			asWrapped: true,
			asObject,
			otherwise,
		});
	}

	/** Whether a value is another module's exports as a whole. */
	private isLoaded(): boolean {
		const { reader } = this;
		const end = reader.wordEnd(reader.at);
		if (reader.text.slice(reader.at, end) !== reader.tables.data.loads || reader.text.charCodeAt(end) !== 0x28) {
			return false;
		}
		const after = reader.codeAt(reader.balanced(end));
		return !'.([`!?+-|&'.includes(reader.text.charAt(after) || ' ') && reader.role(after) !== 'as';
	}

	/** Whether a name begins at a position in the same row. */
	private isName(at: number): boolean {
		const { reader } = this;
		const role = reader.role(at);
		return reader.isWordAt(at) && role !== 'infix' && !reader.text.slice(reader.at, at).includes('\n');
	}

	private function(scope: Scope, wordAt: number): boolean {
		const { reader, definitions } = this;
		const { values } = this.parts;
		const { text, at: start } = reader;
		let nameAt = reader.codeAt(reader.wordEnd(wordAt));
		nameAt = text.charCodeAt(nameAt) === 0x2a ? reader.codeAt(nameAt + 1) : nameAt;
		const name = reader.wordAt(nameAt);
		if (name === '') {
			return false;
		}
		const front = definitions.frontHere();
		const modifiers = wordAt === start ? [] : [reader.wordAt(start)];
		reader.lastSign = wordAt;
		reader.advance(nameAt + name.length);
		values.parameters();
		const isBody = reader.char() === 0x7b;
		if (!isBody) {
			reader.take(0x3b);
		}
		const index = definitions.add('function', name, scope, { start, name: nameAt, front, modifiers });
		if (isBody) {
			definitions.header(index);
			definitions.inside(() => this.block(functionScope(qualified(scope, name))));
			definitions.end(index);
		}
		return true;
	}

	private interface(scope: Scope, nameAt: number): boolean {
		const { reader, definitions } = this;
		const { types, classes } = this.parts;
		const { at: start } = reader;
		const front = definitions.frontHere();
		const name = reader.wordAt(nameAt);
		reader.advance(nameAt + name.length);
		types.angles();
		const bases = classes.interfaceBases();
		const index = definitions.add('interface', name, scope, { start, name: nameAt, front, bases });
		definitions.header(index);
		definitions.inside(() => types.members(classScope(qualified(scope, name))));
		definitions.end(index);
		return true;
	}

	private alias(scope: Scope, nameAt: number): boolean {
		const { reader, definitions } = this;
		const { types } = this.parts;
		const { at: start } = reader;
		const name = reader.wordAt(nameAt);
		const next = reader.text.charCodeAt(reader.codeAt(nameAt + name.length));
		if (next !== 0x3d && next !== 0x3c) {
			return false;
		}
		const front = definitions.frontHere();
		reader.advance(nameAt + name.length);
		types.angles();
		reader.expect(0x3d);
		const index = definitions.add('type', name, scope, { start, name: nameAt, front });
		definitions.header(index);
		const { inFunction } = scope;
		const inside = { container: qualified(scope, name), inClass: false, inFunction };
		definitions.inside(() => types.typeWithMembers(inside));
		reader.take(0x3b);
		definitions.end(index);
		return true;
	}

	private enumeration(scope: Scope, nameAt: number, start = this.reader.at): boolean {
		const { reader, definitions } = this;
		const name = reader.wordAt(nameAt);
		if (reader.text.charCodeAt(reader.codeAt(nameAt + name.length)) !== 0x7b) {
			return false;
		}
		const front = definitions.frontHere();
		reader.advance(nameAt + name.length);
		const index = definitions.add('class', name, scope, { start, name: nameAt, front });
		definitions.header(index);
		definitions.inside(() => this.enumerators(classScope(qualified(scope, name))));
		definitions.end(index);
		return true;
	}

	private enumerators(scope: Scope): void {
		const { reader, definitions } = this;
		reader.expect(0x7b);
		while (reader.char() !== 0x7d && !reader.isAtEnd && !reader.isBroken) {
			if (reader.take(0x2c)) {
				continue;
			}
			const { at: start } = reader;
			const front = definitions.frontHere();
			const isComputed = reader.char() === 0x5b;
			reader.advance(nameEnd(reader, start));
			const name = keyText(reader, start, reader.end);
			if (reader.take(0x3d)) {
				this.parts.values.dropped(scope);
			}
			if (!isComputed) {
				definitions.add('field', name, scope, { start, name: start, front });
			}
			reader.isBroken ||= reader.at === start;
		}
		reader.expect(0x7d);
	}

	private namespace(scope: Scope, next: number): boolean {
		const { reader, definitions } = this;
		const { text, at: start } = reader;
		const isQuoted = text.charCodeAt(next) === 0x22 || text.charCodeAt(next) === 0x27;
		let end = nameEnd(reader, next);
		while (!isQuoted && text.charCodeAt(end) === 0x2e) {
			end = reader.wordEnd(end + 1);
		}
		if (end === next || text.slice(start, next).includes('\n') || !(isQuoted || this.isName(next))) {
			return false;
		}
		if (!isQuoted && text.charCodeAt(reader.codeAt(end)) !== 0x7b) {
			return false;
		}
		const front = definitions.frontHere();
		const parts = isQuoted ? [keyText(reader, next, end)] : text.slice(next, end).split('.');
		const name = parts.at(-1) ?? '';
		const container = [scope.container, ...parts.slice(0, -1)].filter(part => part !== '').join('.');
		reader.advance(end);
		const around = { ...scope, container };
		const index = definitions.add('module', name, around, { start, name: next, front });
		if (reader.char() === 0x7b) {
			definitions.header(index);
			const inside = { container: qualified(around, name), inClass: false, inFunction: false };
			definitions.inside(() => this.block(inside));
			definitions.end(index);
		}
		return true;
	}
}
