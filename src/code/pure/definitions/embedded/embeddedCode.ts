import type { CodeBlock, EmbeddedData, TaggedData } from '../../languages/embeddedData';
import { notebookCells } from './notebookCells';

/**
 * Returns the code of a file, each line in its row of the file, and all other lines empty. Columns count in the code.
 */
export async function embeddedCode(data: EmbeddedData, text: string): Promise<string> {
	const blocks = 'tag' in data ? await blocksBetweenTags(data, text) : notebookCells(data, text);
	const rows = new Array<string>(nRowsOf(text)).fill('');
	for (const block of blocks) {
		block.text.split('\n').forEach((line, at) => {
			rows[block.row + at] = (rows[block.row + at] ?? '') + line;
		});
	}
	return rows.join('\n');
}

/** The parser of pages takes longer to load than many a search. */
async function blocksBetweenTags(data: TaggedData, text: string): Promise<CodeBlock[]> {
	const { taggedBlocks } = await import('./taggedBlocks');
	return taggedBlocks(data, text);
}

function nRowsOf(text: string): number {
	let nRows = 1;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		nRows++;
	}
	return nRows;
}
