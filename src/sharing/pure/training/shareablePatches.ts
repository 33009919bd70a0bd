import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import { agreedIssue } from '../../../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import { withoutSecretLines } from '../../../outgoing/pure/secrets/withoutSecretLines';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { Patch } from '../../../runs/pure/model/patch';

/** A patch whose diff may leave the machine. */
export interface ShareablePatch {
	readonly patch: Pick<Patch, 'id'>;
	readonly diff: string;
}

/** The part of a run that may leave the machine: texts that passed the gate. */
export interface Shareable {
	/** As the user agreed to have it sent. */
	readonly issue: { readonly title: string; readonly body: string };
	/** Several may have the same diff, one judged and another not: see `eachDiffOnce`. */
	readonly patches: readonly ShareablePatch[];
	/** Patches left out as they change a hidden file: a part of one would not be the patch that was judged. */
	readonly nHidden: number;
}

/** The issue, `others` and the patches of a run, without secrets and hidden files. */
export function shareablePatches(
	run: Run,
	hidden: HiddenFiles,
	others: readonly Pick<Patch, 'id' | 'diff'>[],
): Shareable {
	const gate = new OutgoingGate();
	gate.learn(`${run.issue.title}\n${run.issue.body}`);
	const all = [...others, ...fixOf(run).patches];
	const visible = all.filter(({ diff }) => !changesHidden(diff, hidden));
	const unsigned = visible.map(({ diff }) => withoutSecretLines(diff.split('\n')).join('\n'));
	// Before any is cleaned, and also from those left out: a secret of one patch is removed from all.
	for (const { diff } of all) {
		gate.learn(diff);
	}
	const { title, body } = agreedIssue(run.issue, run.brief?.edited, gate);
	const patches = visible.map((patch, at) => ({ patch, diff: gate.clean(unsigned[at] ?? '').text }));
	return { issue: { title, body }, patches, nHidden: all.length - visible.length };
}

/** The first patch with each diff, but for the diffs of `others`. */
export function eachDiffOnce<P extends Pick<ShareablePatch, 'diff'>>(
	patches: readonly P[],
	others: readonly Pick<ShareablePatch, 'diff'>[] = [],
): readonly P[] {
	const taken = new Set(others.map(({ diff }) => diff));
	return patches.filter(({ diff }) => !taken.has(diff) && taken.add(diff));
}

/** Whether a diff changes a hidden file, or renames one. */
export function changesHidden(diff: string, hidden: HiddenFiles): boolean {
	const paths = parseDiff(diff).flatMap(({ oldPath, newPath }) => [oldPath ?? [], newPath ?? []].flat());
	return paths.some(path => hidden.hides(path) !== undefined);
}
