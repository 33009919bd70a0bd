import { type Files, FileUnreadableError } from '../../ports';

/** The texts of one call: each file is read once, whatever the number of results in it. */
export class FileTexts {
	private readonly lineTables = new Map<string, Promise<readonly string[]>>();

	constructor(private readonly files: Files) {}

	/** The lines of a file without their ends; a file that can no longer be read has none. */
	lines(path: string): Promise<readonly string[]> {
		let lines = this.lineTables.get(path);
		if (lines === undefined) {
			lines = this.files.readText(path).then(splitLines, noLinesIfUnreadable);
			this.lineTables.set(path, lines);
		}
		return lines;
	}

	/** Stores a text that is already read. */
	remember(path: string, text: string): void {
		this.lineTables.set(path, Promise.resolve(splitLines(text)));
	}
}

/** Splits as parsers do: a final line end starts no further, empty line. */
export function splitLines(text: string): string[] {
	const lines = text.split(/\r?\n/);
	if (lines.at(-1) === '') {
		lines.pop();
	}
	return lines;
}

function noLinesIfUnreadable(error: unknown): readonly string[] {
	if (error instanceof FileUnreadableError) {
		return [];
	}
	throw error;
}
