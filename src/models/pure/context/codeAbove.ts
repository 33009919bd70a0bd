import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import codeAbove from './codeAbove.md';

/** Fewer lines in a row are shown again: a reference is hardly shorter, and harder to read. */
const leastLines = 12;

/** The numbered lines of code that the results of a request show so far. */
export class CodeAbove {
	private readonly shown = new Set<string>();

	/** Adds the code of a result. */
	add(text: string): void {
		for (const { file, number, line } of codeLines(text)) {
			if (number !== undefined) {
				this.shown.add(keyOf(file, line));
			}
		}
	}

	/** The text with `lines 49-60: shown above` in place of each run of consecutive lines that is shown already. */
	replaceIn(text: string): string {
		const kept: string[] = [];
		let run: NumberedLine[] = [];
		const endRun = () => {
			const [first, last] = [run.at(0), run.at(-1)];
			const isLong = first !== undefined && last !== undefined && run.length >= leastLines;
			kept.push(
				...(isLong
					? [fillTemplate(codeAbove, { first: `${first.number}`, last: `${last.number}` })]
					: run.map(({ line }) => line)),
			);
			run = [];
		};
		for (const each of codeLines(text)) {
			const isNext = run.length === 0 || each.number === (run.at(-1)?.number ?? 0) + 1;
			const isShown = each.number !== undefined && this.shown.has(keyOf(each.file, each.line));
			if (!isNext || !isShown) {
				endRun();
			}
			if (isShown) {
				run.push(each);
			} else {
				kept.push(each.line);
			}
		}
		endRun();
		return kept.join('\n');
	}
}

/** The first and the last line that a line of a result shows or refers to. */
export function linesShown(line = ''): { readonly first: number; readonly last: number } | undefined {
	const [, first, last] = /^lines (\d{1,9})-(\d{1,9}): shown above$/.exec(line) ?? [];
	const number = lineNumber(line) ?? Number(first);
	return Number.isNaN(number) ? undefined : { first: number, last: Number(last ?? number) };
}

/** The number that a line of code begins with in results. */
function lineNumber(line: string): number | undefined {
	const found = /^\d{1,9}(?= |$)/.exec(line);
	return found === null ? undefined : Number(found[0]);
}

interface NumberedLine {
	readonly line: string;
	readonly file: string;
	/** Of code; absent for everything else. */
	readonly number?: number | undefined;
}

function codeLines(text: string): NumberedLine[] {
	let file = '';
	let isCode = false;
	return text.split('\n').map(line => {
		const header = isCode ? undefined : fileOf(line);
		file = header ?? file;
		isCode = isCode ? line !== '</code>' : line === '<code>';
		return { line, file, number: isCode ? lineNumber(line) : undefined };
	});
}

/** The file that a line names as the source of the code after it. */
export function fileOf(line: string): string | undefined {
	return /^<file>(.{1,1000}?)<\/file>/.exec(line)?.[1];
}

function keyOf(file: string, line: string): string {
	return `${file}\n${line}`;
}
