import { type FileEntry, type Files, FileUnreadableError } from '../ports';
import type { Workspace } from '../workspace';
import type { HiddenFiles } from './aiIgnore';

/**
 * A workspace as a model may see it: hidden files are neither listed nor found, and reading one throws. The index is a
 * snapshot that does not follow later changes; the texts do. Returns the same workspace where there are no rules.
 *
 * A precaution, not a sandbox: the rules apply to a file's path, and a copy or a link elsewhere has another path.
 */
export function visibleWorkspace(workspace: Workspace, hidden: HiddenFiles): Workspace {
	if (hidden.rules.length === 0) {
		return workspace;
	}
	return {
		languages: workspace.languages,
		parser: workspace.parser,
		...(workspace.words && { words: workspace.words }),
		index: workspace.index.without(path => hidden.hides(path) !== undefined),
		files: new VisibleFiles(workspace.files, hidden),
	};
}

class VisibleFiles implements Files {
	constructor(
		private readonly files: Files,
		private readonly hidden: HiddenFiles,
	) {}

	async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return (await this.files.list(signal)).filter(({ path }) => this.hidden.hides(path) === undefined);
	}

	async readText(path: string): Promise<string> {
		const rule = this.hidden.hides(path);
		if (rule !== undefined) {
			throw new FileUnreadableError(path, 'forbidden', `hidden from models by ${rule.by}`);
		}
		return this.files.readText(path);
	}

	isUnsaved(path: string): boolean {
		return this.files.isUnsaved?.(path) === true;
	}

	workspacePath(file: string): string | undefined {
		return this.files.workspacePath?.(file);
	}

	get folders(): readonly string[] {
		return this.files.folders ?? [];
	}
}
