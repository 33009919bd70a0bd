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
}
