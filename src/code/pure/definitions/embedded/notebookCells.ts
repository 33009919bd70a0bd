import type { CodeBlock, NotebookData } from '../../languages/embeddedData';

/** A string of the JSON text. */
interface SourceLine {
	readonly row: number;
	readonly text: string;
}

interface Cell {
	isCode: boolean;
	readonly lines: SourceLine[];
}

interface Notebook {
	language: string | undefined;
	readonly cells: Cell[];
}

/**
 * The lines of the code cells, each in the row of the file that holds it as a JSON string. None if several lines share
 * a row, as in JSON without line breaks, if the notebook is in another language or is no JSON.
 */
export function notebookCells({ notebook, leftOut }: NotebookData, text: string): CodeBlock[] {
	const { language, cells } = readNotebook(text);
	if (language !== undefined && !notebook.includes(language.toLowerCase())) {
		return [];
	}
	const [noLine, noCell] = [new RegExp(leftOut.line), new RegExp(leftOut.cell)];
	const code = cells.filter(({ isCode, lines }) => isCode && !noCell.test(lines[0]?.text ?? ''));
	const lines = code.flatMap(cell => cell.lines);
	const isRowEach = lines.every(({ row, text: line }, at) => row !== lines[at - 1]?.row && !line.includes('\n'));
	return isRowEach ? lines.filter(({ text: line }) => !noLine.test(line)) : [];
}

/** A string that does not end in its row is none of JSON; it ends with it. */
const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:\n]/g;

/** The file's object, its cells, a cell, its lines. */
const deepest = 4;

/** Reads only the needed fields, with rows; a text that is no notebook has no cells. */
function readNotebook(text: string): Notebook {
	const found: Notebook = { language: undefined, cells: [] };
	/** The keys of the objects and lists around the current value, '' in a list. */
	const path: string[] = [];
	let row = 0;
	let key = '';
	let before = '';
	for (const [word] of text.matchAll(token)) {
		if (word === '\n') {
			row++;
			continue;
		}
		if (word === '{' || word === '[') {
			path.push(key);
			key = '';
			if (word === '{' && path.length === 3 && path[1] === 'cells') {
				found.cells.push({ isCode: false, lines: [] });
			}
		} else if (word === '}' || word === ']') {
			path.pop();
		} else if (word === ':') {
			key = stringOf(before);
		} else if (word === ',') {
			key = '';
		} else if (path.length <= deepest) {
			read(found, [...path.slice(1), key], { row, text: word });
		}
		before = word;
	}
	return found;
}

function read(found: Notebook, path: readonly string[], value: SourceLine): void {
	const where = path.join('.');
	const cell = found.cells.at(-1);
	if (where === 'cells..source.' && cell !== undefined) {
		cell.lines.push({ row: value.row, text: stringOf(value.text).replace(/\r?\n$/, '') });
	} else if (where === 'cells..cell_type' && cell !== undefined) {
		cell.isCode = stringOf(value.text) === 'code';
	} else if (where === 'metadata.kernelspec.language' || where === 'metadata.language_info.name') {
		found.language ??= stringOf(value.text);
	}
}

function stringOf(word: string): string {
	try {
		return String(JSON.parse(word));
	} catch {
		return '';
	}
}
