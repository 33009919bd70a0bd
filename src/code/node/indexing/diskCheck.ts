import { setImmediate } from 'node:timers/promises';
import type { FileEntry } from '../../../system/pure/files';
import type { SymbolTable } from '../../pure/index/tables/symbolTable';

/** Changes of the workspace since the last update of the index. Paths are workspace paths. */
export interface WorkspaceChanges {
	/** Indexed files whose text changed. */
	readonly changed: readonly string[];
	/** Removed files or folders. */
	readonly removed: readonly string[];
	/** Files were added, or the set of indexed files changed: the folders must be listed again. */
	readonly listAgain: boolean;
}

const turnMs = 5;
/** The number of files checked before looking at the time. */
const checkedEach = 100;

/** Finds changes on disk since the files of a table were indexed that were not found before. */
export class DiskCheck {
	/** Each file as it was last found; undefined for a removed one. */
	private readonly found = new Map<string, FileEntry | undefined>();

	constructor(private readonly table: SymbolTable) {}

	/** `entries` are all files of the workspace now. Works in short turns. */
	async changes(entries: readonly FileEntry[]): Promise<WorkspaceChanges> {
		let turnStart = performance.now();
		const nextTurn = async () => {
			if (performance.now() - turnStart > turnMs) {
				await setImmediate();
				turnStart = performance.now();
			}
		};
		const changed: string[] = [];
		const present = new Set<string>();
		let listAgain = false;
		for (const [at, entry] of entries.entries()) {
			if (at % checkedEach === 0) {
				await nextTurn();
			}
			const row = this.table.rowOf(entry.path);
			present.add(entry.path);
			listAgain ||= row < 0 || this.isGone(entry.path);
			if (!this.isKnown(entry, row)) {
				changed.push(entry.path);
				this.found.set(entry.path, entry);
			}
		}
		const removed: string[] = [];
		for (let row = 0; row < this.table.nRows; row++) {
			if (row % checkedEach === 0) {
				await nextTurn();
			}
			const path = this.table.pathAt(row);
			if (!present.has(path) && !this.isGone(path)) {
				removed.push(path);
				this.found.set(path, undefined);
			}
		}
		return { changed, removed, listAgain };
	}

	private isKnown(entry: FileEntry, row: number): boolean {
		const found = this.found.get(entry.path);
		return found === undefined
			? !this.isGone(entry.path) && this.table.isSame(row, entry)
			: found.sizeBytes === entry.sizeBytes && found.modifiedMs === entry.modifiedMs;
	}

	/** Whether it was removed when it was last looked for. */
	private isGone(path: string): boolean {
		return this.found.has(path) && this.found.get(path) === undefined;
	}
}
