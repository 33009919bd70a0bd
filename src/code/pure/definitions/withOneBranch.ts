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
	const uneven: Condition[] = [];
	let depth = 0;
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
			uneven.push(...(condition.isUneven ? [condition] : []));
		}
	}
	return uneven.length === 0 ? text : blanked(rows, isCode, uneven).join('\n');
}

function endPart(condition: Condition, row: number, depth: number): void {
	condition.isUneven ||= depth !== condition.atStart;
	condition.afterFirst ??= depth;
	condition.rows.push(row);
}

function blanked(rows: readonly string[], isCode: readonly boolean[], uneven: readonly Condition[]): string[] {
	const own = new Set(uneven.flatMap(condition => condition.rows));
	// Changes of the number of conditions whose further parts a row is in.
	const steps = new Int32Array(rows.length + 1);
	for (const { rows: of } of uneven) {
		const [second = 0, end = 0] = [of[1], of.at(-1)];
		steps[second] = (steps[second] ?? 0) + 1;
		steps[end] = (steps[end] ?? 0) - 1;
	}
	let nAround = 0;
	let isOwn = false;
	return rows.map((line, row) => {
		nAround += steps[row] ?? 0;
		isOwn = own.has(row) || (isOwn && isCode[row] === false && rows[row - 1]?.trimEnd().endsWith('\\') === true);
		return isOwn || (nAround > 0 && isCode[row] === true) ? line.replace(/[^\r]/g, ' ') : line;
	});
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
