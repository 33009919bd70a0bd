import { classScope, functionScope, qualified, type Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import type { Definitions, Front } from './definitions';
import { Heritage } from './heritage';
import type { NamedValueReader } from './namedValue';
import { keyText, nameEnd } from './names';
import type { TypeScan } from './typeScan';
import type { ValueScan } from './valueScan';

interface Member {
	readonly start: number;
	readonly name: number;
	readonly front: Front;
	readonly modifiers: readonly string[];
}

/** Reads classes. */
export class ClassScan {
	named: NamedValueReader | undefined;
	private readonly heritage: Heritage;

	constructor(
		private readonly reader: CodeReader,
		private readonly definitions: Definitions,
		private readonly types: TypeScan,
		private readonly values: ValueScan,
	) {
		this.heritage = new Heritage(reader, types);
	}

	/** Moves from the word for a class to its brace. */
	head(): { readonly name: string; readonly nameAt: number; readonly bases: readonly string[] } {
		const { reader, types } = this;
		reader.lastSign = reader.at;
		reader.advance(reader.wordEnd(reader.at));
		const nameAt = reader.at;
		const isName = this.isNameAt(nameAt);
		if (isName) {
			reader.advance(reader.wordEnd(nameAt));
		}
		const name = isName ? reader.text.slice(nameAt, reader.end) : '';
		types.angles();
		const bases = this.heritage.read();
		reader.isBroken ||= reader.char() !== 0x7b;
		return { name, nameAt, bases };
	}

	/** Whether the class whose word is next has a name. */
	hasName(): boolean {
		const { reader } = this;
		return this.isNameAt(reader.codeAt(reader.wordEnd(reader.at)));
	}

	private isNameAt(at: number): boolean {
		const { reader } = this;
		const role = reader.role(at);
		return reader.isWordAt(at) && role !== 'extends' && role !== 'implements';
	}

	/** Reads a class from its word on, or from a word before it. A class without a name defines only its content. */
	class(scope: Scope, start: number, front: Front, modifiers: readonly string[] = []): void {
		const { definitions } = this;
		const { name, nameAt, bases } = this.head();
		if (name === '') {
			definitions.inside(() => this.members(scope));
			return;
		}
		const index = definitions.add('class', name, scope, { start, name: nameAt, front, modifiers, bases });
		definitions.header(index);
		definitions.inside(() => this.members(classScope(qualified(scope, name))));
		definitions.end(index);
	}

	/** Reads the bases of an interface. */
	interfaceBases(): readonly string[] {
		return this.heritage.read();
	}

	/** Moves past decorators. */
	decorators(): void {
		const { reader } = this;
		while (reader.char() === 0x40 && !reader.isBroken) {
			reader.advance(reader.at + 1);
			if (reader.char() === 0x28) {
				reader.advance(reader.balanced(reader.at));
				continue;
			}
			reader.advance(reader.wordEnd(reader.at));
			while (reader.char() === 0x2e) {
				reader.advance(reader.wordEnd(reader.codeAt(reader.at + 1)));
			}
			this.types.angles();
			while (reader.char() === 0x28 && !reader.isNewRow()) {
				reader.advance(reader.balanced(reader.at));
			}
		}
	}

	/** Reads the members of a class from its brace to its end. */
	members(scope: Scope): void {
		const { reader } = this;
		reader.expect(0x7b);
		while (reader.char() !== 0x7d && !reader.isAtEnd && !reader.isBroken) {
			if (!reader.take(0x3b)) {
				const { at } = reader;
				this.member(scope);
				reader.isBroken ||= reader.at === at;
			}
		}
		reader.expect(0x7d);
	}

	private member(scope: Scope): void {
		const { reader, definitions } = this;
		const { text, at: start } = reader;
		let front = definitions.frontHere();
		let ownFront = front;
		if (reader.char() === 0x40) {
			this.decorators();
			const row = reader.rowOf(start);
			ownFront = { ...front, row };
			front = { ...front, row, doc: front.doc ?? reader.docAt(reader.at) };
		}
		const modifiers = this.modifiers();
		if (modifiers === undefined) {
			definitions.inside(() => this.values.parts?.block({ ...functionScope(scope.container) }));
			return;
		}
		const name = reader.at;
		const end = nameEnd(reader, name);
		if (end === name) {
			reader.isBroken = true;
			return;
		}
		reader.advance(end);
		const text1 = keyText(reader, name, end);
		const isIndex = text.charCodeAt(name) === 0x5b && this.isIndex(name);
		if (!reader.take(0x3f)) {
			if (reader.char() === 0x21) {
				reader.advance(reader.at + 1);
			}
		}
		if (isIndex) {
			this.types.annotation();
		} else if (reader.char() === 0x28 || reader.char() === 0x3c) {
			this.method(text1, scope, { start, name, front, modifiers });
		} else {
			this.field(text1, scope, { start, name, front: ownFront, modifiers });
		}
	}

	/** Moves past the words before a name; undefined before a block of statements. */
	private modifiers(): string[] | undefined {
		const { reader } = this;
		const { text, tables } = reader;
		const found: string[] = [];
		for (;;) {
			if (reader.take(0x2a)) {
				continue;
			}
			const { at } = reader;
			const end = reader.wordEnd(at);
			const next = reader.codeAt(end);
			const word = text.slice(at, end);
			const isStatic = tables.words.get(word) === 'static';
			if (isStatic && text.charCodeAt(next) === 0x7b) {
				reader.advance(end);
				return undefined;
			}
			const isModifier = tables.recorded.has(word) || memberWords.includes(tables.words.get(word) ?? '');
			const isFollowed = reader.isWordAt(next) || '"\'[#*@'.includes(text.charAt(next) || ' ');
			if (end === at || !isModifier || !isFollowed) {
				return found;
			}
			reader.advance(end);
			if (tables.recorded.has(word)) {
				found.push(word);
			}
			if (reader.char() === 0x40) {
				this.decorators();
			}
		}
	}

	private isIndex(open: number): boolean {
		const { reader } = this;
		const word = reader.codeAt(open + 1);
		const next = reader.codeAt(reader.wordEnd(word));
		return reader.isWordAt(word) && (reader.text.charCodeAt(next) === 0x3a || reader.role(next) === 'infix');
	}

	private method(name: string, scope: Scope, place: Member): void {
		const { reader, definitions, types, values } = this;
		types.angles();
		const open = reader.at;
		values.parameters();
		const { at, end } = reader;
		const index = definitions.add('method', name, scope, place);
		if (reader.char() !== 0x7b || reader.isBroken) {
			return;
		}
		definitions.header(index);
		if (reader.tables.words.get(name) === 'constructor') {
			reader.reset(open, open);
			this.parameterFields(scope);
			reader.reset(at, end);
		}
		definitions.inside(() => values.parts?.block(functionScope(qualified(scope, name))));
		definitions.end(index);
	}

	private field(name: string, scope: Scope, place: Member): void {
		const { reader, definitions } = this;
		const { start, name: nameAt, front, modifiers } = place;
		this.types.annotation();
		if (!reader.take(0x3d)) {
			definitions.add('field', name, scope, place);
			return;
		}
		const named = { start, nameAt, front, modifiers, name, scope };
		this.named?.read({
			...{ ...named, asFunction: 'method' as const },
			otherwise: () => this.named?.constant('field', named),
		});
	}

	/** Reads the parameters that are fields, too. */
	private parameterFields(scope: Scope): void {
		const { reader, definitions, types, values } = this;
		const { text } = reader;
		reader.expect(0x28);
		while (reader.char() !== 0x29 && !reader.isAtEnd && !reader.isBroken) {
			const { at: start } = reader;
			const front = definitions.frontHere();
			this.decorators();
			let isField = false;
			let role = reader.role();
			for (; role === 'access' || role === 'prefix'; role = reader.role()) {
				if (!reader.isWordAt(reader.codeAt(reader.wordEnd(reader.at)))) {
					break;
				}
				isField ||= role === 'access';
				reader.advance(reader.wordEnd(reader.at));
			}
			const { at: name } = reader;
			reader.advance(text.startsWith('...', name) ? name + 3 : name);
			const { at } = reader;
			const isPattern = '{['.includes(text.charAt(at) || ' ');
			reader.advance(isPattern ? reader.balanced(at) : reader.wordEnd(at));
			const nameText = text.slice(at, reader.end);
			reader.take(0x3f);
			types.annotation();
			if (reader.take(0x3d)) {
				values.dropped(scope);
			}
			if (isField && !isPattern) {
				definitions.add('field', nameText, scope, { start, name, front });
			}
			if (!reader.take(0x2c) && reader.char() !== 0x29) {
				reader.isBroken = true;
			}
		}
	}
}

const memberWords: readonly string[] = ['access', 'prefix', 'static', 'async', 'abstract', 'ambient'];
