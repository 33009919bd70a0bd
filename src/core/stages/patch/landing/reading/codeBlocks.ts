import type { FoundEdit } from '../writtenEdit';
import { pathInLine } from './pathInLine';

/**
 * Fenced code with a path: in the line that opens the fence, in the line above it, or in the first line of the code as a
 * comment. A fence without a path is an example, not an edit.
 */
export function codeBlocks(text: string): FoundEdit[] {
	const found: FoundEdit[] = [];
	const opening = /^([ \t]*)(`{3,}|~{3,})([^\n`]*)\n/gm;
	for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
		const block = readBlock(text, open);
		opening.lastIndex = block.end;
		const named = pathOf(text, open, block.body);
		if (named !== undefined) {
			const flaw = block.isClosed ? {} : ({ flaw: 'cutOff' } as const);
			const edit = { file: named.path, form: 'code', original: '', patched: named.body, ...flaw } as const;
			found.push({ start: open.index, end: block.end, edit });
		}
	}
	return found;
}

interface Block {
	readonly body: string;
	readonly end: number;
	readonly isClosed: boolean;
}

/** A fence ends at the next line that holds its mark alone, at most as far in. */
function readBlock(text: string, open: RegExpExecArray): Block {
	const [line, indent = '', mark = ''] = open;
	const inside = open.index + line.length;
	const closing = new RegExp(`^[ \\t]{0,${indent.length}}${mark.charAt(0)}{${mark.length},}[ \\t]*$`, 'gm');
	closing.lastIndex = inside;
	const close = closing.exec(text);
	return close === null
		? { body: text.slice(inside), end: text.length, isClosed: false }
		: {
				body: text.slice(inside, Math.max(inside, close.index - 1)),
				end: close.index + close[0].length,
				isClosed: true,
			};
}

function pathOf(text: string, open: RegExpExecArray, body: string): { path: string; body: string } | undefined {
	const inInfo = (open[3] ?? '')
		.trim()
		.split(/[\s:=,"']+/)
		.map(pathInLine)
		.find(path => path !== undefined);
	const above = text.slice(0, open.index).trimEnd().split('\n').at(-1) ?? '';
	const path = inInfo ?? pathInLine(above);
	if (path !== undefined) {
		return { path, body };
	}
	const [first = '', ...rest] = body.split('\n');
	const commented = /^\s*(?:#|\/\/|--|;|<!--|\/\*)/.test(first) ? pathInLine(first) : undefined;
	return commented === undefined ? undefined : { path: commented, body: rest.join('\n') };
}
