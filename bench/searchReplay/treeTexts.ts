import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of a folder, ignored ones too, read without the code that is measured. */
export class TreeTexts {
	/** Sorted, relative to the folder. */
	readonly paths: readonly string[];
	private readonly folder: string;
	private readonly texts = new Map<string, string>();

	constructor(folder: string) {
		this.folder = folder;
		this.paths = walk(folder, '').sort();
	}

	/** '' for a file that is no text. */
	text(path: string): string {
		const known = this.texts.get(path);
		if (known !== undefined) {
			return known;
		}
		const bytes = readFileSync(join(this.folder, path));
		const text = bytes.includes(0) ? '' : bytes.toString('utf8');
		this.texts.set(path, text);
		return text;
	}
}

function walk(folder: string, below: string): string[] {
	return readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry => {
		const path = below === '' ? entry.name : `${below}/${entry.name}`;
		return entry.isDirectory() ? walk(folder, path) : entry.isFile() ? [path] : [];
	});
}
