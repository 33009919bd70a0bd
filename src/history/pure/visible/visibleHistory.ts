import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import type { BlamedLine, Commit } from '../../../runs/pure/model/commit';
import type { LineRange } from '../../../runs/pure/model/symbol';
import { FileUnreadableError } from '../../../system/pure/files';
import type { CommitOptions, Deadline, History, HistoryExtent, LineHistoryOptions } from '../history';
import type { CommitIndex } from '../index/commitIndex';

/**
 * A history as a model may see it: of hidden files neither a change nor a name is found or shown, whenever they were
 * committed; a commit that changes no other file is not in it. The current rules apply.
 */
export class VisibleHistory implements History {
	private last: { readonly of: CommitIndex; readonly visible: CommitIndex } | undefined;

	constructor(
		private readonly history: History,
		private readonly hidden: HiddenFiles,
	) {}

	deadline(limitMs: number): Deadline {
		return this.history.deadline(limitMs);
	}

	extent(signal?: AbortSignal): Promise<HistoryExtent> {
		return this.history.extent(signal);
	}

	async index(signal?: AbortSignal): Promise<CommitIndex> {
		return this.visibleIndex(await this.history.index(signal));
	}

	async readyIndex(signal?: AbortSignal): Promise<CommitIndex | undefined> {
		const index = await this.history.readyIndex(signal);
		return index && this.visibleIndex(index);
	}

	async commits(ids: readonly string[], options?: CommitOptions): Promise<readonly Commit[]> {
		return this.visible(await this.history.commits(ids, options));
	}

	async committedText(path: string, signal?: AbortSignal): Promise<string | undefined> {
		this.requireVisible(path);
		return this.history.committedText(path, signal);
	}

	ignoredCommits(signal?: AbortSignal): Promise<ReadonlySet<string>> {
		return this.history.ignoredCommits(signal);
	}

	/** A line that came from a file that is hidden now is one of a file that is not. */
	async blame(path: string, lines: LineRange, signal?: AbortSignal): Promise<readonly BlamedLine[]> {
		this.requireVisible(path);
		const blamed = await this.history.blame(path, lines, signal);
		return blamed.map(line => (this.hides(line.path) ? { ...line, path } : line));
	}

	async commitsOfLines(path: string, lines: LineRange, options: LineHistoryOptions): Promise<readonly Commit[]> {
		this.requireVisible(path);
		return this.visible(await this.history.commitsOfLines(path, lines, options));
	}

	private visibleIndex(index: CommitIndex): CommitIndex {
		if (this.last?.of !== index) {
			this.last = { of: index, visible: index.without(path => this.hides(path)) };
		}
		return this.last.visible;
	}

	private visible(commits: readonly Commit[]): Commit[] {
		return commits.flatMap(commit => {
			const files = commit.files.filter(({ path, oldPath }) => !this.hides(path) && !this.hides(oldPath ?? ''));
			const nHidden = commit.files.length - files.length;
			return nHidden === 0 ? [commit] : files.length === 0 ? [] : [{ ...commit, files, nHidden }];
		});
	}

	private hides(path: string): boolean {
		return path !== '' && this.hidden.hides(path) !== undefined;
	}

	private requireVisible(path: string): void {
		const rule = this.hidden.hides(path);
		if (rule !== undefined) {
			throw new FileUnreadableError(path, 'forbidden', `hidden from models by ${rule.by}`);
		}
	}
}
