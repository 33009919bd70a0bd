import type { CodeReader } from './codeReader';
import type { TypeScan } from './typeScan';

/** Reads the types that classes and interfaces extend and implement. */
export class Heritage {
	private readonly bases: string[] = [];

	constructor(
		private readonly reader: CodeReader,
		private readonly types: TypeScan,
	) {}

	/** Moves to the brace behind it. Returns the names of bases, as written. */
	read(): readonly string[] {
		const { reader } = this;
		this.bases.length = 0;
		for (let role = reader.role(); role === 'extends' || role === 'implements'; role = reader.role()) {
			reader.advance(reader.wordEnd(reader.at));
			do {
				this.base();
			} while (reader.take(0x2c) && !reader.isBroken);
		}
		return [...this.bases];
	}

	private base(): void {
		const { reader } = this;
		const { text, at } = reader;
		this.names();
		const isName = reader.at > at;
		const nameEnd = reader.end;
		this.types.angles();
		if (isName && reader.char() !== 0x28) {
			this.bases.push(text.slice(at, nameEnd).replace(/\s+/g, ''));
		}
		if (!isName && reader.char() === 0x28) {
			reader.advance(reader.balanced(reader.at));
		}
		this.rest();
	}

	/** Reads the parts after a name: calls and members. The arguments of calls are bases, too. */
	private rest(): void {
		const { reader } = this;
		for (;;) {
			const { at } = reader;
			if (reader.char() === 0x28) {
				this.arguments();
			} else if (reader.char() === 0x5b) {
				reader.advance(reader.balanced(at));
			} else if (reader.char() === 0x2e) {
				reader.advance(at + 1);
				this.names();
			} else {
				return;
			}
			this.types.angles();
		}
	}

	private arguments(): void {
		const { reader } = this;
		const { text } = reader;
		const end = reader.balanced(reader.at);
		reader.advance(reader.at + 1);
		while (reader.at < end - 1 && !reader.isBroken) {
			const { at } = reader;
			this.names();
			const nameEnd = reader.end;
			const isName = reader.at > at;
			if (isName && (reader.char() === 0x2c || reader.char() === 0x29)) {
				const name = text.slice(at, nameEnd).replace(/\s+/g, '');
				if (!/^[\d]|^(?:true|false|null|undefined|this|super)$/.test(name)) {
					this.bases.push(name);
				}
			} else if (isName && reader.char() === 0x28) {
				this.rest();
			}
			while (reader.at < end - 1 && reader.char() !== 0x2c) {
				const isOpen = '([{'.includes(text.charAt(reader.at) || ' ');
				const isQuote = reader.tables.data.quotes.includes(text.charAt(reader.at) || ' ');
				const next = isOpen ? reader.balanced(reader.at) : isQuote ? reader.string(reader.at) : reader.at + 1;
				reader.advance(next);
			}
			reader.take(0x2c);
		}
		reader.advance(end);
	}

	private names(): void {
		const { reader } = this;
		reader.advance(reader.wordEnd(reader.at));
		while (reader.char() === 0x2e && reader.isWordAt(reader.codeAt(reader.at + 1))) {
			reader.advance(reader.wordEnd(reader.codeAt(reader.at + 1)));
		}
	}
}
