import { type CodeSymbol, isCallable, type SymbolKind } from '../../../../runs/pure/model/symbol';
import { BlockEnds, type BlockRows, type BlockStart } from './blockEnds';
import type { BlockTables } from './blockTables';
import { maskedText } from './maskedText';
import { TextRows } from './textRows';

/** So much of a row is compared with the rules. */
const rowLimit = 240;
/** A text with more blocks is a table of data: only the first ones are read. */
const mostBlocks = 4000;
/** A longer block with blocks in it is only their container. */
const mostRows = 80;
const nameLimit = 100;

interface NamedStart extends BlockStart {
	readonly name: string;
	readonly owner: string;
}

/** The blocks of a text as definitions, in source order. It does not fail: a text that follows no rule has none. */
export function readBlocks(text: string, file: string, tables: BlockTables): readonly CodeSymbol[] {
	const rows = new TextRows(text, maskedText(text, tables.marks));
	const starts = blockStarts(rows, tables);
	const ends = new BlockEnds(rows, tables);
	const nexts = nextStarts(starts, rows.count);
	const blocks: Block[] = [];
	for (const [at, start] of starts.entries()) {
		// A header may have rows that look like others, such as a list of selectors.
		if (start.row > (blocks.at(-1)?.rows.header ?? -1)) {
			blocks.push({ start, rows: ends.of(start, nexts[at] ?? rows.count) });
		}
	}
	return withContainers(blocks, rows, file);
}

function blockStarts(rows: TextRows, { rules }: BlockTables): NamedStart[] {
	const starts: NamedStart[] = [];
	for (let row = 0; row < rows.count && starts.length < mostBlocks; row++) {
		const start = (rows.indents[row] ?? -1) < 0 ? undefined : startIn(rows, row, rules);
		if (start !== undefined) {
			starts.push(start);
		}
	}
	return starts;
}

function startIn(rows: TextRows, row: number, rules: BlockTables['rules']): NamedStart | undefined {
	const written = rows.textOf(row, rowLimit);
	const first = rows.starts[row] ?? 0;
	for (const rule of rules) {
		const found = rule.row.exec(written);
		const { name = '', owner = '' } = found?.groups ?? {};
		if (found !== null && name.trim() !== '') {
			const at = first + written.length - written.trimStart().length;
			const nameEnd = first + found[0].lastIndexOf(name) + name.length;
			return { rule, row, at, nameEnd, name: shortened(name), owner: shortened(owner) };
		}
	}
	return undefined;
}

function shortened(name: string): string {
	return name.trim().replaceAll(/\s+/g, ' ').slice(0, nameLimit);
}

/** For each start the row of the next one with the end `next`. */
function nextStarts(starts: readonly NamedStart[], nRows: number): Int32Array {
	const nexts = new Int32Array(starts.length);
	let next = nRows;
	for (let at = starts.length - 1; at >= 0; at--) {
		nexts[at] = next;
		next = starts[at]?.rule.end === 'next' ? (starts[at]?.row ?? next) : next;
	}
	return nexts;
}

interface Block {
	readonly start: NamedStart;
	readonly rows: BlockRows;
}

function withContainers(blocks: readonly Block[], rows: TextRows, file: string): CodeSymbol[] {
	const open: CodeSymbol[] = [];
	const containers = containersAmong(blocks);
	return blocks.flatMap(({ start, rows: { last, header } }, at) => {
		while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < last + 1) {
			open.pop();
		}
		const { row, name, owner, rule } = start;
		const above = rows.commentsAbove(row);
		const symbol: CodeSymbol = {
			...{ name, file, startLine: row + 1, nameLine: row + 1, endLine: last + 1, headerEndLine: header + 1 },
			kind: containers.has(at) ? 'module' : kindIn(rule.kind, open.at(-1)),
			container: owner === '' ? containerOf(open) : owner,
			...{ bases: [], modifiers: [] },
			...(above < row && { doc: { startLine: above + 1, endLine: row } }),
		};
		// A call in a function may look like the head of another one.
		const isLocal = isCallable(symbol) && open.some(isCallable);
		if (!isLocal) {
			open.push(symbol);
		}
		return isLocal ? [] : [symbol];
	});
}

/** Deeply nested elements would have long names. */
const mostContainers = 2;

function containerOf(open: readonly CodeSymbol[]): string {
	return open
		.slice(-mostContainers)
		.map(({ name }) => name)
		.join('.');
}

function kindIn(kind: SymbolKind, around: CodeSymbol | undefined): SymbolKind {
	const isMember = around?.kind === 'class' || around?.kind === 'interface';
	return isMember && kind === 'function' ? 'method' : kind;
}

/** Positions of the blocks that only contain others: long ones with blocks in them, unless they are functions. */
function containersAmong(blocks: readonly Block[]): ReadonlySet<number> {
	const found = new Set<number>();
	for (const [at, { start, rows }] of blocks.entries()) {
		const next = blocks[at + 1];
		const isAround = next !== undefined && next.rows.last <= rows.last && next.start.row <= rows.last;
		if (start.rule.kind === 'type' && isAround && rows.last - start.row >= mostRows) {
			found.add(at);
		}
	}
	return found;
}
