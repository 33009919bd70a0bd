import type { Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import type { Definitions } from './definitions';
import { Operands } from './operands';
import type { TypeScan } from './typeScan';
import { Value } from './value';
import type { ValueOptions, ValueParts, ValueReader } from './valueReader';

const deepest = 400;

/** Reads values. */
export class ValueScan implements ValueReader {
	parts: ValueParts | undefined;
	private depth = 0;
	/** Of the last function that ended. */
	private functionStart = -1;
	private functionEnd = -1;

	private readonly operands: Operands;

	constructor(
		readonly reader: CodeReader,
		readonly definitions: Definitions,
		readonly types: TypeScan,
	) {
		this.operands = new Operands(this);
	}

	/** Reads a value up to a token that cannot belong to it. */
	value(scope: Scope, options: ValueOptions = {}): void {
		const { reader } = this;
		if (++this.depth > deepest) {
			reader.isBroken = true;
		}
		if (!reader.isBroken) {
			new Value(this, this.operands, scope, options).read();
		}
		this.depth--;
	}

	/** Reads a value in which nothing counts. */
	dropped(scope: Scope, options: ValueOptions = {}): void {
		const { count } = this.definitions;
		this.value(scope, options);
		this.definitions.truncate(count);
	}

	/**
	 * Reads the content of brackets; nothing counts in it if there is no sign of a definition. Returns the number of the
	 * first value in them that is a function, else -1.
	 */
	group(scope: Scope, close: number): number {
		const { reader, definitions } = this;
		const { at } = reader;
		const { count } = definitions;
		let [nValues, nth] = [0, -1];
		reader.advance(at + 1);
		while (reader.char() !== close && !reader.isAtEnd && !reader.isBroken) {
			if (!reader.take(0x2c)) {
				const { at: before } = reader;
				this.value(scope);
				reader.isBroken ||= reader.at === before;
				const isFunction = this.functionStart === before && this.functionEnd === reader.end;
				nth = isFunction && nth < 0 ? nValues : nth;
				nValues++;
			}
		}
		reader.expect(close);
		if (reader.lastSign < at) {
			definitions.truncate(count);
		}
		return nth;
	}

	/** Notes a value that ended as one that counts as a function. */
	noteFunction(start: number): void {
		this.functionStart = start;
		this.functionEnd = this.reader.end;
	}

	/** Whether a function without a word for it begins at the next token. */
	isArrow(isInCondition = false): boolean {
		const { reader } = this;
		const { text } = reader;
		let { at } = reader;
		if (reader.role(at) === 'async') {
			const next = reader.codeAt(reader.wordEnd(at));
			at = reader.isWordAt(next) || text.charCodeAt(next) === 0x28 || text.charCodeAt(next) === 0x3c ? next : at;
		}
		if (reader.isWordAt(at)) {
			return text.startsWith('=>', reader.codeAt(reader.wordEnd(at)));
		}
		if (text.charCodeAt(at) === 0x3c && reader.tables.data.hasTypes) {
			if (reader.tables.data.hasMarkup && !/^<\s*(?:const\s+)?[\w$]+\s*(?:,|extends\b)/.test(text.slice(at, at + 80))) {
				return false;
			}
			const end = this.types.anglesEnd(at);
			at = end < 0 ? at : reader.codeAt(end);
		}
		if (text.charCodeAt(at) !== 0x28 || !this.mayBeParameters(at)) {
			return false;
		}
		const next = reader.codeAt(reader.balanced(at));
		if (text.charCodeAt(next) === 0x3a && reader.tables.data.hasTypes) {
			if (isInCondition && !this.hasTypes(at, next)) {
				return false;
			}
			const { at: before, end } = reader;
			reader.advance(next + 1);
			this.types.type();
			const isArrow = text.startsWith('=>', reader.at);
			reader.reset(before, end);
			return isArrow;
		}
		return text.startsWith('=>', next);
	}

	/** Reads a function up to its end. `atBody` is called before its body. */
	function(inside: Scope, atBody?: () => void): void {
		const { reader } = this;
		const { at } = reader;
		if (reader.role() === 'async' && !text2(reader)) {
			reader.advance(reader.wordEnd(reader.at));
		}
		if (reader.role() === 'function') {
			reader.lastSign = reader.at;
			reader.advance(reader.wordEnd(reader.at));
			reader.take(0x2a);
			if (reader.isWordAt(reader.at)) {
				reader.advance(reader.wordEnd(reader.at));
			}
			this.parameters();
		} else if (reader.isWordAt(reader.at)) {
			reader.advance(reader.wordEnd(reader.at));
		} else {
			this.parameters();
		}
		if (reader.text.startsWith('=>', reader.at)) {
			reader.lastSign = reader.at;
			reader.advance(reader.at + 2);
		}
		atBody?.();
		this.definitions.inside(() => {
			if (reader.char() === 0x7b) {
				this.parts?.block(inside);
			} else {
				this.value(inside);
			}
		});
		this.noteFunction(at);
	}

	/** Moves past type parameters, parameters and the type of a result. */
	parameters(): void {
		const { reader, types } = this;
		types.angles();
		if (reader.char() === 0x28) {
			reader.advance(reader.balanced(reader.at));
			this.sign();
			types.annotation();
		} else {
			reader.isBroken = true;
		}
	}

	/** Notes that a parenthesis ended, behind which a body or a type may begin. */
	sign(): void {
		const { reader } = this;
		if (reader.char() === 0x7b || (reader.char() === 0x3a && reader.tables.data.hasTypes)) {
			reader.lastSign = reader.at;
		}
	}

	/** Whether parentheses contain parameters rather than a value, judging by their beginning and end. */
	private hasTypes(open: number, colon: number): boolean {
		const { reader } = this;
		const first = reader.codeAt(open + 1);
		const next = reader.text.charCodeAt(reader.codeAt(reader.wordEnd(first)));
		return next === 0x3a || reader.text.charCodeAt(first) === 0x29 || reader.text.charCodeAt(colon - 1) === 0x29;
	}

	private mayBeParameters(open: number): boolean {
		const { reader } = this;
		const first = reader.codeAt(open + 1);
		if (!reader.isWordAt(first)) {
			return '){[.@'.includes(reader.text.charAt(first) || ' ');
		}
		return '),:?='.includes(reader.text.charAt(reader.codeAt(reader.wordEnd(first))) || ' ');
	}
}

/** True for `async` that is no word in front of a function. */
function text2(reader: CodeReader): boolean {
	const next = reader.codeAt(reader.wordEnd(reader.at));
	return reader.text.startsWith('=>', next);
}
