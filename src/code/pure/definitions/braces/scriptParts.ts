import { wordMark } from './braceCursor';
import type { BraceScan, Front, Name } from './braceScan';

/** Moves over what definitions of a script consist of. */
export class ScriptParts {
	constructor(private readonly scan: BraceScan) {}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	front(): Front {
		const { cursor } = this;
		const [start, doc] = [cursor.at, cursor.doc()];
		const modifiers: string[] = [];
		for (;;) {
			if (cursor.text.startsWith('#[', cursor.at)) {
				cursor.next();
				cursor.skipGroup();
			} else if (cursor.role === 'modifier') {
				const { word } = cursor;
				if (cursor.tables.recorded.has(word) && !modifiers.includes(word)) {
					modifiers.push(word);
				}
				cursor.next();
				if (cursor.is('(')) {
					cursor.skipGroup();
				}
			} else {
				return { start, doc, modifiers };
			}
		}
	}

	/** Whether the function at the cursor has a name. */
	isNamed(): boolean {
		const { cursor } = this;
		const { at, word } = cursor;
		cursor.next();
		const isNamed = cursor.mark === wordMark || (cursor.is('&') && cursor.behind().mark === wordMark);
		cursor.back(at);
		return word !== 'fn' && isNamed;
	}

	/** Whether a name at a position names a member: `a->class`, `A::class`. */
	isMember(at: number): boolean {
		const { text, lexer } = this.cursor;
		const before = lexer.codeBefore(at);
		const sign = text.slice(Math.max(before - 1, 0), before + 1);
		return sign === '->' || sign === '::';
	}

	/** The variable in front of a sign. */
	assigned(sign: number): Name | undefined {
		const { text, lexer } = this.cursor;
		const last = lexer.codeBefore(sign);
		if (!lexer.isWordAt(last)) {
			return undefined;
		}
		const start = lexer.wordStart(last);
		const isVariable = text.charAt(start) === '$' && text.charAt(start + 1) !== '$' && !this.isMember(start);
		return isVariable ? { name: text.slice(start + 1, last + 1), at: start } : undefined;
	}

	/** Moves over a type and the variable behind it. Undefined if there is none. */
	variable(): Name | undefined {
		const { cursor } = this;
		while (!cursor.isAtEnd && !cursor.is(';') && !cursor.is(',') && !cursor.is('{') && !cursor.isCloser()) {
			const { at } = cursor;
			const isVariable = cursor.text.charCodeAt(at) === 0x24;
			cursor.skipToken();
			if (isVariable) {
				return { name: cursor.text.slice(at + 1, cursor.before), at };
			}
		}
		return undefined;
	}

	/** Moves over a value. */
	rest(): void {
		const { cursor } = this;
		while (!cursor.is('=') && !cursor.is(',') && !cursor.is(';') && !cursor.is('{') && !cursor.isAtEnd) {
			cursor.next();
		}
		if (cursor.is('=')) {
			cursor.next();
			while (!cursor.is(',') && !cursor.is(';') && !cursor.is('{') && !cursor.isAtEnd && !cursor.isCloser()) {
				cursor.skipToken();
			}
		}
	}

	bases(): string[] {
		const { cursor } = this;
		const bases: string[] = [];
		let isBases = false;
		while (!cursor.is('{') && !cursor.is(';') && !cursor.isAtEnd) {
			isBases ||= cursor.role === 'bases';
			if (isBases && cursor.mark === wordMark && cursor.role !== 'bases') {
				bases.push(cursor.word);
			}
			cursor.next();
		}
		return bases;
	}
}
