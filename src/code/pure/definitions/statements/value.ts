import type { Scope } from '../symbolSink';
import { Callee } from './callee';
import type { CodeReader } from './codeReader';
import type { Left, Operands } from './operands';
import type { ValueOptions, ValueReader } from './valueReader';

/** Reads one value, with its operators. */
export class Value {
	private readonly reader: CodeReader;
	private start = 0;
	private left: Left = 'other';
	private readonly callee: Callee;
	private nConditions = 0;
	private hasOperator = false;

	constructor(
		private readonly values: ValueReader,
		private readonly operands: Operands,
		private readonly scope: Scope,
		private readonly options: ValueOptions,
	) {
		this.reader = values.reader;
		this.callee = new Callee(values.reader, values.definitions);
	}

	read(): void {
		const { reader } = this;
		const { definitions } = this.values;
		const { at } = reader;
		const { count } = definitions;
		do {
			this.callee.begin();
			this.left = this.operands.read(this.scope, this.nConditions > 0);
			this.start = this.operands.start;
			this.callee.operand(this.left === 'names' ? this.operands.calleeStart : -1);
		} while (!reader.isBroken && this.next());
		if (this.hasOperator && reader.lastSign < at) {
			definitions.truncate(count);
		}
	}

	/** Reads the token after an operand; false at the end of the value. */
	private next(): boolean {
		for (;;) {
			const { reader } = this;
			const { text, at } = reader;
			switch (text.charCodeAt(at)) {
				case 0x2e:
					this.member(at + 1);
					break;
				case 0x28:
					this.call();
					break;
				case 0x5b:
					this.index();
					break;
				case 0x60:
					this.callee.other();
					reader.advance(reader.template(at));
					break;
				case 0x2c:
					if (!this.options.withCommas) {
						return false;
					}
					reader.advance(at + 1);
					return true;
				case 0x3d:
					return text.charCodeAt(at + 1) === 0x3d ? this.operator() : this.assign();
				case 0x3f:
					return this.question();
				case 0x3a:
					if (this.nConditions === 0) {
						return false;
					}
					this.nConditions--;
					reader.advance(at + 1);
					return true;
				case 0x21:
					if (text.charCodeAt(at + 1) === 0x3d) {
						return this.operator();
					}
					if (!this.ending(1)) {
						return false;
					}
					break;
				case 0x2b:
				case 0x2d:
					if (text.charCodeAt(at + 1) !== text.charCodeAt(at)) {
						return this.operator();
					}
					if (!this.ending(2)) {
						return false;
					}
					break;
				case 0x3c:
					if (this.typeArguments()) {
						break;
					}
					return this.operator();
				case 0x2a:
				case 0x2f:
				case 0x25:
				case 0x3e:
				case 0x26:
				case 0x7c:
				case 0x5e:
					return this.operator();
				default:
					if (!this.word()) {
						return this.isMore;
					}
			}
		}
	}

	private call(): void {
		const { values, scope, callee } = this;
		const { nameStart } = callee;
		const call = callee.call();
		this.left = 'other';
		const nth = values.group(scope, 0x29);
		if (nth === 0 && nameStart >= 0) {
			values.noteFunction(nameStart);
		}
		if (nth > 0 && call !== undefined) {
			callee.define(call, scope);
		}
		callee.other();
		values.sign();
	}

	/** Moves past an operator after its operand, in the same row; false if there is none. */
	private ending(length: number): boolean {
		const { reader } = this;
		if (reader.isNewRow()) {
			return false;
		}
		this.left = 'other';
		this.callee.other();
		reader.advance(reader.at + length);
		return true;
	}

	/** Another operand follows the token that ended this one. */
	private isMore = false;

	private member(start: number): void {
		const { reader } = this;
		const { text } = reader;
		const at = reader.codeAt(start);
		if (text.charCodeAt(at) === 0x28 || text.charCodeAt(at) === 0x5b || text.charCodeAt(at) === 0x60) {
			reader.advance(at);
			return;
		}
		this.left = this.left === 'names' ? 'names' : 'other';
		const end = reader.wordEnd(text.charCodeAt(at) === 0x23 ? at + 1 : at);
		reader.isBroken ||= end === at;
		reader.advance(end);
		this.callee.member();
	}

	private index(): void {
		const { reader } = this;
		const { definitions } = this.values;
		const { count } = definitions;
		const isText = this.left === 'names' && reader.tables.data.quotes.includes(reader.text.charAt(reader.at + 1));
		this.values.group(this.scope, 0x5d);
		definitions.truncate(count);
		this.callee.other();
		this.left = isText ? 'index' : 'other';
	}

	private assign(): boolean {
		const { reader, scope, options } = this;
		const { start } = this;
		if (this.left === 'other' || reader.text.charCodeAt(reader.at + 1) === 0x3e) {
			if (reader.text.charCodeAt(reader.at + 1) === 0x3e) {
				reader.isBroken = true;
				return false;
			}
			reader.advance(reader.at + 1);
			this.values.value(scope);
		} else {
			this.values.parts?.assignment(start, reader.end, options.assignedIn ?? scope);
		}
		return this.afterAssignment();
	}

	/** False if the value ends with the assigned value. In a condition, its rest follows. */
	private afterAssignment(): boolean {
		const { reader, options } = this;
		return (options.withCommas && reader.take(0x2c)) || (this.nConditions > 0 && this.next());
	}

	/** Moves past an operator; an assignment with one defines nothing. */
	private operator(): boolean {
		const { reader } = this;
		const { text, at } = reader;
		const end = operatorEnd(text, at);
		reader.advance(end);
		if (text.charCodeAt(end - 1) === 0x3d && !isComparison(text, at, end)) {
			this.values.dropped(this.scope);
			return this.afterAssignment();
		}
		this.hasOperator = true;
		return true;
	}

	/** `?.`, `??`, or the beginning of a condition. */
	private question(): boolean {
		const { reader } = this;
		const { text, at } = reader;
		const next = text.charCodeAt(at + 1);
		this.left = 'other';
		if (next === 0x3f) {
			return this.operator();
		}
		if (next === 0x2e && !(text.charCodeAt(at + 2) >= 0x30 && text.charCodeAt(at + 2) <= 0x39)) {
			this.member(at + 2);
			return this.next();
		}
		this.nConditions++;
		this.hasOperator = true;
		reader.advance(at + 1);
		return true;
	}

	private typeArguments(): boolean {
		const { reader } = this;
		const { text, at } = reader;
		const next = text.charAt(at + 1);
		if (!reader.tables.data.hasTypes || at !== reader.end || ' =<'.includes(next)) {
			return false;
		}
		const end = this.values.types.anglesEnd(at);
		const after = end < 0 ? end : reader.codeAt(end);
		if (end < 0 || !('()]:;,.?!=}`'.includes(text.charAt(after) || ';') || text.slice(end, after).includes('\n'))) {
			return false;
		}
		reader.advance(end);
		return true;
	}

	/** Reads a word behind an operand; false if it ends the operand. */
	private word(): boolean {
		const { reader } = this;
		const role = reader.role();
		this.isMore = role === 'infix';
		if (role !== 'infix' && (role !== 'as' || reader.isNewRow())) {
			return false;
		}
		reader.advance(reader.wordEnd(reader.at));
		this.left = 'other';
		if (role === 'infix') {
			this.hasOperator = true;
			return false;
		}
		this.values.types.typeWithMembers(this.scope);
		return true;
	}
}

/** The end of the operator that begins at a position. */
function operatorEnd(text: string, start: number): number {
	const char = text.charCodeAt(start);
	let at = start + 1;
	if (repeated.includes(text.charAt(start))) {
		while (text.charCodeAt(at) === char) {
			at++;
		}
	}
	while (text.charCodeAt(at) === 0x3d) {
		at++;
	}
	return at;
}

const repeated = '&|*><=?';

/** Whether an operator that ends with `=` assigns nothing. */
function isComparison(text: string, start: number, end: number): boolean {
	const char = text.charCodeAt(start);
	return char === 0x3d || char === 0x21 || ((char === 0x3c || char === 0x3e) && end === start + 2);
}
