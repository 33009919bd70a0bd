import type { DirectiveData } from '../languages/readerData';

/** A condition whose end is not yet read. */
interface Condition {
	/** How many blocks are open at its start, and behind its first part. */
	readonly atStart: number;
	afterFirst?: number;
	/** The rows of its directives. */
	readonly rows: number[];
	/** A part opens blocks that it does not close, or the reverse. */
	isUneven: boolean;
}

/**
 * Blanks out each condition with a part that does not close its own blocks, and the code of all its parts but the first:
 * two ways to write the head of one statement. Every position is kept. Returns the text itself if there is none.
 */
export function withOneBranch(text: string, directives: DirectiveData): string {
	const rows = text.split('\n');
	const isCode = codeRows(rows, directives.sign);
	const open: Condition[] = [];
	let depth = 0;
	let isChanged = false;
	for (const [row, line] of rows.entries()) {
		const word = isCode[row] === true ? '' : wordOf(line, directives.sign);
		const condition = open.at(-1);
		if (word === '') {
			depth += isCode[row] === true ? surplusOf(line) : 0;
		} else if (directives.begins.includes(word)) {
			open.push({ atStart: depth, rows: [row], isUneven: false });
		} else if (condition !== undefined && directives.continues.includes(word)) {
			endPart(condition, row, depth);
			depth = condition.atStart;
		} else if (condition !== undefined && directives.ends.includes(word)) {
			endPart(condition, row, depth);
			open.pop();
			depth = condition.afterFirst ?? depth;
			isChanged ||= condition.isUneven;
			blank(rows, isCode, condition);
		}
	}
	return isChanged ? rows.join('\n') : text;
}

function endPart(condition: Condition, row: number, depth: number): void {
	condition.isUneven ||= depth !== condition.atStart;
	condition.afterFirst ??= depth;
	condition.rows.push(row);
}

function blank(
	rows: string[],
	isCode: readonly boolean[],
	{ isUneven, rows: [begin = 0, second = 0, ...others] }: Condition,
): void {
	const end = others.at(-1) ?? second;
	for (let row = begin; isUneven && row <= end; row++) {
		if (row === begin || row === second || others.includes(row) || (row > second && isCode[row] === true)) {
			rows[row] = (rows[row] ?? '').replace(/[^\r]/g, ' ');
		}
	}
}

/** By row, false for directives and the rows that continue them. */
function codeRows(rows: readonly string[], sign: string): boolean[] {
	let isContinued = false;
	return rows.map(row => {
		const isDirective = isContinued || row.trimStart().startsWith(sign);
		isContinued = isDirective && row.trimEnd().endsWith('\\');
		return !isDirective;
	});
}

/** The word of a directive; '' for a row that continues one. */
function wordOf(line: string, sign: string): string {
	const code = line.trimStart();
	return code.startsWith(sign) ? (/^\w*/.exec(code.slice(sign.length).trimStart())?.[0] ?? '') : '';
}

/** How many more blocks a row opens than it closes, also in strings and comments. */
function surplusOf(line: string): number {
	let surplus = 0;
	for (let at = 0; at < line.length; at++) {
		const char = line.charCodeAt(at);
		surplus += char === 0x7b ? 1 : char === 0x7d ? -1 : 0;
	}
	return surplus;
}
