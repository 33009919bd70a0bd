import picomatch from 'picomatch';
import type { LanguageData } from './languageData';

/** Which language a path belongs to, and whether it holds tests. */
export class LanguageTable {
	private readonly byExtension = new Map<string, LanguageData>();
	private readonly byFileName = new Map<string, LanguageData>();
	private readonly isTestFile: (fileName: string) => boolean;

	constructor(languages: readonly LanguageData[]) {
		for (const language of languages) {
			claim(this.byExtension, language.extensions, language);
			claim(this.byFileName, language.fileNames ?? [], language);
		}
		this.isTestFile = picomatch(languages.flatMap(language => language.testFiles ?? []));
	}

	of(path: string): LanguageData | undefined {
		const fileName = baseName(path);
		const dot = fileName.lastIndexOf('.');
		return this.byFileName.get(fileName) ?? (dot < 0 ? undefined : this.byExtension.get(fileName.slice(dot)));
	}

	/** True under a folder named test, tests, testing, spec, specs or __tests__, or for a test file's name in its language. */
	isTest(path: string): boolean {
		const folders = path.toLowerCase().split('/').slice(0, -1);
		return folders.some(folder => testFolders.has(folder)) || this.isTestFile(baseName(path));
	}
}

const testFolders: ReadonlySet<string> = new Set(['test', 'tests', 'testing', 'spec', 'specs', '__tests__']);

function claim(table: Map<string, LanguageData>, keys: readonly string[], language: LanguageData): void {
	for (const key of keys) {
		if (!table.has(key)) {
			table.set(key, language);
		}
	}
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
