import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { type FoundSymbol, fileScope, functionScope, qualified, type Scope } from '../symbolSink';
import { type Block, CommandBlocks } from './commandBlocks';
import { CommandReader } from './commandReader';
import type { CommandTables } from './commandTables';
import { DefinedByCommands } from './definedByCommands';

/**
 * The definitions of a text of commands: functions, and variables that are assigned to outside of them. Undefined for a
 * text that cannot be read so.
 */
export function scanCommands(text: string, file: string, tables: CommandTables): readonly CodeSymbol[] | undefined {
	return new CommandScan(text, file, tables).run();
}

/** The position of the next word in a command: `declared` in a declaration; `ended` after a block. */
type Position = 'start' | 'arguments' | 'declared' | 'ended';

const semicolon = 0x3b;
const ampersand = 0x26;
const bar = 0x7c;
const open = 0x28;
const close = 0x29;
const less = 0x3c;
const greater = 0x3e;
const newline = 0x0a;

class CommandScan {
	private readonly reader: CommandReader;
	private readonly defined: DefinedByCommands;
	/** Of the innermost commands: those in an expansion are read apart from those around it. */
	private blocks = new CommandBlocks();
	private position: Position = 'start';
	/** The function whose body follows. */
	private head: FoundSymbol | undefined;
	private headScope: Scope = fileScope;
	private nExpansions = 0;
	private isExpansionOver = false;
	private endsWithBrace = false;

	constructor(
		private readonly text: string,
		file: string,
		private readonly tables: CommandTables,
	) {
		this.reader = new CommandReader(text, tables, () => this.expansion());
		this.defined = new DefinedByCommands(this.reader, file);
	}

	run(): readonly CodeSymbol[] | undefined {
		const { reader } = this;
		while (!reader.isAtEnd) {
			this.token();
		}
		this.endCommand();
		return reader.isWhole && this.blocks.isEmpty && this.head === undefined ? this.defined.finish() : undefined;
	}

	private get block(): Block | undefined {
		return this.blocks.innermost;
	}

	/** Reads the commands of `$(...)` up to its parenthesis, and moves behind it. */
	private expansion(): void {
		const { blocks, position, head, endsWithBrace, defined } = this;
		const around = defined.beginExpansion();
		this.blocks = new CommandBlocks();
		this.position = 'start';
		this.head = undefined;
		this.nExpansions++;
		this.isExpansionOver = false;
		while (!this.isExpansionOver) {
			if (this.reader.isAtEnd) {
				this.reader.break();
				break;
			}
			this.token();
		}
		this.isExpansionOver = false;
		this.nExpansions--;
		defined.endExpansion(around);
		Object.assign(this, { blocks, position, head, endsWithBrace });
	}

	private token(): void {
		const { reader } = this;
		reader.skipBlanks();
		const char = reader.char();
		if (Number.isNaN(char)) {
			return;
		}
		if (char === newline) {
			this.endCommand();
			reader.newline();
			return;
		}
		this.defined.begin();
		if (this.position === 'start' && this.block?.isAtPattern === true) {
			this.pattern(this.block);
		} else if (char === semicolon || char === bar || (char === ampersand && reader.char(1) !== greater)) {
			this.separator(char);
		} else if (char === open) {
			this.openParenthesis();
		} else if (char === close) {
			this.closeParenthesis();
		} else if (char === less || char === greater || char === ampersand) {
			this.redirection(char);
		} else {
			this.word();
		}
	}

	private separator(char: number): void {
		const { reader, block } = this;
		this.endCommand();
		reader.at++;
		const isEndOfItem = char === semicolon && (reader.char() === semicolon || reader.char() === ampersand);
		while (reader.char() === semicolon || reader.char() === bar || reader.char() === ampersand) {
			reader.at++;
		}
		if (isEndOfItem) {
			this.defined.dropDoc();
			if (block?.isCase === true) {
				block.isAtPattern = true;
			} else {
				// `for ((;;))` and `;;` elsewhere.
				reader.break();
			}
		}
	}

	private pattern(block: Block): void {
		const { reader } = this;
		const start = reader.at;
		if (reader.char() === open) {
			reader.at++;
		}
		for (;;) {
			reader.skipRows();
			const char = reader.char();
			if (char === close) {
				reader.at++;
				block.isAtPattern = false;
				return;
			}
			if (char === bar) {
				reader.at++;
				continue;
			}
			const wordStart = reader.at;
			reader.word();
			if (reader.at === wordStart || reader.isBroken) {
				reader.break();
				return;
			}
			if (wordStart === start && this.text.slice(start, reader.at) === block.end) {
				this.close();
				return;
			}
		}
	}

	private openParenthesis(): void {
		const { reader } = this;
		if (reader.char(1) === open) {
			// Also the variables of a counting loop.
			this.defined.dropAssigned();
			reader.arithmetic();
			this.end();
		} else if (this.position === 'start') {
			reader.at++;
			this.push(')');
		} else {
			reader.break();
		}
	}

	private closeParenthesis(): void {
		this.endCommand();
		this.reader.at++;
		if (this.block?.end === ')') {
			this.close();
		} else if (this.nExpansions > 0 && this.blocks.isEmpty) {
			this.isExpansionOver = true;
		} else {
			this.reader.break();
		}
	}

	private redirection(char: number): void {
		const { reader } = this;
		if (reader.char(1) === open) {
			reader.at += 2;
			reader.substitution();
			this.position = this.position === 'start' ? 'arguments' : this.position;
			return;
		}
		if (char === less && reader.char(1) === less && reader.char(2) !== less) {
			reader.at += 2;
			reader.beginDocument();
			return;
		}
		while ([less, greater, ampersand, bar].includes(reader.char())) {
			reader.at++;
		}
		reader.skipBlanks();
		if (reader.char() === less || reader.char() === greater) {
			this.redirection(reader.char());
		} else {
			reader.word();
		}
	}

	private word(): void {
		const { reader, position, text } = this;
		const start = reader.at;
		if ((position === 'start' || position === 'declared') && this.assignment()) {
			return;
		}
		reader.word();
		if (reader.at === start) {
			reader.break();
			return;
		}
		const word = text.slice(start, reader.at);
		if (position === 'start') {
			this.command(word, start);
		} else if (position === 'ended' && this.tables.ends.has(word)) {
			this.blockEnd(word);
		} else {
			this.endsWithBrace = word === '{';
		}
	}

	/** Reads `NAME=value`, if that is next. */
	private assignment(): boolean {
		const { reader } = this;
		const start = reader.at;
		const name = reader.name();
		let isElement = false;
		if (name !== '' && reader.char() === 0x5b && this.position === 'start') {
			reader.subscript();
			isElement = true;
		}
		const length = reader.char() === 0x3d ? 1 : reader.char() === 0x2b && reader.char(1) === 0x3d ? 2 : 0;
		if (name === '' || length === 0) {
			reader.at = start;
			return false;
		}
		reader.at += length;
		if (reader.char() === open) {
			reader.list();
		} else {
			reader.word();
		}
		if (!isElement) {
			this.defined.assign(name, start, reader.at);
		}
		return true;
	}

	private command(word: string, start: number): void {
		const { tables, reader } = this;
		const end = tables.blocks.get(word);
		if (end !== undefined) {
			this.push(end, tables.cases.has(word));
			this.position = tables.loops.has(word) ? 'arguments' : 'start';
			if (tables.cases.has(word)) {
				this.caseHead();
			}
		} else if (tables.ends.has(word)) {
			this.blockEnd(word);
		} else if (tables.prefixes.has(word)) {
			this.defined.dropAssigned();
		} else if (tables.conditions.has(word)) {
			this.defined.dropAssigned();
			reader.condition(tables.conditions.get(word) ?? '');
			this.end();
		} else if (tables.functions.has(word)) {
			reader.skipBlanks();
			const { at } = reader;
			reader.word();
			this.functionHead(this.text.slice(at, reader.at), start, at);
		} else if (this.isFunctionHead()) {
			this.functionHead(word, start, start);
		} else if (tables.declarations.has(word)) {
			this.position = 'declared';
		} else {
			this.defined.dropAssigned();
			this.position = 'arguments';
		}
	}

	private isFunctionHead(): boolean {
		const { reader, text } = this;
		const at = reader.lexer.afterBlanks(reader.at);
		return text.charCodeAt(at) === open && text.charCodeAt(reader.lexer.afterBlanks(at + 1)) === close;
	}

	private functionHead(name: string, start: number, nameAt: number): void {
		const { reader } = this;
		if (this.isFunctionHead()) {
			reader.at = this.text.indexOf(')', reader.at) + 1;
		}
		const { scope } = this.blocks;
		if (this.nExpansions === 0) {
			this.head = this.defined.addFunction(name, scope, { start, name: nameAt, end: reader.at });
			this.headScope = functionScope(qualified(scope, name));
		}
		reader.skipRows();
		this.position = 'start';
	}

	private caseHead(): void {
		const { reader } = this;
		reader.skipRows();
		reader.word();
		reader.skipRows();
		const start = reader.at;
		reader.word();
		if (this.text.slice(start, reader.at) !== this.tables.data.values) {
			reader.break();
		}
		const { block } = this;
		if (block !== undefined) {
			block.isAtPattern = true;
		}
		reader.skipRows();
	}

	private blockEnd(word: string): void {
		const { blocks, block } = this;
		this.endCommand();
		const isLoose = word === '}' && blocks.hasLooseBrace;
		if (isLoose) {
			blocks.addLooseBraces(-1);
			this.position = 'arguments';
		} else if (block?.end === word) {
			this.close();
		} else {
			this.reader.break();
		}
	}

	private push(end: string, isCase = false): void {
		this.defined.dropAssigned();
		this.blocks.push(end, this.head, this.headScope, isCase);
		this.head = undefined;
		this.position = 'start';
	}

	private close(): void {
		const block = this.blocks.pop();
		if (block?.symbol !== undefined) {
			this.defined.end(block.symbol);
		}
		this.position = 'ended';
	}

	/** Commands without a block end: `((...))` and `[[...]]`, which may be the body of a function. */
	private end(): void {
		if (this.head !== undefined) {
			this.defined.end(this.head);
			this.head = undefined;
		}
		this.position = 'ended';
	}

	private endCommand(): void {
		const { block } = this;
		if (block?.scope.inFunction === true) {
			this.defined.dropAssigned();
		} else {
			this.defined.addAssigned(this.blocks.scope);
		}
		if (this.endsWithBrace && this.position === 'arguments') {
			this.blocks.addLooseBraces(1);
		}
		this.endsWithBrace = false;
		this.position = 'start';
	}
}
