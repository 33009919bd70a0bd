/** A bug report as the user gave it. `body` is the untouched text; nothing is stripped from it. */
export interface Issue {
	readonly title: string;
	readonly body: string;
	readonly source: IssueSource;
}

/** The source of the text. `ref` is a path, a URL or a short description the user recognizes. */
export interface IssueSource {
	readonly kind: 'text' | 'selection' | 'clipboard' | 'file' | 'url' | 'test' | 'command' | 'problem';
	readonly ref?: string;
	/** The failed test it was made from. */
	readonly test?: NamedTest;
}

/** A test as the Testing view names it: not by its runner's name, but by the one that extensions show. */
export interface NamedTest {
	/** Of the extension that runs it; often, but not always, it contains the runner's. */
	readonly id: string;
	/** Labels, from the outermost suite, folder or file to the test. */
	readonly names: readonly string[];
	/** The workspace path of its file, if known. */
	readonly file?: string;
}
