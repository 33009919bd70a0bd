import type { FoundEdit, WrittenEdit } from '../writtenEdit';

const opening = /^[ \t]*<definition\b([^\n]{1,4000})>[ \t]*\n/gm;
const closing = /^[ \t]*<\/definition>[ \t]*$/gm;

/**
 * `<definition file="a/b.c" name="run" line="12">`, the whole new text of the definition, `</definition>`: Code
 * Researcher's form of a patch. A name may contain quotes, unless an attribute seems to follow one. Text that has such a tag itself makes its end unclear.
 */
export function definitionBlocks(text: string): FoundEdit[] {
	const found: FoundEdit[] = [];
	const ends = new RegExp(closing);
	for (const match of text.matchAll(opening)) {
		const start = match.index;
		const inside = start + match[0].length;
		const last = found.at(-1);
		if (last !== undefined && start < last.end) {
			continue;
		}
		ends.lastIndex = inside;
		const close = ends.exec(text);
		const end = close === null ? text.length : close.index + close[0].length;
		const body = text.slice(inside, close === null ? end : Math.max(inside, close.index - 1));
		const flaw = close === null ? 'cutOff' : /<definition\b/.test(body) ? 'mixedUp' : undefined;
		found.push({ start, end, edit: { ...readAttributes(match[1] ?? ''), patched: body, ...(flaw && { flaw }) } });
	}
	return found;
}

function readAttributes(written: string): Omit<WrittenEdit, 'patched'> {
	const values = new Map(
		[...written.matchAll(/\b(file|name|line)\s?=\s?"([^"]*(?:"(?!\s*\/?$|\s\w+\s?=)[^"]*)*)"/g)].map(match => [
			match[1],
			match[2],
		]),
	);
	const line = Number(values.get('line'));
	return {
		...{ file: values.get('file') ?? '', form: 'definition', name: values.get('name') ?? '', original: '' },
		...(Number.isSafeInteger(line) && line > 0 && { nearLine: line }),
	};
}
