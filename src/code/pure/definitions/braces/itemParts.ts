import { wordMark } from './braceCursor';
import type { BraceScan, Front, Name } from './braceScan';

/** Moves over what items consist of: attributes, modifiers, paths, type parameters. */
export class ItemParts {
	constructor(private readonly scan: BraceScan) {}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	/** Moves over attributes and words in front of a definition. */
	front(): Front {
		const { cursor } = this;
		let { at: start } = cursor;
		let doc = cursor.doc();
		const modifiers: string[] = [];
		while (cursor.is('#')) {
			cursor.next();
			const isInner = cursor.is('!');
			if (isInner) {
				cursor.next();
			}
			if (!cursor.is('[')) {
				return { start, doc, modifiers };
			}
			cursor.skipGroup();
			// An inner attribute belongs to the item around it.
			start = isInner ? cursor.at : start;
			// Taken in any case: no member in the same row has it.
			const below = cursor.doc();
			doc = isInner ? below : (doc ?? below);
		}
		while (this.isModifier()) {
			const { word, role } = cursor;
			if (cursor.tables.recorded.has(word) && !modifiers.includes(word)) {
				modifiers.push(word);
			}
			cursor.next();
			if (cursor.isString() || (role === 'visibility' && cursor.is('('))) {
				// `pub(crate)`, `extern "C"`
				cursor.skipToken();
			}
		}
		return { start, doc, modifiers };
	}

	/** A modifier may be a name. */
	private isModifier(): boolean {
		const { cursor } = this;
		const { role, at } = cursor;
		if (role === 'constant') {
			cursor.next();
			const { role: next } = cursor;
			cursor.back(at);
			return next === 'function' || next === 'modifier';
		}
		const { mark } = cursor.behind();
		return role === 'visibility' || (role === 'modifier' && (mark === wordMark || mark === 0x22 || mark === 0x7b));
	}

	/** Moves over a name. Undefined if there is none. */
	identifier(): Name | undefined {
		const { cursor } = this;
		const { at, mark } = cursor;
		if (mark !== wordMark) {
			return undefined;
		}
		const isRaw = cursor.word === 'r' && cursor.text.charCodeAt(cursor.end) === 0x23;
		cursor.next();
		if (isRaw) {
			cursor.next();
			cursor.next();
		}
		return { name: cursor.text.slice(at, cursor.before), at };
	}

	/** Moves over `<...>`, if it is here. */
	generics(): void {
		const { cursor } = this;
		for (let depth = 0; !cursor.isAtEnd && (depth > 0 || cursor.is('<')); ) {
			depth += cursor.is('<') ? 1 : cursor.is('>') ? -1 : 0;
			cursor.skipToken();
		}
	}

	skipPart(): void {
		if (this.cursor.is('<')) {
			this.generics();
		} else {
			this.cursor.skipToken();
		}
	}

	/** Moves to a mark, or to the end of the block. */
	skipTo(mark: string): void {
		const { cursor } = this;
		while (!cursor.is(mark) && !cursor.isCloser() && !cursor.isAtEnd) {
			if (mark === ',') {
				this.skipPart();
			} else {
				cursor.skipToken();
			}
		}
	}

	/** Moves to the block of a definition, or to its semicolon. */
	toBody(): void {
		const { cursor } = this;
		while (!cursor.is('{') && !cursor.is(';') && !cursor.isCloser() && !cursor.isAtEnd) {
			this.skipPart();
		}
	}

	isHeaderEnd(): boolean {
		const { cursor } = this;
		return cursor.is('{') || cursor.is(';') || cursor.role === 'headerPart' || cursor.isAtEnd;
	}

	/** Returns the path at the cursor without type arguments, '' for another token; moves over it. */
	path(): string {
		const { cursor } = this;
		let path = '';
		if (cursor.isScope()) {
			path = '::';
			cursor.next();
			cursor.next();
		}
		while (this.isPath()) {
			path += cursor.word;
			cursor.next();
			this.generics();
			if (!cursor.isScope()) {
				return path;
			}
			cursor.next();
			cursor.next();
			path += '::';
		}
		this.skipPart();
		return path;
	}

	/** Returns the first path of the type at the cursor, and moves over the type. */
	firstPath(): string {
		const { cursor } = this;
		let path = '';
		for (let depth = 0; !cursor.isAtEnd && (depth > 0 || !(this.isHeaderEnd() || this.isFor())); ) {
			if (path === '' && (cursor.is('(') || cursor.is('['))) {
				depth++;
				cursor.next();
			} else if (cursor.isCloser()) {
				depth--;
				cursor.next();
			} else if (path === '' && (this.isPath() || cursor.isScope())) {
				path = this.path();
			} else {
				this.skipPart();
			}
		}
		return path;
	}

	private isPath(): boolean {
		return this.cursor.mark === wordMark && this.cursor.role === undefined;
	}

	/** `for`, but not `for<'a>`. */
	private isFor(): boolean {
		return this.cursor.role === 'for' && this.cursor.behind().mark !== 0x3c;
	}
}
