import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { FoundSymbol } from '../symbolSink';
import { nameWord, roles } from './declarationTables';
import type { Name } from './declarators';
import { madeNames } from './madeNames';
import { scanFrame } from './scanFrame';
import type { ScanState } from './scanState';
import { parentheses } from './statementTokens';

/** Adds the definitions of statements and of heads of blocks. */
export class Declarations {
	constructor(private readonly state: ScanState) {}

	/** Ends the statement: adds its declarations. */
	declare(end: number): void {
		const { state } = this;
		const { frame, tokens } = state;
		const { base } = frame;
		if (tokens.count > base) {
			this.declareNames(end);
		}
		state.clear();
		if (frame.sort === 'alias') {
			state.pop();
		}
	}

	private declareNames(end: number): void {
		const { state } = this;
		const { frame, tokens, declarators } = state;
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
		if (this.make(end, isAlias)) {
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
		if (block?.symbol !== undefined && first !== undefined) {
			delete block.symbol.doc;
		}
		const isNamed = block !== undefined && block.symbol === undefined && sort !== 'constant' && first !== undefined;
		if (isNamed) {
			const kind = isAlias ? 'class' : 'field';
			const symbol = this.add(first, kind, end);
			symbol.headerEndLine = state.reader.lexer.rowOf(block.headerAt) + 1;
			block.scope.name = state.textOf(first);
			block.scope.inClass = kind === 'class';
		}
		const modifiers = state.modifiers();
		for (const name of isNamed ? names.slice(1) : names) {
			this.add(name, sort, end, modifiers);
		}
	}

	/** Adds the definitions of a macro's use; false if the statement is none. */
	make(end: number, isAlias = false): boolean {
		const { state } = this;
		const { text, tables, tokens, frame } = state;
		const made = madeNames(text, tables, tokens, frame.base);
		const modifiers = state.modifiers();
		for (const name of made?.names ?? []) {
			this.add(name, isAlias ? 'type' : (made?.kind ?? 'constant'), end, modifiers);
		}
		return made !== undefined;
	}

	private add(name: Name, kind: SymbolKind, end: number, modifiers?: readonly string[]): FoundSymbol {
		const { state } = this;
		const { scope, startAt, doc } = state.frame;
		const place = { start: startAt, name: name.start, end, doc, modifiers, order: 2 * startAt };
		return state.found.add(kind, state.textOf(name), scope, place);
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
			const { startAt, doc } = frame;
			frame.oldStyle = { name, startAt, doc, modifiers: state.modifiers(), nSymbols: found.count };
		}
	}

	enumerator(): void {
		const { state } = this;
		const { frame, tokens, declarators, lastEnd } = state;
		const { base } = frame;
		const name = tokens.kind(base) === nameWord ? declarators.nameAt(base) : undefined;
		if (name !== undefined) {
			this.add(name, 'constant', lastEnd);
		}
		state.clear();
	}

	/** Begins the block of a type; `head` is the index of the word that begins it. */
	openType(head: number, headerAt: number): void {
		const { state } = this;
		const { tokens, frame, reader, found, declarators } = state;
		const tag = declarators.tag(head);
		const isEnumeration = tokens.kind(head) === roles.enumeration;
		const name = tag === undefined ? '' : state.textOf(tag);
		const scope = state.scopes.add(frame.scope, name, true);
		const start = tokens.start(head);
		let symbol: FoundSymbol | undefined;
		if (tag !== undefined) {
			const { lexer } = reader;
			const doc = frame.doc && lexer.rowOf(start) === lexer.rowOf(frame.startAt) ? frame.doc : undefined;
			symbol = found.add('class', name, frame.scope, {
				start,
				name: tag.start,
				end: start + 1,
				doc,
				order: 2 * start + 1,
			});
			symbol.headerEndLine = lexer.rowOf(headerAt) + 1;
		}
		frame.block = { scope, symbol, headerAt, head };
		reader.at++;
		state.push(scanFrame(isEnumeration ? 'enumeration' : 'aggregate', tokens.count, scope));
	}

	/** Begins the body of a function, if the statement is the head of one; false if it is not. */
	openFunction(): boolean {
		const { state } = this;
		const { frame, found, reader, tokens, declarators } = state;
		const isOldStyle = tokens.count === frame.base;
		const oldStyle = isOldStyle ? frame.oldStyle : undefined;
		frame.oldStyle = undefined;
		const [made] = madeNames(state.text, state.tables, tokens, frame.base)?.names ?? [];
		const name = isOldStyle ? oldStyle?.name : (made ?? declarators.functionName(frame.base));
		const { startAt: start, doc } = oldStyle ?? frame;
		if (name === undefined) {
			return false;
		}
		if (oldStyle !== undefined) {
			found.truncate(oldStyle.nSymbols);
		}
		const text = state.textOf(name);
		const { scope } = frame;
		const modifiers = oldStyle?.modifiers ?? state.modifiers();
		const place = { start, name: name.start, end: start + 1, doc, modifiers, order: 2 * start };
		const symbol = found.add('function', text, scope, place);
		symbol.headerEndLine = reader.lexer.rowOf(state.headerAt(reader.at)) + 1;
		state.clear();
		reader.at++;
		const body = scanFrame('body', tokens.count, state.scopes.add(scope, text, false));
		body.symbol = symbol;
		state.push(body);
		return true;
	}
}
