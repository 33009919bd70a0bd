import type { StatementTables } from './blockTables';
import type { TextRows } from './textRows';

/** For each row the one in which the statement ends that begins in it. */
export function statementEnds(rows: TextRows, statement: StatementTables | undefined): Int32Array {
	const ends = Int32Array.from({ length: rows.count }, (_, row) => row);
	if (statement === undefined) {
		return ends;
	}
	let [first, depth] = [0, 0];
	const finish = (last: number) => {
		ends.fill(Math.max(0, rows.lastCodeRow(first, last + 1)), first, last + 1);
		[first, depth] = [last + 1, 0];
	};
	for (let row = 0; row < rows.count; row++) {
		const code = rows.codeOf(row);
		if (statement.separator.test(code)) {
			row > first && finish(row - 1);
			first = /^\w{1,20};?$/.test(code.trim()) ? row + 1 : row;
		}
		const { isEnd, depth: after } = endIn(code, statement, depth);
		depth = after;
		isEnd && row >= first && finish(row);
	}
	first < rows.count && finish(rows.count - 1);
	return ends;
}

/** Whether a statement ends in a row, and the number of parts that are open behind it. */
function endIn(code: string, { marks }: StatementTables, before: number): { isEnd: boolean; depth: number } {
	let depth = before;
	let isEnd = false;
	for (const { groups = {} } of code.matchAll(marks)) {
		if (groups.end !== undefined) {
			isEnd ||= depth === 0;
		} else {
			depth = groups.opens === undefined ? Math.max(0, depth - 1) : depth + 1;
		}
	}
	return { isEnd, depth };
}
