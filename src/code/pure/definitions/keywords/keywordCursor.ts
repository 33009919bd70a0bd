import type { KeywordRole } from '../../languages/readerData';
import type { KeywordTables } from './keywordTables';
import type { Tokens } from './keywordTokens';

/** Words in front of a definition. */
export interface Modifiers {
	readonly recorded: readonly string[];
	readonly isEnumeration: boolean;
	readonly isCompanion: boolean;
}

/** Moves over tokens: modifiers, annotations, types. */
export class KeywordCursor {
	at = 0;

	constructor(
		readonly tokens: Tokens,
		private readonly tables: KeywordTables,
	) {}

	mark(): string {
		return this.tokens.marks[this.at] ?? '';
	}

	get role(): KeywordRole | undefined {
		return this.tokens.roles[this.at];
	}

	get isAtEnd(): boolean {
		return this.at >= this.tokens.count;
	}

	/** A word at a position, '' for another token. */
	word(at = this.at): string {
		return this.tokens.words[at] ?? '';
	}

	/** Whether a token is the first in its row. */
	isNewRow(at = this.at): boolean {
		const { lexer, starts, ends } = this.tokens;
		return at === 0 || lexer.hasNewline(ends[at - 1] ?? 0, starts[at] ?? lexer.text.length);
	}

	/** Moves past the bracket that closes the one here. */
	skipGroup(): void {
		this.at = (this.tokens.closing.get(this.at) ?? this.at) + 1;
	}

	/** Moves over annotations and words in front of a definition. */
	modifiers(): Modifiers {
		const recorded: string[] = [];
		let isEnumeration = false;
		let isCompanion = false;
		for (;;) {
			const { role } = this;
			if (this.mark() === '@') {
				this.annotation();
			} else if (role === 'modifier' || role === 'enumeration' || role === 'companion') {
				isEnumeration ||= role === 'enumeration';
				isCompanion ||= role === 'companion';
				if (this.tables.recorded.has(this.word()) && !recorded.includes(this.word())) {
					recorded.push(this.word());
				}
				this.at++;
			} else if (role === 'function' && this.tokens.roles[this.at + 1] === 'interface') {
				this.at++;
			} else {
				return { recorded, isEnumeration, isCompanion };
			}
		}
	}

	/** `@A.B<C>(...)`, `@get:A`, `@file:A`, `@[A B]`. */
	annotation(): void {
		this.at++;
		if (this.tokens.marks[this.at + 1] === ':' && this.word() !== '') {
			this.at += 2;
		}
		if (this.mark() === '[') {
			this.skipGroup();
			return;
		}
		this.at += this.word() === '' ? 0 : 1;
		while (this.mark() === '.' && this.word(this.at + 1) !== '') {
			this.at += 2;
		}
		this.typeArguments();
		if (this.mark() === '(' && this.isAdjacent()) {
			this.skipGroup();
		}
	}

	/** Moves over `<...>`. False if none is: the sign is an operator. */
	typeArguments(): boolean {
		if (this.mark() !== '<') {
			return false;
		}
		const start = this.at;
		let depth = 0;
		while (this.at < start + mostArguments && !this.isAtEnd) {
			const mark = this.mark();
			depth += mark === '<' ? 1 : mark === '>' ? -1 : 0;
			if (depth === 0) {
				this.at += mark === '>' ? 1 : 0;
				return mark === '>';
			}
			if (mark === '(' || mark === '[') {
				this.skipGroup();
			} else if (typeMarks.has(mark) || argumentMarks.has(mark)) {
				this.at++;
			} else {
				break;
			}
		}
		this.at = start;
		return false;
	}

	/** Moves over a type, as it is written behind a colon. */
	type(): void {
		const first = this.at;
		for (;;) {
			const { role } = this;
			const mark = this.mark();
			const last = this.tokens.marks[this.at - 1] ?? '';
			const isOpenEnded = this.at === first || last === '->' || last === '.' || last === '&' || last === ':';
			if (this.isAtEnd || (this.isNewRow() && !isOpenEnded && mark !== '->' && mark !== '.' && mark !== '&')) {
				return;
			}
			if ((mark === '' || mark === '(') && this.at > first && this.isTypeBefore()) {
				// `val a: A get() = b`
				return;
			}
			if (mark === '(' || mark === '[') {
				this.skipGroup();
			} else if (mark === '<') {
				this.at = this.typeArguments() ? this.at : this.at + 1;
			} else if (mark === '@') {
				this.annotation();
			} else if (typeMarks.has(mark) && role !== 'delegate' && role !== 'constraint') {
				this.at++;
			} else {
				return;
			}
		}
	}

	/** Whether a type may end with the last token. */
	private isTypeBefore(): boolean {
		const last = this.tokens.marks[this.at - 1] ?? '';
		const role = this.tokens.roles[this.at - 1];
		return typeEnds.has(last) && role !== 'modifier' && role !== 'operator';
	}

	qualifiedName(): string {
		let name = this.word();
		this.at += name === '' ? 0 : 1;
		while (name !== '' && this.mark() === '.' && this.word(this.at + 1) !== '') {
			name += `.${this.word(this.at + 1)}`;
			this.at += 2;
		}
		return name;
	}

	/** `where T : A, U : B` */
	constraints(): void {
		if (this.role !== 'constraint') {
			return;
		}
		do {
			this.at++;
			this.modifiers();
			this.at++;
			if (this.mark() === ':') {
				this.at++;
				this.type();
			}
		} while (this.mark() === ',');
	}

	typeBehind(): void {
		if (this.mark() === ':') {
			this.at++;
			this.type();
		}
	}

	/** Moves over the type that a function or property extends, and its name. Returns the token of the name, or -1. */
	nameBefore(end: '(' | ''): number {
		let name = -1;
		for (;;) {
			const mark = this.mark();
			if (mark === '@') {
				this.annotation();
			} else if (mark === '(' && name < 0) {
				const close = this.tokens.closing.get(this.at) ?? this.at;
				const behind = this.tokens.marks[close + 1];
				const isReceiver = behind === '.' || behind === '?.' || (behind === '?' && end === '(');
				this.at = isReceiver || end === '(' ? close + 1 : this.at;
				if (!isReceiver) {
					return -1;
				}
			} else if (this.word() !== '' && (name < 0 || isDot(this.tokens.marks[this.at - 1]))) {
				name = this.at++;
			} else if (mark === '<' && this.typeArguments()) {
				// The type that is extended.
			} else if (mark === '?' || isDot(mark)) {
				this.at++;
			} else if (isDot(this.tokens.marks[this.at - 1])) {
				// A function without a name.
				this.at += mark === '(' ? 0 : 1;
				return -1;
			} else {
				return name;
			}
		}
	}

	/** The names of `(a, b: T)`. */
	destructured(): number[] {
		if (this.mark() !== '(') {
			return [];
		}
		const { marks, closing } = this.tokens;
		const close = closing.get(this.at) ?? this.at;
		const names: number[] = [];
		for (let at = this.at + 1; at < close; at++) {
			if (this.word(at) !== '' && (marks[at - 1] === ',' || marks[at - 1] === '(')) {
				names.push(at);
			}
		}
		this.at = close + 1;
		return names;
	}

	/** Whether nothing is between the last token and this one. */
	isAdjacent(): boolean {
		const { starts, ends } = this.tokens;
		return this.at > 0 && starts[this.at] === ends[this.at - 1];
	}
}

/** '' is a word. */
const typeMarks = new Set(['', '.', '?', '?.', '->', '&', '!!', '*']);
const argumentMarks = new Set(['<', '>', ',', ':', '@']);
const typeEnds = new Set(['', '?', '>', ')']);
/** Tokens between angle brackets; more are none. */
const mostArguments = 300;

function isDot(mark: string | undefined): boolean {
	return mark === '.' || mark === '?.';
}
