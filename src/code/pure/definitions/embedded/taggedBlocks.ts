import { Parser } from 'htmlparser2';
import type { CodeBlock, TaggedData } from '../../languages/embeddedData';

/** The code between tags of a page; of two that begin in one row, each has its own block. */
export function taggedBlocks({ tag, attributes }: TaggedData, text: string): CodeBlock[] {
	const blocks: CodeBlock[] = [];
	const rows = new RowCounter(text);
	let start: number | undefined;
	const parser = new Parser(
		{
			onopentag: (name, given) => {
				const isCode = name === tag && isAmong(given, attributes);
				start = isCode ? parser.endIndex + 1 : start;
			},
			onclosetag: (name, isImplied) => {
				if (name !== tag || start === undefined) {
					return;
				}
				// If the opening tag is self-closing, it is still the last one.
				const isEmpty = isImplied && parser.endIndex + 1 === start;
				if (!isEmpty) {
					const end = isImplied ? text.length : parser.startIndex;
					blocks.push({ row: rows.rowAt(start), text: text.slice(start, end) });
				}
				start = undefined;
			},
		},
		{ lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeSelfClosing: true, decodeEntities: false },
	);
	parser.end(text);
	return blocks;
}

function isAmong(given: Readonly<Record<string, string>>, allowed: TaggedData['attributes']): boolean {
	return Object.entries(allowed).every(([name, values]) => given[name] === undefined || values.includes(given[name]));
}

/** The rows of positions that are asked for in order. */
class RowCounter {
	private row = 0;
	private at = 0;

	constructor(private readonly text: string) {}

	rowAt(position: number): number {
		for (let end = this.text.indexOf('\n', this.at); end !== -1 && end < position; ) {
			this.row++;
			this.at = end + 1;
			end = this.text.indexOf('\n', this.at);
		}
		return this.row;
	}
}
