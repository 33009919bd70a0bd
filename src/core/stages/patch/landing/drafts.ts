import { type Files, FileUnreadableError } from '../../../ports';
import { type Draft, draftOf } from './draft';

/** The files of the workspace as the edits so far have left them. */
export class Drafts {
	private readonly begun = new Map<string, Draft>();
	private readonly current = new Map<string, Draft>();
	private paths: Promise<readonly string[]> | undefined;

	constructor(private readonly files: Files) {}

	/** Every file that an edit was made on, as it was and as it is. */
	all(): { readonly before: Draft; readonly after: Draft }[] {
		return [...this.begun].map(([path, before]) => ({ before, after: this.current.get(path) ?? before }));
	}

	async open(path: string): Promise<Draft | FileUnreadableError> {
		const current = this.current.get(path);
		if (current !== undefined) {
			return current;
		}
		try {
			return draftOf(path, await this.files.readText(path));
		} catch (error) {
			if (error instanceof FileUnreadableError) {
				return error;
			}
			throw error;
		}
	}

	change(draft: Draft): void {
		if (!this.begun.has(draft.path)) {
			this.begun.set(draft.path, draftOf(draft.path, draft.before));
		}
		this.current.set(draft.path, draft);
	}

	/** The files of the workspace, and those that the edits so far have made. */
	async listed(): Promise<readonly string[]> {
		this.paths ??= this.files.list().then(entries => entries.map(({ path }) => path));
		return [
			...(await this.paths),
			...[...this.current.keys()].filter(path => this.current.get(path)?.before === undefined),
		];
	}
}
