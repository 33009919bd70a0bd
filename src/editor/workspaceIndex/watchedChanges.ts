import type { WorkspaceChanges } from '../../code/node/indexing/diskCheck';

/**
 * Whether VS Code reports changes on disk. An extension is not informed if it cannot watch files, as on some network
 * drives, or if the system allows no more watches. A report may be late, but it comes before the check after the next.
 */
export class WatchedChanges {
	private readonly reported = new Set<string>();
	/** Found by the last check, and not reported until then. */
	private missed: readonly string[] = [];

	/** Of a file or a folder. */
	report(path: string): void {
		this.reported.add(path);
	}

	/** Takes the results of a check. Returns whether something that the check before found is not reported yet. */
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
