import type { Imports } from './importGraph.mts';
import { distancesFrom } from './importGraph.mts';

/** The module that reads all of syntaxes/ for the tests that import it. */
const grammars = 'test/support/grammars.ts';

interface LanguageFile {
	readonly id: string;
	readonly extends?: string | readonly string[];
	readonly extensions?: readonly string[];
}

/** Finds the tests of a language: those that read syntaxes/ and name the language or one of its extensions. */
export class LanguageUsers {
	readonly #languages: readonly LanguageFile[];
	readonly #tests: readonly { readonly path: string; readonly text: string }[];

	/** `texts` are the modules of tests by path; `doors` are the modules by which tests read what syntaxes/ has. */
	constructor(
		languages: readonly LanguageFile[],
		{
			tests,
			imports,
			texts,
			doors,
		}: {
			readonly tests: readonly string[];
			readonly imports: Imports;
			readonly texts: ReadonlyMap<string, string>;
			readonly doors: readonly string[];
		},
	) {
		this.#languages = languages;
		this.#tests = tests.flatMap(path => {
			const own = [...distancesFrom([path], imports).keys()];
			const isReader = own.some(each => each === grammars || doors.includes(each));
			const text = own.map(each => (each === grammars ? '' : (texts.get(each) ?? ''))).join('\n');
			return isReader || path.startsWith('test/languages/') ? [{ path, text }] : [];
		});
	}

	/** Undefined for a file that is not of a language. */
	usersOf(path: string): string[] | undefined {
		const [, folder] = /^syntaxes\/([^/]+)\/./.exec(path) ?? [];
		if (folder === undefined) {
			return undefined;
		}
		const marks = this.#withHeirs(folder).flatMap(marksOf);
		const named = this.#tests.filter(({ path: test, text }) => {
			return test.startsWith('test/languages/') || marks.some(mark => mark.test(text));
		});
		return named.map(test => test.path);
	}

	/** The language of a folder, and those that extend it. */
	#withHeirs(id: string): LanguageFile[] {
		const own = this.#languages.find(language => language.id === id) ?? { id };
		const heirs = this.#languages.filter(language => [language.extends].flat().includes(id));
		return [own, ...heirs.flatMap(heir => this.#withHeirs(heir.id))];
	}
}

function marksOf({ id, extensions = [] }: LanguageFile): RegExp[] {
	return [
		new RegExp(`['"\`/]${escaped(id)}['"\`/]`),
		...extensions.map(extension => new RegExp(`\\w${escaped(extension)}\\b`)),
	];
}

function escaped(text: string): string {
	return text.replace(/[^\w]/g, '\\$&');
}
