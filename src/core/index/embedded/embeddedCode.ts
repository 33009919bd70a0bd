import type { EmbeddedData } from './embeddedData';
import { notebookCells } from './notebookCells';
import { taggedBlocks } from './taggedBlocks';

/**
 * The code of a file, each line in the row in which it is in the file, and all else empty. Columns are those of the code.
 */
export function embeddedCode(data: EmbeddedData, text: string): string {
	const blocks = 'tag' in data ? taggedBlocks(data, text) : notebookCells(data, text);
	const rows = new Array<string>(nRowsOf(text)).fill('');
	for (const block of blocks) {
		block.text.split('\n').forEach((line, at) => {
			rows[block.row + at] = (rows[block.row + at] ?? '') + line;
		});
	}
	return rows.join('\n');
}

function nRowsOf(text: string): number {
	let nRows = 1;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		nRows++;
	}
	return nRows;
}
