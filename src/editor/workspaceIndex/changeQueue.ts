import type { WorkspaceChanges } from './workspaceIndex';

/** Changes rest this long, so that a checkout or fast typing is taken in once. */
const quietMs = 300;

/** Collects changes until there is quiet, then hands them on together. The last thing that happened to a path counts. */
export class ChangeQueue {
	private readonly changed = new Set<string>();
	private readonly removed = new Set<string>();
	private listAgain = false;
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly flushed: (changes: WorkspaceChanges) => void) {}

	fileChanged(path: string): void {
		this.changed.add(path);
		this.wait();
	}

	fileRemoved(path: string): void {
		this.changed.delete(path);
		this.removed.add(path);
		this.wait();
	}

	filesMayCount(): void {
		this.listAgain = true;
		this.wait();
	}

	dispose(): void {
		clearTimeout(this.timer);
	}

	private wait(): void {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.flush(), quietMs);
	}

	private flush(): void {
		const changes = { changed: [...this.changed], removed: [...this.removed], listAgain: this.listAgain };
		this.changed.clear();
		this.removed.clear();
		this.listAgain = false;
		this.flushed(changes);
	}
}
