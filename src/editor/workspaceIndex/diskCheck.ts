import type { SymbolTable } from '../../core/index/tables/symbolTable';
import type { FileEntry } from '../../core/ports';

/** Changes of the workspace since the last update of the index. Paths are workspace paths. */
export interface WorkspaceChanges {
	/** Indexed files whose text changed. */
	readonly changed: readonly string[];
	/** Removed files or folders. */
	readonly removed: readonly string[];
	/** Files were added, or the set of indexed files changed: the folders must be listed again. */
	readonly listAgain: boolean;
}

/** Finds what changed on disk since the files of a table were indexed, and was not found before. */
export class DiskCheck {
	/** As it was last found; undefined for what was removed. */
	private readonly found = new Map<string, FileEntry | undefined>();

	constructor(private readonly table: SymbolTable) {}

	/** `entries` are all files of the workspace now. */
	changes(entries: readonly FileEntry[]): WorkspaceChanges {
		const changed: string[] = [];
		const present = new Set<string>();
		let listAgain = false;
		for (const entry of entries) {
			const row = this.table.rowOf(entry.path);
			present.add(entry.path);
			listAgain ||= row < 0;
			if (!this.isKnown(entry, row)) {
				changed.push(entry.path);
				this.found.set(entry.path, entry);
			}
		}
		return { changed, removed: this.removed(present), listAgain };
	}

	private isKnown(entry: FileEntry, row: number): boolean {
		const found = this.found.get(entry.path);
		return found === undefined
			? this.table.isSame(row, entry)
			: found.sizeBytes === entry.sizeBytes && found.modifiedMs === entry.modifiedMs;
	}

	private removed(present: ReadonlySet<string>): string[] {
		const removed: string[] = [];
		for (let row = 0; row < this.table.nRows; row++) {
			const path = this.table.pathAt(row);
			const isGone = this.found.has(path) && this.found.get(path) === undefined;
			if (!present.has(path) && !isGone) {
				removed.push(path);
				this.found.set(path, undefined);
			}
		}
		return removed;
	}
}

/**
 * Whether VS Code reports changes on disk. An extension is not informed where it cannot watch files, as on some network
 * drives, or where the system allows no more watches. A report may be late, but it comes before the check after the next.
 */
export class WatchedChanges {
	private readonly reported = new Set<string>();
	/** Found by the last check, and not reported until then. */
	private missed: readonly string[] = [];

	/** Of a file or a folder. */
	report(path: string): void {
		this.reported.add(path);
	}

	/** Takes what a check found. Returns whether something that the check before found is not reported yet. */
	check({ changed, removed }: WorkspaceChanges): boolean {
		const fails = this.missed.some(path => !this.isReported(path));
		this.missed = [...changed, ...removed].filter(path => !this.isReported(path));
		this.reported.clear();
		return fails;
	}

	/** Itself, or a folder it is in. */
	private isReported(path: string): boolean {
		const isIn = (end: number): boolean =>
			end > 0 && (this.reported.has(path.slice(0, end)) || isIn(path.lastIndexOf('/', end - 1)));
		return isIn(path.length);
	}
}
