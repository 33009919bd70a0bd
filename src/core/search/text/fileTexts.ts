import { type Files, FileUnreadableError } from '../../ports';

/** The texts one call looks at: each file is read once, however many results it holds. */
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

	/** For who has read a file already. */
	remember(path: string, text: string): void {
		this.lineTables.set(path, Promise.resolve(splitLines(text)));
	}
}

/** As parsers count: a file that ends with a line end has no further, empty line. */
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
