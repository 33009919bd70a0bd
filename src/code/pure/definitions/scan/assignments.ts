import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { Definition, IndentationTables, ScannedSymbol, StatementFront } from './indentationTables';
import { colon, equals, type LineScanner, lineEnd, semicolon } from './lineScanner';
import { targetsIn } from './targets';

/** Adds a symbol in the scanner's row. */
type Add = (name: string, kind: SymbolKind, around: Definition, front: StatementFront) => ScannedSymbol;

/** `a: b =`: positions and 0-based rows of what is assigned to, and of the value. */
interface Link {
	readonly start: number;
	readonly row: number;
	readonly end: number;
	readonly valueRow: number;
}

interface Chain {
	readonly links: readonly Link[];
	/** The value is a function without a name. */
	readonly isLambda: boolean;
}

/** Reads statements, and adds what they assign to. */
export class Assignments {
	constructor(
		private readonly scanner: LineScanner,
		private readonly tables: IndentationTables,
		private readonly add: Add,
	) {}

	/** Moves to the end of a statement, and adds what it defines in a definition. */
	read(definition: Definition, front: StatementFront): void {
		const { scanner, tables } = this;
		const { at } = scanner;
		const word = scanner.wordAt(at);
		if (tables.types.has(word) && beginsName(scanner.wordAt(scanner.afterWord(at)))) {
			this.alias(definition, front);
		} else if (definition.sort === 'function' || word === tables.data.lambda) {
			scanner.next(semicolon);
		} else {
			const { row } = scanner;
			const chain = this.chain();
			this.addChain(chain, definition, front.startRow < 0 ? { ...front, startRow: row } : front);
		}
	}

	private alias(definition: Definition, front: StatementFront): void {
		const { scanner } = this;
		const nameAt = scanner.afterWord(scanner.at);
		const name = scanner.wordAt(nameAt);
		const after = scanner.text.charAt(scanner.afterBlanks(nameAt + name.length));
		const symbol = this.add(name, 'type', definition, front);
		scanner.next(semicolon);
		symbol.endLine = scanner.row + 1;
		symbol.headerEndLine = symbol.endLine;
		scanner.isBroken ||= after !== '=' && after !== '[';
	}

	/** Moves to the end of a statement, and returns what it assigns to. */
	private chain(): Chain {
		const { scanner, tables, text } = this;
		const links: Link[] = [];
		let [start, row] = [scanner.at, scanner.row];
		let annotatedAt = -1;
		for (;;) {
			const stop = scanner.next(colon | equals | semicolon);
			const { at } = scanner;
			if (stop === colon) {
				annotatedAt = annotatedAt < 0 && links.length === 0 ? at : annotatedAt;
				scanner.at++;
			} else if (stop !== equals) {
				// A colon at the end is that of a block.
				const mayBe = links.length === 0 && annotatedAt >= 0;
				const isAnnotated = mayBe && !(stop === lineEnd && text.slice(annotatedAt + 1, scanner.codeEnd).trim() === '');
				const { row: valueRow } = scanner;
				return { links: isAnnotated ? [{ start, row, end: annotatedAt, valueRow }] : links, isLambda: false };
			} else if (!isAssignment(text, at)) {
				scanner.at += text.charCodeAt(at + 1) === 0x3d ? 2 : 1;
			} else {
				const isAnnotated = annotatedAt >= 0 && links.length === 0;
				const { row: equalsRow } = scanner;
				scanner.at++;
				scanner.skipContinued();
				// A backslash in front of a string is not part of the header, as the grammars have it.
				const valueRow = scanner.isStringAt(scanner.at) ? equalsRow : scanner.row;
				links.push({ start, row, end: isAnnotated ? annotatedAt : at, valueRow });
				if (scanner.wordAt(scanner.at) === tables.data.lambda) {
					scanner.next(semicolon);
					return { links, isLambda: true };
				}
				[start, row] = [scanner.at, scanner.row];
			}
		}
	}

	private addChain({ links, isLambda }: Chain, definition: Definition, front: StatementFront): void {
		const { scanner, tables, text } = this;
		const kind = definition.sort === 'class' ? 'field' : 'constant';
		const functionKind = definition.sort === 'class' ? 'method' : 'function';
		for (const [linkIdx, link] of links.entries()) {
			const targets = targetsIn(text, link.start, link.end, tables.lines.word);
			if (targets === undefined) {
				scanner.isBroken = true;
				return;
			}
			const isFunction = isLambda && linkIdx === links.length - 1 && targets.isSingle;
			let [at, row] = [link.start, link.row];
			for (const { name, start } of targets.names) {
				for (; at < start; at++) {
					row += text.charCodeAt(at) === 0x0a ? 1 : 0;
				}
				const symbol = this.add(name, isFunction ? functionKind : kind, definition, {
					...(link.row === front.startRow ? front : { docStart: -1, docEnd: -1 }),
					startRow: link.row,
				});
				symbol.nameLine = row + 1;
				symbol.endLine = scanner.row + 1;
				symbol.headerEndLine = isFunction ? symbol.endLine : link.valueRow + 1;
			}
			if (targets.names.length === 0) {
				return;
			}
		}
	}

	private get text(): string {
		return this.scanner.text;
	}
}

/** True for a word that may be a name: it begins with no digit. */
export function beginsName(word: string): boolean {
	const first = word.charCodeAt(0);
	return word !== '' && !(first >= 0x30 && first <= 0x39);
}

/** `=` alone: no part of an operator. */
function isAssignment(text: string, at: number): boolean {
	return text.charCodeAt(at + 1) !== 0x3d && !'=!<>+-*/%&|^@~'.includes(text.charAt(at - 1));
}
