/** A bug report as the person gave it. `body` is the untouched text; nothing is stripped from it. */
export interface Issue {
	readonly title: string;
	readonly body: string;
	readonly source: IssueSource;
}

/** Where the text came from. `ref` is a path, a URL or a short description a person recognises. */
export interface IssueSource {
	readonly kind: 'text' | 'selection' | 'clipboard' | 'file' | 'url' | 'test' | 'command' | 'problem';
	readonly ref?: string;
}
