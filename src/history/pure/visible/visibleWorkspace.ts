import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import { type FileEntry, type Files, FileUnreadableError } from '../../../system/pure/files';
import type { Workspace } from '../workspace';
import { VisibleHistory } from './visibleHistory';

/**
 * A workspace as a model may see it: hidden files are neither listed nor found, and reading one throws. The index is a
 * snapshot that does not follow later changes; the texts do. Returns the same workspace if there are no rules.
 *
 * A precaution, not a sandbox: the rules apply to the path of a file, also behind links, and a copy has another path.
 */
export function visibleWorkspace(workspace: Workspace, hidden: HiddenFiles): Workspace {
	if (hidden.rules.length === 0) {
		return workspace;
	}
	return {
		...workspace,
		index: workspace.index.without(path => hidden.hides(path) !== undefined),
		files: new VisibleFiles(workspace.files, hidden),
		...(workspace.history && { history: new VisibleHistory(workspace.history, hidden) }),
		...(workspace.localizer && { localizer: workspace.localizer.visible() }),
	};
}

class VisibleFiles implements Files {
	private last: { readonly of: readonly FileEntry[]; readonly visible: readonly FileEntry[] } | undefined;

	constructor(
		private readonly files: Files,
		private readonly hidden: HiddenFiles,
	) {}

	async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return this.visible(await this.files.list(signal));
	}

	async recent(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		const entries = await (this.files.recent?.(signal) ?? this.files.list(signal));
		if (this.last?.of !== entries) {
			this.last = { of: entries, visible: this.visible(entries) };
		}
		return this.last.visible;
	}

	private visible(entries: readonly FileEntry[]): readonly FileEntry[] {
		return entries.filter(({ path }) => this.hidden.hides(path) === undefined);
	}

	unsaved(): ReadonlySet<string> {
		return this.files.unsaved?.() ?? new Set();
	}

	async readText(path: string): Promise<string> {
		const rule = this.hidden.hides(path) ?? this.hidden.hides(this.pathBehindLinks(path));
		if (rule !== undefined) {
			throw new FileUnreadableError(path, 'forbidden', `hidden from models by ${rule.by}`);
		}
		return this.files.readText(path);
	}

	pathBehindLinks(path: string): string {
		return this.files.pathBehindLinks?.(path) ?? path;
	}

	workspacePath(file: string): string | undefined {
		return this.files.workspacePath?.(file);
	}

	get folders(): readonly string[] {
		return this.files.folders ?? [];
	}
}
