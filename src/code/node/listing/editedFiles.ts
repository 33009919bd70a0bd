import type { FileEntry, Files } from '../../../system/pure/files';

/** By workspace path. */
export type UnsavedTexts = ReadonlyMap<string, { getText(): string }>;

/** The workspace as the user sees it: the disk, except for unsaved texts of editors. */
export class EditedFiles implements Files {
	constructor(
		private readonly disk: Files,
		/** As they are now. */
		private readonly texts: () => UnsavedTexts,
	) {}

	list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return this.disk.list(signal);
	}

	recent(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return this.disk.recent?.(signal) ?? this.disk.list(signal);
	}

	async readText(path: string): Promise<string> {
		return this.texts().get(path)?.getText() ?? this.disk.readText(path);
	}

	pathBehindLinks(path: string): string {
		return this.disk.pathBehindLinks?.(path) ?? path;
	}

	unsaved(): ReadonlySet<string> {
		return new Set(this.texts().keys());
	}

	workspacePath(file: string): string | undefined {
		return this.disk.workspacePath?.(file);
	}

	get folders(): readonly string[] {
		return this.disk.folders ?? [];
	}
}
