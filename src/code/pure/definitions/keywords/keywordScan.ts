import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { KeywordRole } from '../../languages/readerData';
import { fileScope, functionScope, type Scope } from '../symbolSink';
import { KeywordCursor } from './keywordCursor';
import { KeywordDefinitions } from './keywordDefinitions';
import type { ExpressionEnd, KeywordReading } from './keywordReading';
import { KeywordSymbols } from './keywordSymbols';
import type { KeywordTables } from './keywordTables';
import { readTokens } from './keywordTokens';

/**
 * Finds the definitions of a text in which a reserved word begins each of them. Statements are read only as far as
 * needed to find their ends; blocks without such a word are left out. Undefined for a text that cannot be read this
 * way.
 */
export function scanKeywords(text: string, file: string, tables: KeywordTables): readonly CodeSymbol[] | undefined {
	const tokens = readTokens(text, tables);
	if (tokens === undefined) {
		return undefined;
	}
	const symbols = new KeywordSymbols(tokens, file);
	const scan = new KeywordScan(new KeywordCursor(tokens, tables), symbols, tables);
	scan.statements(fileScope);
	return scan.cursor.isAtEnd && !scan.isTooDeep ? symbols.sink.finish() : undefined;
}

/** The kinds of the next token: an operand; nothing, but an operand may follow; an operator, or nothing. */
type Expected = 'operand' | 'any' | 'operator';

/** Deeper blocks are not read: each takes a part of the stack. */
const deepest = 300;
const continuing = new Set(['.', '?.', '?:', '&&', '||', '::']);
const afterOperand = new Set(['?', '!!', '++', '--']);
const afterType = new Set([
	...['(', ')', '{', '}', '[', ']', '.', '?.', '::', ',', ';', '?', '!!'],
	...['&&', '||', '?:', '=', '==', '!=', '->', '>'],
]);
const literalEnds = new Set([':', '{', '@']);

class KeywordScan implements KeywordReading {
	isTooDeep = false;
	private depth = 0;
	/** Before this token there are words for modifiers, and none is one. */
	private plainUntil = 0;
	private readonly definitions: KeywordDefinitions;

	constructor(
		readonly cursor: KeywordCursor,
		symbols: KeywordSymbols,
		tables: KeywordTables,
	) {
		this.definitions = new KeywordDefinitions(this, symbols, tables);
	}

	statements(scope: Scope): void {
		const { cursor } = this;
		while (!cursor.isAtEnd && cursor.mark() !== '}') {
			const before = cursor.at;
			this.statement(scope);
			// `;`, `,`, `->`
			cursor.at += cursor.at === before ? 1 : 0;
		}
	}

	block(scope: Scope, read = () => this.statements(scope)): void {
		const { cursor } = this;
		const { closing, nDefining } = cursor.tokens;
		const close = closing.get(cursor.at) ?? cursor.at;
		const isEmpty = scope.inFunction && nDefining[close] === nDefining[cursor.at];
		if (!isEmpty && this.depth >= deepest) {
			this.isTooDeep = true;
		} else if (!isEmpty) {
			this.depth++;
			cursor.at++;
			read();
			this.depth--;
		}
		cursor.at = close + 1;
	}

	group(scope: Scope): void {
		const { cursor } = this;
		const close = cursor.tokens.closing.get(cursor.at) ?? cursor.at;
		this.block(functionScope(scope.container), () => {
			while (cursor.at < close) {
				const before = cursor.at;
				this.expression(scope, { isInGroup: true });
				cursor.at += cursor.at === before ? 1 : 0;
			}
		});
	}

	private statement(scope: Scope): void {
		const { cursor } = this;
		const start = cursor.at;
		if (cursor.role === 'unit' && scope.container === '' && !scope.inFunction && cursor.isNewRow()) {
			this.row();
			return;
		}
		if (cursor.mark() === '@' && this.isOfFile(start)) {
			cursor.annotation();
			return;
		}
		if (start >= this.plainUntil) {
			const modifiers = cursor.modifiers();
			this.plainUntil = cursor.at;
			if (this.definitions.read(scope, start, modifiers)) {
				return;
			}
			cursor.at = start;
		}
		while (cursor.mark() === '@') {
			cursor.annotation();
		}
		this.expression(scope);
	}

	private isOfFile(at: number): boolean {
		const { cursor } = this;
		return cursor.tokens.marks[at + 2] === ':' && cursor.word(at + 1) === 'file';
	}

	private row(): void {
		const { cursor } = this;
		do {
			cursor.at++;
		} while (!cursor.isAtEnd && !cursor.isNewRow());
	}

	expression(scope: Scope, end: ExpressionEnd = {}): void {
		const { cursor } = this;
		const start = cursor.at;
		let expected: Expected = 'operand';
		while (!cursor.isAtEnd && !this.isEnd(start, expected, end)) {
			const { role } = cursor;
			const mark = cursor.mark();
			const before = cursor.at;
			if (mark === '{') {
				this.block(functionScope(scope.container));
				expected = 'operator';
			} else if (mark === '(' || mark === '[') {
				const isCondition = cursor.tokens.roles[cursor.at - 1] === 'control';
				this.group(scope);
				expected = isCondition ? 'operand' : 'operator';
			} else if (mark === '@' && expected === 'operand') {
				cursor.annotation();
			} else if (mark === '@') {
				cursor.at++;
				expected = this.label(before);
			} else if (mark === '<' && this.isGeneric()) {
				expected = 'operator';
			} else if (mark !== '') {
				cursor.at++;
				expected = afterOperand.has(mark) ? 'operator' : 'operand';
			} else if (this.isMember(before) || !this.definitions.readValue(scope)) {
				cursor.at++;
				expected = this.afterWord(before, role, expected);
			} else {
				expected = 'operator';
			}
		}
	}

	/** Moves over the type arguments of a call or a type. */
	private isGeneric(): boolean {
		const { cursor } = this;
		const before = cursor.at;
		const isAdjacent = cursor.isAdjacent() && cursor.word(before - 1) !== '';
		if (isAdjacent && cursor.typeArguments() && (cursor.isAtEnd || cursor.isNewRow() || afterType.has(cursor.mark()))) {
			return true;
		}
		cursor.at = before;
		return false;
	}

	/** `return@x`, `this@X`, `x@ for`. */
	private label(at: number): Expected {
		const { cursor } = this;
		const { roles } = cursor.tokens;
		if (!cursor.isAdjacent() || cursor.word() === '') {
			return 'operand';
		}
		cursor.at++;
		return roles[at - 1] === 'jump' ? 'any' : 'operator';
	}

	/** A word behind a dot or `::` is a name. */
	private isMember(at: number): boolean {
		const before = this.cursor.tokens.marks[at - 1];
		return before === '.' || before === '?.' || before === '::';
	}

	private afterWord(at: number, role: KeywordRole | undefined, expected: Expected): Expected {
		const { cursor } = this;
		if (this.isMember(at) || cursor.word(at) === '') {
			return 'operator';
		}
		if (role === 'operator' || role === 'further' || role === 'control' || role === 'else') {
			// `as?`
			cursor.at += cursor.mark() === '?' ? 1 : 0;
			return 'operand';
		}
		if (role === 'jump') {
			return 'any';
		}
		// A name behind an operand is an operator: `1 shl 2`.
		return expected === 'operator' ? 'operand' : 'operator';
	}

	private isEnd(start: number, expected: Expected, { isInGroup, isBeforeBrace }: ExpressionEnd): boolean {
		const { cursor } = this;
		const { role, at } = cursor;
		const mark = cursor.mark();
		if (mark === ')' || mark === ']' || mark === '}' || mark === ';' || mark === ',' || mark === '->') {
			return true;
		}
		if (mark === '{' && isBeforeBrace) {
			return true;
		}
		if (isInGroup || at === start || !cursor.isNewRow()) {
			return false;
		}
		if (this.beginsDefinition()) {
			return true;
		}
		const last = cursor.tokens.marks[at - 1];
		if (expected === 'operand' && last !== '>' && last !== '*') {
			return false;
		}
		const isElse = role === 'else' && cursor.tokens.marks[at + 1] !== '->';
		return !(continuing.has(mark) || isElse || role === 'further');
	}

	private beginsDefinition(): boolean {
		const { cursor } = this;
		const { role, at } = cursor;
		if (role === 'function' || role === 'object') {
			const isValue = literalEnds.has(cursor.tokens.marks[at + 1] ?? '') || cursor.tokens.marks[at + 1] === '(';
			return !isValue;
		}
		return role === 'class' || role === 'interface' || role === 'property' || role === 'alias';
	}
}
