import type { Run } from '../../model/run/run';
import type { RunLog } from '../../runLog';
import type { Workbench } from '../../tools/actions/workbench';

/** The workbench of a run, and after which turn its files are as they are. Of each turn, its state is recorded. */
export class TreeBench {
	/** The node after which the files are; undefined while that is not known. */
	private at: string | undefined;

	constructor(
		private readonly log: RunLog,
		readonly workbench: Workbench,
	) {}

	/** Records the state after a node: as it is now, or, where nothing was done in it, as after the one it follows. */
	async keep(node: string, hasActed: boolean): Promise<void> {
		const { parent = node } = this.log.run.nodes[node] ?? {};
		await this.log.value(node, snapshotKey, {}, async () => {
			if (!hasActed) {
				return this.snapshotOf(parent);
			}
			const snapshot = await this.workbench.snapshot();
			this.at = node;
			return snapshot;
		});
	}

	/** Makes the files as they were after a node. What else differs is noted at the node `noteAt`. */
	async restore(node: string, noteAt: string): Promise<void> {
		const state = stateNode(this.log.run, node);
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

	private snapshotOf(node: string): Promise<string> {
		return this.log.value(stateNode(this.log.run, node), snapshotKey, {}, async () => {
			throw new Error(`no state is recorded of node ${node}`);
		});
	}
}

const snapshotKey = 'keep the state';

/** A remark of the user changes nothing. */
function stateNode({ nodes }: Pick<Run, 'nodes'>, id: string): string {
	const node = nodes[id];
	return node?.kind === 'feedback' && node.parent !== undefined ? stateNode({ nodes }, node.parent) : id;
}
