import { type Files, FileUnreadableError } from '../../../system/pure/files';

/** The texts of one call: each file is read once, whatever the number of results in it. */
export class FileTexts {
	private readonly lineTables = new Map<string, Promise<readonly string[]>>();
	private readonly problems = new Map<string, string>();
	/** Texts that are already read. */
	private readonly known = new Map<string, string>();

	constructor(private readonly files: Files) {}

	/** The lines of a file without their ends; a file that can no longer be read has none. */
	lines(path: string): Promise<readonly string[]> {
		let lines = this.lineTables.get(path);
		if (lines === undefined) {
			const text = this.known.get(path);
			const reading = text === undefined ? this.files.readText(path) : Promise.resolve(text);
			lines = reading.then(splitLines, error => this.noLines(path, error));
			this.lineTables.set(path, lines);
		}
		return lines;
	}

	/** Why a file that was asked for has no lines, if it could not be read: `big.sql: too large to read (30 MB)`. */
	problem(path: string): string | undefined {
		return this.problems.get(path);
	}

	/** Stores a text that is already read. */
	remember(path: string, text: string): void {
		this.known.set(path, text);
	}

	private noLines(path: string, error: unknown): readonly string[] {
		if (!(error instanceof FileUnreadableError)) {
			throw error;
		}
		this.problems.set(path, error.message);
		return [];
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
