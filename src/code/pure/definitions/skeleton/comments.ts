import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { BraceLexer } from './braceLexer';
import { isRowStart } from './directives';
import { newlines } from './skeletonParts';

/** Comments, and the blanks up to the next code. */
interface ReadComments {
	/** Where the next code begins. */
	readonly end: number;
	/** What is written instead of all of it. */
	readonly text: string;
	/** The comments directly above the next code, if it begins a row. */
	readonly doc?: LineRange;
}

interface Comment {
	readonly startRow: number;
	readonly endRow: number;
	readonly isLine: boolean;
	/** Nothing is before it in its row. */
	readonly isFirst: boolean;
}

/**
 * Reads the comments from a position on. Those directly above the code that follows are kept, without content: they may be
 * the doc comment of a definition. `areKept` is false where nothing is defined.
 */
export function leadingComments(lexer: BraceLexer, start: number, areKept: boolean): ReadComments {
	const { text } = lexer;
	const comments: Comment[] = [];
	const firstRow = lexer.row;
	let at = start;
	for (;;) {
		const startRow = lexer.row;
		const isFirst = isRowStart(text, at);
		const isLine = text.charCodeAt(at + 1) === 0x2f;
		const end = lexer.comment(at);
		if (end < 0) {
			break;
		}
		comments.push({ startRow, endRow: lexer.row, isLine, isFirst });
		at = end;
		for (let char = text.charCodeAt(at); char <= 0x20; char = text.charCodeAt(++at)) {
			lexer.row += char === 0x0a ? 1 : 0;
		}
		if (text.charCodeAt(at) !== 0x2f) {
			break;
		}
	}
	const nextRow = lexer.row;
	const above = '})'.includes(text.charAt(at) || '}') ? [] : adjacent(comments, nextRow);
	const kept = areKept ? above : [];
	let row = firstRow;
	let written = '';
	for (const { startRow, endRow, isLine } of kept) {
		written += `${newlines(startRow - row)}${isLine ? '//' : `/*${newlines(endRow - startRow)}*/`}`;
		row = endRow;
	}
	const [first] = above;
	const last = above.at(-1);
	return {
		end: at,
		text: `${written}${newlines(nextRow - row) || ' '}`,
		...(first && last && { doc: { startLine: first.startRow + 1, endLine: last.endRow + 1 } }),
	};
}

function adjacent(comments: readonly Comment[], nextRow: number): readonly Comment[] {
	let first = comments.length;
	let row = nextRow;
	while (first > 0) {
		const comment = comments[first - 1];
		if (comment === undefined || !comment.isFirst || comment.endRow + 1 < row) {
			break;
		}
		row = comment.startRow;
		first--;
	}
	return comments.slice(first);
}
