import { fillTemplate } from '../../../agent/fillTemplate';
import type { Protocol } from '../../../agent/protocol';
import { type Run, rootNode } from '../../../model/run';
import type { RunNode } from '../../../model/runNode';
import type { RunLog } from '../../../runLog';
import feedbackPrompt from './feedback.md';

/**
 * The rounds of a run from its beginning to where it goes on: those of the newest branch, and before them those it shares
 * with the one it left. Rounds that the log holds are opened again without a word; what was asked and answered in them is
 * recorded, so going over them costs nothing.
 */
export class RoundPath {
	private readonly log: RunLog;
	/** The newest branch; undefined while there is none. */
	private readonly branch: RunNode | undefined;
	private readonly recorded: readonly RunNode[];

	constructor(log: RunLog) {
		this.log = log;
		this.branch = log.run.nodes.findLast(({ kind }) => kind === 'branch');
		this.recorded = roundsOf(log.run, this.branch);
	}

	/** Rounds the newest branch begins with: they do not count against what it may take. */
	get nShared(): number {
		const after = this.branch?.after;
		return this.recorded.findIndex(({ id }) => id === after) + 1;
	}

	/** The node of a round, counted from 1. */
	async open(round: number): Promise<string> {
		const known = this.recorded[round - 1];
		if (known !== undefined) {
			return known.id;
		}
		const { branch } = this;
		const parent = branch?.id ?? rootNode;
		const node = branch === undefined ? `r${round}` : `${parent}.r${round}`;
		await this.log.emit(node, { type: 'nodeOpened', parent, kind: 'round', title: `Round ${round}` });
		return node;
	}

	/** Says what the person said behind the round before. */
	async tellFeedback(round: number, protocol: Protocol): Promise<void> {
		const before = this.recorded[round - 2];
		const branch = this.branches().find(({ after }) => after !== undefined && after === before?.id);
		if (before !== undefined && branch !== undefined) {
			const remark = fillTemplate(feedbackPrompt, { feedback: branch.title });
			await protocol.tell(before.id, { results: [], remarks: [remark] });
		}
	}

	/** Whether nothing comes behind this round yet. */
	isLast(node: string): boolean {
		const at = this.recorded.findIndex(({ id }) => id === node);
		return (at === -1 || at === this.recorded.length - 1) && this.branch?.after !== node;
	}

	/** Whether the log did not hold it whole before. */
	isNew(node: string): boolean {
		return this.log.run.nodes.find(({ id }) => id === node)?.state !== 'closed';
	}

	async close(node: string, summary: string): Promise<void> {
		if (this.isNew(node)) {
			await this.log.emit(node, { type: 'nodeClosed', summary });
		}
	}

	/** The branches on the way to the newest one. */
	private branches(): RunNode[] {
		const { nodes } = this.log.run;
		const ids = new Set([...this.recorded.map(({ parent }) => parent), this.branch?.id]);
		return nodes.filter(({ kind, id }) => kind === 'branch' && ids.has(id));
	}
}

/** Rounds from the first to the last of a branch. */
function roundsOf(run: Run, branch: RunNode | undefined): readonly RunNode[] {
	const parent = branch?.id ?? rootNode;
	const own = run.nodes.filter(node => node.kind === 'round' && node.parent === parent);
	if (branch === undefined) {
		return own;
	}
	const last = run.nodes.find(({ id }) => id === branch.after);
	const origin = roundsOf(
		run,
		run.nodes.find(({ id, kind }) => kind === 'branch' && id === last?.parent),
	);
	return [...origin.slice(0, origin.findIndex(({ id }) => id === last?.id) + 1), ...own];
}
