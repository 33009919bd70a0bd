import type { Scope } from '../symbolSink';
import { wordMark } from './braceCursor';
import type { BraceScan, Front, Name } from './braceScan';

/** Moves over what members consist of, in a language in which a type is in front of a name. */
export class TypedParts {
	/** Objects in code may have members. In a language in which they have none, functions may be in functions. */
	readonly hasObjects: boolean;

	constructor(private readonly scan: BraceScan) {
		this.hasObjects = !scan.cursor.tables.data.hasLocalFunctions;
	}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	/** Moves over annotations and words in front of a definition. */
	front(): Front {
		const { cursor } = this;
		const { condition } = cursor;
		let front = { start: cursor.at, doc: cursor.doc() };
		const modifiers: string[] = [];
		let isEvent = false;
		for (;;) {
			if (cursor.is('@') && !this.isAnnotationType()) {
				this.annotation();
			} else if (cursor.is('[')) {
				cursor.skipGroup();
				// `#if A`, an attribute, `#endif`: they belong to the definition.
				front = cursor.isBelowDirective && condition ? condition : front;
			} else if (cursor.role === 'event') {
				isEvent = true;
				cursor.next();
			} else if (
				cursor.role === 'modifier' ||
				cursor.role === 'default' ||
				(cursor.role === 'new' && !this.hasObjects)
			) {
				const { word } = cursor;
				if (cursor.tables.recorded.has(word) && !modifiers.includes(word)) {
					modifiers.push(word);
				}
				cursor.next();
				// `non-sealed`
				while (cursor.is('-')) {
					cursor.next();
				}
			} else {
				return { ...front, modifiers, isEvent };
			}
		}
	}

	isAnnotationType(): boolean {
		const { cursor } = this;
		const { at } = cursor;
		cursor.next();
		const { role } = cursor;
		cursor.back(at);
		return role === 'interface';
	}

	/** `@a.B(...)` */
	annotation(): void {
		const { cursor } = this;
		do {
			cursor.next();
			cursor.next();
		} while (cursor.is('.'));
		if (cursor.is('(')) {
			cursor.skipGroup();
		}
	}

	isTypeWord(): boolean {
		const { mark, role } = this.cursor;
		return mark === wordMark && (role === undefined || role === 'unit');
	}

	/** Returns the name of a type without its arguments. */
	typeName(): string {
		const { cursor } = this;
		let name = '';
		for (;;) {
			if (cursor.is('<')) {
				this.generic();
			} else if (cursor.is('@')) {
				this.annotation();
			} else if (cursor.is('.') || cursor.isScope() || this.isTypeWord()) {
				name += cursor.text.slice(cursor.at, cursor.end);
				cursor.next();
			} else {
				return name;
			}
		}
	}

	/** Moves over type arguments or parameters, where only they can be. */
	generic(): void {
		if (!this.cursor.angles()) {
			this.scan.fail();
		}
	}

	/** Moves over a type and the name behind it, which is the last word; '' if something else is here. */
	name(): Name & { readonly nWords: number } {
		const { cursor } = this;
		let at = cursor.at;
		let name = '';
		let nWords = 0;
		for (;;) {
			if (cursor.mark === wordMark && cursor.role !== 'operatorName') {
				at = cursor.at;
				name = cursor.word;
				nWords++;
				cursor.next();
			} else if (cursor.is('<') && cursor.angles()) {
				nWords += this.hasObjects ? 1 : 0;
			} else if (cursor.is('@')) {
				this.annotation();
			} else if (cursor.is('[') && name !== 'this') {
				cursor.skipGroup();
			} else if (cursor.is('(') && nWords === 0 && !this.hasObjects) {
				cursor.skipGroup();
				nWords++;
			} else if (cursor.is('.') || cursor.isScope() || (!this.hasObjects && (cursor.is('?') || cursor.is('*')))) {
				cursor.next();
			} else {
				return { at, name, nWords };
			}
		}
	}

	/** `= value` */
	initial(scope: Scope): void {
		if (this.cursor.is('=')) {
			this.cursor.next();
			this.scan.value(scope, 'item');
		}
	}

	/** Moves to a mark that is in no bracket. */
	skipTo(mark: string): void {
		const { cursor } = this;
		while (!cursor.is(mark) && !cursor.isAtEnd) {
			if (cursor.is('(') || cursor.is('[') || cursor.is('{')) {
				cursor.skipGroup();
			} else {
				cursor.next();
			}
		}
	}
}
