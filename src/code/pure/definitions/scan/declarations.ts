import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import { nameWord, roles } from './declarationTables';
import type { Name } from './declarators';
import { madeNames } from './madeNames';
import { scanFrame } from './scanFrame';
import type { ScanState } from './scanState';
import { parentheses } from './statementTokens';

/** 0-based. */
interface EndRows {
	readonly headerRow: number;
	readonly endRow: number;
}

/** Adds what statements and the heads of blocks define. */
export class Declarations {
	constructor(private readonly state: ScanState) {}

	/** Ends the statement: adds what it declares. */
	declare(endRow: number): void {
		const { state } = this;
		const { frame, tokens } = state;
		const { base } = frame;
		if (tokens.count > base) {
			this.declareNames(endRow);
		}
		state.clear();
		if (frame.sort === 'alias') {
			state.pop();
		}
	}

	private declareNames(endRow: number): void {
		const { state } = this;
		const { frame, tokens, found, declarators } = state;
		const { base, block } = frame;
		let isAlias = false;
		let isElsewhere = false;
		for (let at = base; at < tokens.count; at++) {
			const kind = tokens.kind(at);
			if (kind === roles.control) {
				return;
			}
			isAlias ||= kind === roles.alias;
			isElsewhere ||= kind === roles.elsewhere;
		}
		if (this.make(endRow, isAlias)) {
			return;
		}
		const sort = isAlias ? 'type' : frame.sort === 'aggregate' ? 'field' : 'constant';
		if (isElsewhere && sort === 'constant') {
			return;
		}
		if (sort === 'constant') {
			this.noteOldStyleIn(base);
		}
		const names = declarators.names(base, sort);
		const [first] = names;
		if (block !== undefined && block.symbol >= 0 && first !== undefined) {
			found.withoutDoc(block.symbol);
		}
		const isNamed = block !== undefined && block.symbol < 0 && sort !== 'constant' && first !== undefined;
		if (isNamed) {
			const kind = isAlias ? 'class' : 'field';
			this.add(first, kind, { headerRow: block.headerRow, endRow });
			found.nameScope(block.scope, state.textOf(first), kind);
		}
		const modifiers = state.modifiers();
		for (const name of isNamed ? names.slice(1) : names) {
			this.add(name, sort, { headerRow: endRow, endRow }, modifiers);
		}
	}

	/** Adds what the use of a macro defines; false where the statement is none. */
	make(endRow: number, isAlias = false): boolean {
		const { state } = this;
		const { text, tables, tokens, frame } = state;
		const made = madeNames(text, tables, tokens, frame.base);
		const modifiers = state.modifiers();
		for (const name of made?.names ?? []) {
			this.add(name, isAlias ? 'type' : (made?.kind ?? 'constant'), { headerRow: endRow, endRow }, modifiers);
		}
		return made !== undefined;
	}

	private add(name: Name, kind: SymbolKind, rows: EndRows, modifiers?: readonly string[]): void {
		const { state } = this;
		const { scope, startRow, docStart, docEnd, startAt } = state.frame;
		const { headerRow, endRow } = rows;
		const place = { scope, nameRow: name.row, startRow, headerRow, endRow, docStart, docEnd, order: 2 * startAt };
		state.found.add(state.textOf(name), kind, place, modifiers);
	}

	/** A function whose parameters get their types after their names: those types are statements. */
	private noteOldStyleIn(base: number): void {
		const { tokens, declarators } = this.state;
		for (let at = base + 1; at < tokens.count - 1; at++) {
			if (tokens.kind(at) === parentheses) {
				const next = tokens.kind(at + 1);
				if (next >= 0 && next < 20 && tokens.kind(at - 1) === nameWord) {
					this.noteOldStyle(declarators.nameAt(at - 1), at);
				}
				return;
			}
		}
	}

	noteOldStyle(name: Name | undefined, at: number): void {
		const { state } = this;
		const { frame, found, declarators } = state;
		if (name !== undefined && frame.sort === 'file' && declarators.hasPlainParameters(at)) {
			const { startAt, startRow, docStart, docEnd } = frame;
			const modifiers = state.modifiers();
			frame.oldStyle = { name, startAt, startRow, docStart, docEnd, modifiers, nSymbols: found.count };
		}
	}

	enumerator(): void {
		const { state } = this;
		const { frame, tokens, declarators, lastRow } = state;
		const { base } = frame;
		const name = tokens.kind(base) === nameWord ? declarators.nameAt(base) : undefined;
		if (name !== undefined) {
			this.add(name, 'constant', { headerRow: lastRow, endRow: lastRow });
		}
		state.clear();
	}

	/** Begins the block of a type; `head` is the index of the word that begins it. */
	openType(head: number, headerRow: number): void {
		const { state } = this;
		const { tokens, frame, reader, found, declarators } = state;
		const tag = declarators.tag(head);
		const isEnumeration = tokens.kind(head) === roles.enumeration;
		const name = tag === undefined ? '' : state.textOf(tag);
		const scope = found.scope(frame.scope, name, tag && 'class');
		const startRow = tokens.row(head);
		let symbol = -1;
		if (tag !== undefined) {
			const hasDoc = frame.docStart >= 0 && startRow === frame.startRow;
			symbol = found.add(name, 'class', {
				scope: frame.scope,
				nameRow: tag.row,
				startRow,
				headerRow,
				endRow: startRow,
				docStart: hasDoc ? frame.docStart : -1,
				docEnd: frame.docEnd,
				order: 2 * tokens.start(head) + 1,
			});
		}
		frame.block = { scope, symbol, headerRow, head };
		reader.at++;
		state.push(scanFrame(isEnumeration ? 'enumeration' : 'aggregate', tokens.count, scope));
	}

	/** Begins the body of a function, if the statement is the head of one; false where it is not. */
	openFunction(): boolean {
		const { state } = this;
		const { frame, found, reader, tokens, declarators } = state;
		const isOldStyle = tokens.count === frame.base;
		const oldStyle = isOldStyle ? frame.oldStyle : undefined;
		frame.oldStyle = undefined;
		const [made] = madeNames(state.text, state.tables, tokens, frame.base)?.names ?? [];
		const name = isOldStyle ? oldStyle?.name : (made ?? declarators.functionName(frame.base));
		const { startAt, startRow, docStart, docEnd } = oldStyle ?? frame;
		if (name === undefined) {
			return false;
		}
		if (oldStyle !== undefined) {
			found.truncate(oldStyle.nSymbols);
		}
		const text = state.textOf(name);
		const headerRow = state.headerRow(reader.at);
		const { scope } = frame;
		const [nameRow, endRow] = [name.row, startRow];
		const place = { scope, nameRow, startRow, headerRow, endRow, docStart, docEnd, order: 2 * startAt };
		const symbol = found.add(text, 'function', place, oldStyle?.modifiers ?? state.modifiers());
		state.clear();
		reader.at++;
		const body = scanFrame('body', tokens.count, found.scope(scope, text, 'function'));
		body.symbol = symbol;
		state.push(body);
		return true;
	}
}
