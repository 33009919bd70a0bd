import { indexText } from '../../../code/pure/index/indexText';
import { KeptTexts } from '../../../code/pure/texts/keptTexts';
import { visibleWorkspace } from '../../../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../history/pure/workspace';
import { readAiIgnore } from '../../../outgoing/pure/gate/aiIgnore';
import { type FileEntry, type Files, FileUnreadableError } from '../../../system/pure/files';

/** The code of a checkout as a model may see it, with an index that follows its changes. */
export class CurrentCode {
	/** The paths of the files of the project, before anything was changed. */
	readonly atStart: ReadonlySet<string>;

	private constructor(
		readonly workspace: Workspace,
		private listed: ReadonlyMap<string, FileEntry>,
	) {
		this.atStart = new Set(listed.keys());
	}

	/** `workspace`: the user's. Its index is valid for the checkout, which was just made. */
	static async open(workspace: Workspace, files: Files, signal: AbortSignal): Promise<CurrentCode> {
		const { languages, parser, history } = workspace;
		const hidden = await readAiIgnore(workspace.files);
		// An index of its own: the user's is not to change.
		const index = workspace.index.without(() => false);
		const whole = { index, files, texts: new KeptTexts(), languages, parser, ...(history && { history }) };
		const visible = visibleWorkspace(whole, hidden);
		return new CurrentCode(visible, byPath(await visible.files.list(signal)));
	}

	/** Indexes changed files. `changed`: paths that were changed in any case. */
	async refresh(signal: AbortSignal, changed: readonly string[] = []): Promise<void> {
		const { index, files } = this.workspace;
		const before = this.listed;
		const now = byPath(await files.list(signal));
		for (const path of before.keys()) {
			if (!now.has(path)) {
				index.remove(path);
			}
		}
		for (const entry of now.values()) {
			const { sizeBytes, modifiedMs } = before.get(entry.path) ?? {};
			const isSame = sizeBytes === entry.sizeBytes && modifiedMs === entry.modifiedMs;
			if (!isSame || changed.includes(entry.path)) {
				await this.indexAgain(entry, signal);
			}
		}
		this.listed = now;
	}

	/** Undefined if there is no file. Throws `FileUnreadableError` for one that cannot be read. */
	async read(path: string): Promise<string | undefined> {
		try {
			return await this.workspace.files.readText(path);
		} catch (error) {
			if (error instanceof FileUnreadableError && error.reason === 'missing') {
				return undefined;
			}
			throw error;
		}
	}

	private async indexAgain(entry: FileEntry, signal: AbortSignal): Promise<void> {
		const { index, files, languages, parser } = this.workspace;
		try {
			const text = await files.readText(entry.path);
			index.update((await indexText(entry, text, { languages, parser, signal })).file);
		} catch (error) {
			if (!(error instanceof FileUnreadableError)) {
				throw error;
			}
			// No text: as in an index of all files, it has no symbols.
			index.remove(entry.path);
		}
	}
}

function byPath(entries: readonly FileEntry[]): Map<string, FileEntry> {
	return new Map(entries.map(entry => [entry.path, entry]));
}
