import { matchesGlob } from 'node:path';

/**
 * Finds the modules of tests that read a file by its path, which no import shows. It is a guess: a module counts if its
 * text has the file's name, the path of a folder that holds it, or a pattern (`src/**`) that it matches.
 */
export class DataReaders {
	readonly #texts: ReadonlyMap<string, string>;
	readonly #patterns: ReadonlyMap<string, readonly string[]>;

	/** `texts` are the modules of tests by path. */
	constructor(texts: ReadonlyMap<string, string>) {
		// Thus `join(repoRoot, 'test', 'fixtures')` contains `test/fixtures`.
		this.#texts = new Map([...texts].map(([path, text]) => [path, text.replace(/['"],\s*['"]/g, '/')]));
		this.#patterns = new Map([...this.#texts].map(([path, text]) => [path, patternsIn(text)]));
	}

	/** Of a file that is imported, the folder says nothing: its readers are those who have the path, or a pattern. */
	readersOf(path: string, isImported = false): Set<string> {
		const byName = isImported
			? this.#byName(path, [path])
			: [...this.#byName(path, fileNamesOf(path)), ...this.#byName(path, foldersOf(path))];
		return new Set([...byName, ...this.#byPattern(path)]);
	}

	/** The modules with the most specific name that any module has. */
	#byName(path: string, names: readonly string[]): string[] {
		for (const name of names) {
			const found = [...this.#texts].filter(([reader, text]) => reader !== path && hasName(text, name));
			if (found.length > 0) {
				return found.map(([reader]) => reader);
			}
		}
		return [];
	}

	#byPattern(path: string): string[] {
		const isRead = (pattern: string) => matchesGlob(path, pattern);
		return [...this.#patterns].filter(([, patterns]) => patterns.some(isRead)).map(([reader]) => reader);
	}
}

/** The path, and the name alone if that is no usual one. */
function fileNamesOf(path: string): string[] {
	const name = path.split('/').at(-1) ?? '';
	const isUsual = /^(?:readme|index|main|package|license|language|tests|tools|traces|crashes)\b/i.test(name);
	return isUsual ? [path] : [path, name];
}

/** From the inner to the outer, without those that hold everything. */
function foldersOf(path: string): string[] {
	const parts = path.split('/').slice(0, -1);
	const folders = parts
		.map((_, at) => parts.slice(0, parts.length - at).join('/'))
		.filter(folder => !/^(?:src|test|bench)$/.test(folder));
	// `test/` is omitted by those who are in it.
	return folders.flatMap(folder => (/^test\/.*\//.test(folder) ? [folder, folder.slice('test/'.length)] : [folder]));
}

/** Whether a literal begins or ends at the name: `docs` is not in `docsOf`. A file or folder of the root is named beside it. */
function hasName(text: string, name: string): boolean {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const isInRoot = !name.includes('/') && !/\.\w+\.\w+$/.test(name) && name.length < 14;
	const before = isInRoot ? '(?:repoRoot,\\s*|read\\w*\\(|URL\\()[\'"`]' : '(?<=[\'"`/])';
	return new RegExp(`${before}${escaped}(?=['"\`/])`).test(text);
}

function patternsIn(text: string): string[] {
	const patterns = [...text.matchAll(/['"`]([\w@./-]*[*{][\w@./*{},-]*)['"`]/g)].map(([, pattern = '']) => pattern);
	return patterns.filter(pattern => /^\w[\w.-]*\//.test(pattern));
}
