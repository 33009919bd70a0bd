import type { StatementRole } from '../../languages/readerData';
import { functionScope, type Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import { Markup } from './markup';
import type { ValueReader } from './valueReader';

/** The operand left of a sign: a name with members, with an index, or another value. */
export type Left = 'names' | 'index' | 'other';

/** Reads the operands between the operators of values. */
export class Operands {
	/** The start of the last operand, after operators in front of it. */
	start = 0;
	/** The same, with a word that makes an object of it. */
	calleeStart = 0;
	private readonly reader: CodeReader;
	private readonly markup: Markup;

	constructor(private readonly values: ValueReader) {
		this.reader = values.reader;
		this.markup = new Markup(values);
	}

	/** Reads an operand. Returns its kind as the left side of an assignment. */
	read(scope: Scope, isInCondition: boolean): Left {
		const { reader } = this;
		let isNew = false;
		for (;;) {
			const { at } = reader;
			const char = reader.char();
			this.start = at;
			if (!reader.isWordAt(at)) {
				if (char !== 0x21 && char !== 0x7e && char !== 0x2b && char !== 0x2d) {
					this.sign(char, scope, isInCondition);
					return 'other';
				}
				reader.advance(at + 1);
				continue;
			}
			const role = reader.role();
			this.calleeStart = isNew ? this.calleeStart : at;
			if (role === undefined || !this.keyword(role, scope)) {
				return this.name(scope);
			}
			if (!this.isPrefix) {
				return 'other';
			}
			isNew ||= role === 'new';
		}
	}

	/** A name or number, or a function with one parameter. */
	private name(scope: Scope): Left {
		const { reader, values } = this;
		const { text, at } = reader;
		const end = reader.wordEnd(at);
		if (text.startsWith('=>', reader.codeAt(end))) {
			values.function(functionScope(scope.container));
			return 'other';
		}
		const first = text.charCodeAt(at);
		reader.advance(first >= 0x30 && first <= 0x39 ? numberEnd(reader, at) : end);
		return 'names';
	}

	/** An operand that begins with no word. */
	private sign(char: number, scope: Scope, isInCondition: boolean): void {
		const { reader, values } = this;
		const { text, at } = reader;
		if (char === 0x28 || char === 0x3c) {
			if (values.isArrow(isInCondition)) {
				values.function(functionScope(scope.container));
			} else if (char === 0x28) {
				this.parenthesized(scope);
			} else {
				this.angles(scope);
			}
		} else if (char === 0x7b) {
			values.parts?.object(scope);
		} else if (char === 0x5b) {
			values.group(scope, 0x5d);
		} else if (reader.tables.data.quotes.includes(text.charAt(at) || ' ')) {
			reader.advance(reader.string(at));
		} else if (char === 0x60) {
			reader.advance(reader.template(at));
		} else if (char === 0x2f) {
			reader.advance(reader.pattern(at));
		} else if (char === 0x2e && text.startsWith('...', at)) {
			reader.advance(at + 3);
			values.dropped(scope);
		} else if (char === 0x2e) {
			reader.advance(numberEnd(reader, at));
		} else if (char === 0x23) {
			reader.advance(reader.wordEnd(at + 1));
		} else if (char === 0x40) {
			reader.isBroken = true;
		}
	}

	private parenthesized(scope: Scope): void {
		const { reader, values } = this;
		const { definitions } = values;
		const { at } = reader;
		const { count } = definitions;
		reader.advance(at + 1);
		this.values.value(scope, { withCommas: true });
		reader.expect(0x29);
		this.values.sign();
		if (reader.lastSign < at) {
			definitions.truncate(count);
		}
	}

	/** Markup, or the type of a value. */
	private angles(scope: Scope): void {
		const { reader, values } = this;
		if (reader.tables.data.hasMarkup) {
			this.markup.read(scope);
			return;
		}
		values.types.angles();
		values.dropped(scope);
	}

	private isPrefix = false;

	/** Reads an operand that begins with a word of the language; false if the word is a name. */
	private keyword(role: StatementRole, scope: Scope): boolean {
		const { reader, values } = this;
		const { text, at } = reader;
		const end = reader.wordEnd(at);
		const next = reader.codeAt(end);
		this.isPrefix = role === 'unary' || role === 'new';
		if (role === 'function' || (role === 'async' && reader.role(next) === 'function')) {
			this.functionValue(role === 'async' ? next : at, scope);
			return true;
		}
		if (role === 'async') {
			if (!values.isArrow()) {
				return false;
			}
			values.function(functionScope(scope.container));
			return true;
		}
		if (role === 'class') {
			values.parts?.classValue(scope);
			return true;
		}
		if (this.isPrefix) {
			if (text.charCodeAt(next) === 0x3a || text.startsWith('=>', next)) {
				return false;
			}
			reader.advance(end);
			return true;
		}
		if (role === 'dropped') {
			reader.advance(end);
			reader.take(0x2a);
			if (!reader.isNewRow()) {
				values.dropped(scope);
			}
			return true;
		}
		return false;
	}

	/** A function with a word for it; one with a name is a definition. */
	private functionValue(wordAt: number, scope: Scope): void {
		const { reader, values } = this;
		const { definitions } = values;
		const { text, at } = reader;
		let nameAt = reader.codeAt(reader.wordEnd(wordAt));
		nameAt = text.charCodeAt(nameAt) === 0x2a ? reader.codeAt(nameAt + 1) : nameAt;
		const name = reader.wordAt(nameAt);
		if (name === '') {
			values.function(functionScope(scope.container));
			return;
		}
		const front = definitions.frontHere();
		const modifiers = wordAt === at ? [] : [reader.wordAt(at)];
		const index = definitions.add('function', name, scope, { start: at, name: nameAt, front, modifiers });
		const container = scope.container === '' ? name : `${scope.container}.${name}`;
		values.function(functionScope(container), () => definitions.header(index));
		definitions.end(index);
	}
}

function numberEnd(reader: CodeReader, start: number): number {
	const { text } = reader;
	let at = start;
	while (
		reader.isWordAt(at) ||
		text.charCodeAt(at) === 0x2e ||
		((text.charCodeAt(at) === 0x2b || text.charCodeAt(at) === 0x2d) &&
			(text.charCodeAt(at - 1) | 0x20) === 0x65 &&
			!text.startsWith('0x', start))
	) {
		at++;
	}
	return at;
}
