import type { Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import type { ValueReader } from './valueReader';

/** Reads elements, in which nothing is defined. */
export class Markup {
	private readonly reader: CodeReader;

	constructor(private readonly values: ValueReader) {
		this.reader = values.reader;
	}

	/** Moves past an element with all that is in it. */
	read(scope: Scope): void {
		const { reader } = this;
		const { text } = reader;
		let depth = 0;
		do {
			const isEnd = text.charCodeAt(reader.codeAt(reader.at + 1)) === 0x2f;
			const isAlone = this.tag(scope);
			depth += isEnd ? -1 : isAlone ? 0 : 1;
			while (depth > 0 && !reader.isBroken) {
				// The text between tags is no code.
				let at = reader.end;
				while (at < text.length && text.charCodeAt(at) !== 0x3c && text.charCodeAt(at) !== 0x7b) {
					at++;
				}
				reader.reset(at, at);
				if (text.charCodeAt(at) !== 0x7b) {
					break;
				}
				this.embedded(scope);
			}
			reader.isBroken ||= reader.isAtEnd && depth > 0;
		} while (depth > 0 && !reader.isBroken);
	}

	/** Moves past a tag; true for one without content. */
	private tag(scope: Scope): boolean {
		const { reader } = this;
		const { text } = reader;
		reader.advance(reader.at + 1);
		for (;;) {
			const { at } = reader;
			const char = text.charCodeAt(at);
			if (Number.isNaN(char) || reader.isBroken) {
				reader.isBroken = true;
				return true;
			}
			if (char === 0x3e) {
				const isAlone = text.charCodeAt(at - 1) === 0x2f;
				reader.advance(at + 1);
				return isAlone;
			}
			if (char === 0x7b) {
				this.embedded(scope);
			} else if (char === 0x22 || char === 0x27) {
				const end = text.indexOf(text.charAt(at), at + 1);
				reader.advance(end < 0 ? text.length : end + 1);
			} else if (char === 0x3c) {
				if (text.charCodeAt(reader.end - 1) === 0x3d) {
					this.read(scope);
				} else {
					this.values.types.angles();
				}
			} else {
				reader.advance(Math.max(reader.wordEnd(at), at + 1));
			}
		}
	}

	private embedded(scope: Scope): void {
		const { reader } = this;
		reader.advance(reader.at + 1);
		this.values.dropped(scope, { withCommas: true });
		reader.expect(0x7d);
	}
}
