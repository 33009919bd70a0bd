import type { SymbolSink } from '../symbolSink';
import type { Definition, IndentationTables, StatementFront } from './indentationTables';
import { colon, equals, type LineScanner, lineEnd, semicolon } from './lineScanner';
import { targetsIn } from './targets';

/** `a: b =`: positions of the target and of the value. */
interface Link {
	readonly start: number;
	readonly end: number;
	readonly value: number;
}

interface Chain {
	readonly links: readonly Link[];
	/** The value is a function without a name. */
	readonly isLambda: boolean;
}

/** Reads statements, and adds the targets of their assignments. */
export class Assignments {
	constructor(
		private readonly scanner: LineScanner,
		private readonly tables: IndentationTables,
		private readonly sink: SymbolSink,
	) {}

	/** Moves to the end of a statement, and adds its definitions in a definition. */
	read(definition: Definition, front: StatementFront): void {
		const { scanner, tables } = this;
		const { at } = scanner;
		const word = scanner.lexer.wordAt(at);
		if (tables.types.has(word) && beginsName(scanner.lexer.wordAt(scanner.afterWord(at)))) {
			this.alias(definition, front);
		} else if (definition.sort === 'function' || word === tables.data.lambda) {
			scanner.next(semicolon);
		} else {
			const chain = this.chain();
			this.addChain(chain, definition, front.start < 0 ? { ...front, start: at } : front);
		}
	}

	private alias(definition: Definition, front: StatementFront): void {
		const { scanner } = this;
		const nameAt = scanner.afterWord(scanner.at);
		const name = scanner.lexer.wordAt(nameAt);
		const after = scanner.text.charAt(scanner.lexer.afterBlanks(nameAt + name.length));
		const start = front.start < 0 ? scanner.at : front.start;
		scanner.next(semicolon);
		this.sink.add('type', name, definition.scope, { start, name: nameAt, end: scanner.at + 1, doc: front.doc });
		scanner.lexer.isBroken ||= after !== '=' && after !== '[';
	}

	/** Moves to the end of a statement, and returns the targets of its assignments. */
	private chain(): Chain {
		const { scanner, tables, text } = this;
		const links: Link[] = [];
		let start = scanner.at;
		let annotatedAt = -1;
		for (;;) {
			const stop = scanner.next(colon | equals | semicolon);
			const { at } = scanner;
			if (stop === colon) {
				annotatedAt = annotatedAt < 0 && links.length === 0 ? at : annotatedAt;
				scanner.at++;
			} else if (stop !== equals) {
				// A colon at the end begins a block.
				const mayBe = links.length === 0 && annotatedAt >= 0;
				const isAnnotated = mayBe && !(stop === lineEnd && text.slice(annotatedAt + 1, scanner.codeEnd).trim() === '');
				return { links: isAnnotated ? [{ start, end: annotatedAt, value: at }] : links, isLambda: false };
			} else if (!isAssignment(text, at)) {
				scanner.at += text.charCodeAt(at + 1) === 0x3d ? 2 : 1;
			} else {
				const isAnnotated = annotatedAt >= 0 && links.length === 0;
				scanner.at++;
				scanner.skipContinued();
				// A backslash in front of a string is not part of the header, as the grammars have it.
				const value = scanner.isStringAt(scanner.at) ? at : scanner.at;
				links.push({ start, end: isAnnotated ? annotatedAt : at, value });
				if (scanner.lexer.wordAt(scanner.at) === tables.data.lambda) {
					scanner.next(semicolon);
					return { links, isLambda: true };
				}
				start = scanner.at;
			}
		}
	}

	private addChain({ links, isLambda }: Chain, { scope }: Definition, front: StatementFront): void {
		const { scanner, sink } = this;
		for (const [linkIdx, { start, end, value }] of links.entries()) {
			const targets = targetsIn(scanner.lexer, start, end);
			if (targets === undefined) {
				scanner.break();
				return;
			}
			const isFunction = isLambda && linkIdx === links.length - 1 && targets.isSingle;
			const doc = front.doc && scanner.lexer.rowOf(start) === scanner.lexer.rowOf(front.start) ? front.doc : undefined;
			for (const { name, start: nameAt } of targets.names) {
				const place = { start, name: nameAt, end: scanner.at + 1, doc };
				const symbol = sink.add(isFunction ? 'function' : 'constant', name, scope, place);
				symbol.headerEndLine = isFunction ? symbol.endLine : scanner.lexer.rowOf(value) + 1;
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

/** A single `=`: not part of an operator. */
function isAssignment(text: string, at: number): boolean {
	return text.charCodeAt(at + 1) !== 0x3d && !'=!<>+-*/%&|^@~'.includes(text.charAt(at - 1));
}
