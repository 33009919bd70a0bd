import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { type Run, rootNode } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { numbered, runStarted } from './runEvents';

/** A run of actions `n1`, `n2`, …, each of which printed something. `parentOf` names the one that each follows; 0 is the root. */
export function treeOf(nActions: number, parentOf: (action: number) => number): Run {
	return foldRun(numbered(treeEvents(nActions, parentOf)));
}

/** As `treeOf`, with a patch at every tenth action. */
export function patchedTreeOf(nActions: number, parentOf: (action: number) => number): Run {
	return foldRun(numbered(treeEvents(nActions, parentOf, action => action % 10 === 0)));
}

/** The events of this run. */
export function treeEvents(
	nActions: number,
	parentOf: (action: number) => number,
	isPatched: (action: number) => boolean = () => false,
): RunEventBody[] {
	const followed = new Set<number>();
	const actions = Array.from({ length: nActions }, (_, at) => at + 1).flatMap(action => {
		const parent = parentOf(action);
		const isAlternative = followed.has(parent);
		followed.add(parent);
		const opened = actionEvents(action, parent, isAlternative);
		const patch = { id: `p${action}`, diff: '', files: [{ path: `file${action}.txt` }] };
		const written = { type: 'patchWritten', node: `n${action}`, patch } as const;
		return isPatched(action) ? [...opened, written] : opened;
	});
	return [
		{ ...runStarted('tree', 'A tree of actions'), goal: 'fix' },
		...actions,
		{ type: 'runEnded', outcome: 'done' },
	];
}

function actionEvents(action: number, parent: number, isAlternative: boolean): RunEventBody[] {
	const node = `n${action}`;
	const title = `edit file${action}.txt`;
	const expansion = { left: { edit: 1 }, ...(isAlternative && { replaces: 'edit' }) };
	const opened = { type: 'nodeOpened', key: title, kind: 'round', phase: 'patch', title, expansion } as const;
	const events: RunEventBody[] = [
		{ ...opened, parent: parent === 0 ? rootNode : `n${parent}` },
		{ type: 'toolCalled', call: 'c1', tool: 'edit', args: { file: `file${action}.txt` } },
		{ type: 'toolAnswered', call: 'c1', ok: true, text: `Wrote file ${action}`, places: [] },
		{ type: 'nodeClosed', summary: title },
	];
	return events.map(event => ({ ...event, node }));
}
