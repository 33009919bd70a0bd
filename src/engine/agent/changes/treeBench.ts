import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Reproducer } from '../../../runs/pure/model/reproducer';
import type { Workbench } from '../../../sandbox/pure/workbench/workbench';
import { UserError } from '../../../system/pure/errors/userError';

/** The workbench of a run, and after which turn its files are as they are. Of each turn, its state is recorded. */
export class TreeBench {
	/** The node after which the files are; undefined while that is not known. */
	private at: string | undefined;
	/** The workbench was made of the files that the search began with. */
	private isOfStart = false;

	/** `start`: the node that the first turn follows. */
	constructor(
		private readonly log: RunLog,
		readonly workbench: Workbench,
		private readonly start: string,
	) {}

	/** Records the state before the first turn, with the reproducer if any, unless the log has it. */
	async begin(reproducer: Pick<Reproducer, 'file' | 'text'> | undefined): Promise<void> {
		await this.log.value(this.start, snapshotKey, {}, async () => {
			if (reproducer !== undefined) {
				await this.workbench.write(reproducer.file, reproducer.text, 'keptReproducer');
			}
			return this.snapshot(this.start);
		});
		this.isOfStart = this.at === this.start;
	}

	/**
	 * Throws `UserError` if the workspace has changed since the search began: its patches would take these changes back.
	 * Returns an error if that cannot be checked because the initial state cannot be restored.
	 */
	async checkStart(): Promise<UserError | undefined> {
		if (!this.isOfStart) {
			try {
				await this.restore(this.start, this.start);
			} catch (error) {
				if (error instanceof UserError) {
					return error;
				}
				throw error;
			}
			const changed = parseDiff(await this.workbench.diff()).map(({ newPath, oldPath }) => newPath ?? oldPath ?? '');
			if (changed.length > 0) {
				const files = changed.slice(0, mostNamed).join(', ');
				throw new UserError(
					`Files have changed since this run began: ${files}. Start a new run, or take these changes back.`,
				);
			}
			this.isOfStart = true;
		}
		return undefined;
	}

	/**
	 * Records the state after a node, unless the log has it: as it is after `change`, or, without `change`, as after the
	 * node it follows.
	 */
	async keep(node: string, change?: () => Promise<void>): Promise<void> {
		const { parent = node } = this.log.run.nodes[node] ?? {};
		await this.log.value(node, snapshotKey, {}, async () => {
			if (change === undefined) {
				return this.snapshotOf(parent);
			}
			await change();
			return this.snapshot(node);
		});
		this.at = change === undefined && this.at === this.stateNode(parent) ? node : this.at;
	}

	/** Restores the files as they were after a node. Any other difference is noted at the node `noteAt`. */
	async restore(node: string, noteAt: string): Promise<void> {
		const state = this.stateNode(node);
		if (this.at !== state) {
			this.at = undefined;
			const { drift } = await this.workbench.restore(await this.snapshotOf(state));
			for (const text of drift) {
				await this.log.once(noteAt, { type: 'noted', text });
			}
			this.at = state;
		}
	}

	/** Something is done: the files are as after no recorded turn. */
	leave(): void {
		this.at = undefined;
	}

	private async snapshot(node: string): Promise<string> {
		const snapshot = await this.workbench.snapshot();
		this.at = node;
		return snapshot;
	}

	private snapshotOf(node: string): Promise<string> {
		return this.log.value(this.stateNode(node), snapshotKey, {}, async () => {
			throw new Error(`no state is recorded of node ${node}`);
		});
	}

	/** The node whose state is that of this one: a remark of the user and a judgement change nothing. */
	private stateNode(id: string): string {
		const node = this.log.run.nodes[id];
		const isTurn = node?.kind === 'round' || id === this.start;
		return isTurn || node?.parent === undefined ? id : this.stateNode(node.parent);
	}
}

const snapshotKey = 'keep the state';
/** Of files in a message. */
const mostNamed = 5;
