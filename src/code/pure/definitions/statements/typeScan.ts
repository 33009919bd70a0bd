import { classScope, qualified, type Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import type { Definitions } from './definitions';
import { keyText } from './names';

/** Reads types, and the definitions in them. */
export class TypeScan {
	/** The end of each angle bracket by its position, -1 if it has none: none is searched twice. */
	private readonly angleEnds = new Map<number, number>();
	private nameAt = 0;

	constructor(
		private readonly reader: CodeReader,
		private readonly definitions: Definitions,
	) {}

	/** Moves past the annotation of a type, if any. */
	annotation(): void {
		const { reader } = this;
		if (reader.tables.data.hasTypes && reader.take(0x3a)) {
			this.type();
		}
	}

	/** Moves past a type. */
	type(): void {
		const { reader } = this;
		for (;;) {
			while (reader.char() === 0x7c || reader.char() === 0x26) {
				reader.advance(reader.at + 1);
			}
			this.primary();
			if (reader.char() === 0x7c || reader.char() === 0x26) {
				continue;
			}
			const role = reader.role();
			if (role === 'is' && !reader.isNewRow()) {
				reader.advance(reader.wordEnd(reader.at));
			} else if (role === 'extends') {
				reader.advance(reader.wordEnd(reader.at));
				this.type();
				if (!reader.take(0x3f)) {
					return;
				}
				this.type();
				if (!reader.take(0x3a)) {
					return;
				}
			} else {
				return;
			}
		}
	}

	/** Moves past a type whose members are definitions, if it is an object, or an intersection with one. */
	typeWithMembers(scope: Scope): void {
		const { reader, definitions } = this;
		const { count } = definitions;
		if (reader.char() === 0x7c) {
			this.type();
			return;
		}
		do {
			const { count: before } = definitions;
			if (reader.char() === 0x7b) {
				this.members(scope);
				if (this.arrays()) {
					definitions.truncate(before);
				}
			} else if (reader.char() !== 0x26) {
				this.primary();
			}
		} while (reader.take(0x26));
		if (reader.char() === 0x7c || reader.role() === 'extends' || reader.role() === 'is') {
			definitions.truncate(count);
			this.rest();
		}
	}

	/** Moves past type parameters or arguments, if they are next. */
	angles(): void {
		const { reader } = this;
		if (reader.char() === 0x3c) {
			const end = this.anglesEnd(reader.at);
			if (end < 0) {
				reader.isBroken = true;
			} else {
				reader.advance(end);
			}
		}
	}

	/** The end of type arguments that begin at a position; -1 if it is an operator. */
	anglesEnd(start: number): number {
		const { angleEnds, reader } = this;
		const { text } = reader;
		const around: number[] = [];
		for (let at = start; at < text.length && !angleEnds.has(start); ) {
			const char = text.charCodeAt(at);
			if (char === 0x3c) {
				around.push(at);
				at++;
			} else if (char === 0x3e) {
				at++;
				if (text.charCodeAt(at - 2) !== 0x3d) {
					angleEnds.set(around.pop() ?? start, at);
				}
			} else if (')]};'.includes(text.charAt(at)) || (char === 0x26 && text.charCodeAt(at + 1) === 0x26)) {
				break;
			} else {
				at = this.afterPart(at, char);
			}
		}
		for (const open of around) {
			angleEnds.set(open, angleEnds.get(open) ?? -1);
		}
		return angleEnds.get(start) ?? -1;
	}

	/** Returns the end of the part that begins at a position in angle brackets. */
	private afterPart(at: number, char: number): number {
		const { reader } = this;
		if (char === 0x28 || char === 0x5b || char === 0x7b) {
			return reader.balanced(at);
		}
		if (char === 0x22 || char === 0x27) {
			return reader.string(at);
		}
		return char === 0x60 ? reader.template(at) : Math.max(char === 0x2f ? reader.codeAt(at) : at, at + 1);
	}

	/** Reads the members of an object type from its brace to its end. */
	members(scope: Scope): void {
		const { reader } = this;
		reader.expect(0x7b);
		while (reader.char() !== 0x7d && !reader.isAtEnd && !reader.isBroken) {
			if (!(reader.take(0x3b) || reader.take(0x2c))) {
				const { at } = reader;
				this.member(scope);
				reader.isBroken ||= reader.at === at;
			}
		}
		reader.expect(0x7d);
	}

	private member(scope: Scope): void {
		const { reader, definitions } = this;
		const start = reader.at;
		const front = definitions.frontHere();
		const modifiers: string[] = [];
		let name = this.memberName();
		for (; this.precedesName(name); name = this.memberName()) {
			if (reader.tables.recorded.has(name)) {
				modifiers.push(name);
			}
		}
		const nameAt = this.nameAt;
		reader.take(0x3f);
		const isCallable = reader.char() === 0x28 || reader.char() === 0x3c;
		if (name === '' || (isCallable && reader.role(nameAt) === 'new')) {
			this.signature();
			this.annotation();
			return;
		}
		const place = { start, name: nameAt, front, modifiers };
		if (isCallable) {
			const index = definitions.add('method', name, scope, place);
			this.signature();
			this.annotation();
			definitions.endHeader(index);
			return;
		}
		const index = definitions.add('field', name, scope, place);
		definitions.endHeader(index);
		if (!reader.take(0x3a)) {
			return;
		}
		const { count } = definitions;
		const isObject = reader.char() === 0x7b;
		definitions.header(index);
		if (isObject) {
			definitions.inside(() => this.members({ ...classScope(qualified(scope, name)), inClass: false }));
		}
		if (
			!isObject ||
			this.arrays() ||
			'|&'.includes(reader.text.charAt(reader.at) || ' ') ||
			reader.role() === 'extends'
		) {
			definitions.truncate(count);
			if (isObject) {
				this.rest();
			} else {
				this.type();
			}
			definitions.endHeader(index);
		} else {
			definitions.end(index);
		}
	}

	/** Moves past a name or word; '' for none, and for the parameter of an index. */
	private memberName(): string {
		const { reader } = this;
		const { text, at } = reader;
		this.nameAt = at;
		const char = text.charCodeAt(at);
		if (char === 0x2b || char === 0x2d) {
			reader.advance(at + 1);
			return this.memberName();
		}
		if (char === 0x5b) {
			const end = reader.balanced(at);
			const word = reader.codeAt(reader.wordEnd(reader.codeAt(at + 1)));
			const isIndex = text.charCodeAt(word) === 0x3a || reader.role(word) === 'infix';
			reader.advance(end);
			return isIndex ? '' : keyText(reader, at, end);
		}
		if (char === 0x22 || char === 0x27) {
			reader.advance(reader.string(at));
			return text.slice(at + 1, reader.end - 1);
		}
		const end = reader.wordEnd(char === 0x23 ? at + 1 : at);
		if (end === at) {
			return '';
		}
		reader.advance(end);
		return text.slice(at, end);
	}

	/** Whether a word is only in front of a name. */
	private precedesName(word: string): boolean {
		const { reader } = this;
		const isPrefix = reader.tables.words.get(word) === 'prefix' || reader.tables.recorded.has(word);
		return isPrefix && (reader.isWordAt(reader.at) || '"\'[#'.includes(reader.text.charAt(reader.at) || ' '));
	}

	/** Moves past the parameters of a function. */
	private signature(): void {
		const { reader } = this;
		this.angles();
		reader.take(0x3f);
		if (reader.char() === 0x28) {
			reader.advance(reader.balanced(reader.at));
			reader.lastSign = reader.char() === 0x3a ? reader.at : reader.lastSign;
		}
	}

	/** Moves past the parts that may follow the beginning of a type. */
	private rest(): void {
		const { reader } = this;
		this.arrays();
		while (reader.char() === 0x7c || reader.char() === 0x26) {
			this.type();
		}
		if (reader.role() === 'extends' || reader.role() === 'is') {
			reader.advance(reader.wordEnd(reader.at));
			this.type();
			if (reader.take(0x3f)) {
				this.type();
				reader.expect(0x3a);
				this.type();
			}
		}
	}

	/** Moves past brackets in the same row; false if there are none. */
	private arrays(): boolean {
		const { reader } = this;
		let isArray = false;
		while (reader.char() === 0x5b && !reader.isNewRow()) {
			reader.advance(reader.balanced(reader.at));
			isArray = true;
		}
		return isArray;
	}

	private primary(): void {
		const { reader } = this;
		const { text, at } = reader;
		const char = text.charCodeAt(at);
		if (char === 0x28 || char === 0x3c) {
			this.angles();
			// A type in parentheses may be the result of a function.
			const isType = '(<'.includes(text.charAt(reader.codeAt(reader.at + 1)) || ' ');
			if (reader.char() === 0x28) {
				reader.advance(reader.balanced(reader.at));
			}
			if (!isType && text.startsWith('=>', reader.at)) {
				reader.lastSign = reader.at;
				reader.advance(reader.at + 2);
				this.type();
				return;
			}
		} else if (char === 0x7b || char === 0x5b) {
			reader.advance(reader.balanced(at));
		} else if (char === 0x22 || char === 0x27) {
			reader.advance(reader.string(at));
		} else if (char === 0x60) {
			reader.advance(reader.template(at));
		} else if (char === 0x2d) {
			reader.advance(reader.wordEnd(at + 1));
		} else if (!this.named()) {
			return;
		}
		this.arrays();
	}

	/** Moves past a name, or a word and the type that follows it; false if an own type follows. */
	private named(): boolean {
		const { reader } = this;
		const { text } = reader;
		const role = reader.role();
		const { at } = reader;
		reader.advance(reader.wordEnd(at));
		if (reader.at === at) {
			return false;
		}
		if (role === 'new' || this.isTypePrefix(at, role)) {
			this.primary();
			return false;
		}
		if (role === 'import' && reader.char() === 0x28) {
			reader.advance(reader.balanced(reader.at));
		}
		while (reader.char() === 0x2e) {
			reader.advance(reader.wordEnd(reader.codeAt(reader.at + 1)));
		}
		if (reader.char() === 0x3c && !reader.isNewRow()) {
			this.angles();
		}
		return text.length > 0;
	}

	private isTypePrefix(at: number, role: string | undefined): boolean {
		const { reader } = this;
		if (!reader.tables.data.typePrefixes?.includes(reader.wordAt(at))) {
			return false;
		}
		const next = reader.role();
		const isName = next === 'is' || next === 'extends' || next === 'infix';
		const isFollowed = reader.isWordAt(reader.at) || '{[("\'`'.includes(text1(reader));
		return isFollowed && !isName && !(reader.isNewRow() && role !== 'unary');
	}
}

function text1({ text, at }: CodeReader): string {
	return text.charAt(at) || ' ';
}
