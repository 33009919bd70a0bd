import picomatch from 'picomatch';
import type { LanguageData } from '../languages/languageData';

/** Maps paths to languages, and recognizes test files. */
export class LanguageTable {
	private readonly byExtension = new Map<string, LanguageData[]>();
	private readonly byFileName = new Map<string, LanguageData>();
	private readonly recognizers = new Map<LanguageData, RegExp>();
	private readonly testFiles: readonly string[];
	/** Made when it is first needed, as a search does without. */
	private isTestFile: ((fileName: string) => boolean) | undefined;

	constructor(languages: readonly LanguageData[]) {
		for (const language of languages) {
			for (const extension of language.extensions) {
				this.byExtension.set(extension, [...(this.byExtension.get(extension) ?? []), language]);
			}
			for (const fileName of language.fileNames ?? []) {
				this.byFileName.set(fileName, this.byFileName.get(fileName) ?? language);
			}
			if (language.recognize !== undefined) {
				this.recognizers.set(language, new RegExp(language.recognize, 'm'));
			}
		}
		this.testFiles = languages.flatMap(language => language.testFiles ?? []);
	}

	/**
	 * The first language that claims a path by its name. If several claim its extension and the text is given, one that
	 * recognizes the text takes precedence: a header may be of either of two languages.
	 */
	of(path: string, text?: string): LanguageData | undefined {
		const fileName = baseName(path);
		const dot = fileName.lastIndexOf('.');
		const claims = (dot < 0 ? undefined : this.byExtension.get(fileName.slice(dot))) ?? [];
		const recognized = text === undefined || claims.length < 2 ? undefined : this.recognize(claims, text);
		return this.byFileName.get(fileName) ?? recognized ?? claims[0];
	}

	/**
	 * True in a folder named test, tests, testing, spec, specs or __tests__, or for a file named like a test of its
	 * language.
	 */
	isTest(path: string): boolean {
		const folders = path.toLowerCase().split('/').slice(0, -1);
		this.isTestFile ??= picomatch([...this.testFiles]);
		return folders.some(folder => testFolders.has(folder)) || this.isTestFile(baseName(path));
	}

	private recognize(claims: readonly LanguageData[], text: string): LanguageData | undefined {
		return claims.find(language => this.recognizers.get(language)?.test(text));
	}
}

const testFolders: ReadonlySet<string> = new Set(['test', 'tests', 'testing', 'spec', 'specs', '__tests__']);

function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
