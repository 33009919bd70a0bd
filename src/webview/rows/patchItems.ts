import type { RunNode } from '../../core/model/run/runNode';
import { patchName, patchSummary, type ShownPatch, type ShownPatchFile } from '../../core/model/shownPatch';
import type { PatchAction } from '../../protocol/messages';
import { type Item, leaf } from './item';
import type { PatchButton } from './rowContent';
import { rowIds } from './rowIds';

/** The patches, best first; below each its actions, its evidence and its files. */
export function patchItems(patches: readonly ShownPatch[]): Item[] {
	return patches.map(patch => patchItem(patch, patches.length > 1));
}

function patchItem(patch: ShownPatch, isAnyOther: boolean): Item {
	const { id, evidence, files } = patch;
	const buttons = patchButtons(patch, isAnyOther);
	return {
		id: rowIds.patch(id),
		label: `${patchName(patch)}, ${patchSummary(patch)}`,
		content: { kind: 'patch', patch },
		startsOpen: patch.number === 1,
		children: [
			leaf(`patchActions:${id}`, buttons.map(({ label }) => label).join(', '), {
				...{ kind: 'patchActions', patch: id, buttons },
			}),
			...evidence.map(each =>
				leaf(`patchEvidence:${id}:${each.label}`, `${each.label}: ${each.text}`, {
					...{ kind: 'patchEvidence', patch: id, evidence: each },
				}),
			),
			...files.map(file =>
				leaf(`patchFile:${id}:${file.path}`, fileLabel(file), { kind: 'patchFile', patch: id, file }),
			),
		],
	};
}

/** The files of the patches that a node wrote, whether or not another patch replaces them. */
export function attemptItems(node: RunNode, patches: readonly ShownPatch[]): Item[] {
	return node.patches.flatMap(({ id, files }) => {
		const known = patches.find(patch => patch.id === id)?.files;
		const shown = known ?? files.map(({ path }): ShownPatchFile => ({ path, kind: 'changed', counts: '' }));
		return shown.map(file =>
			leaf(`attempt:${node.id}:${id}:${file.path}`, fileLabel(file), { kind: 'patchFile', patch: id, file }),
		);
	});
}

/** What can be done with a patch now; the first is the next step. */
function patchButtons(patch: ShownPatch, isAnyOther: boolean): PatchButton[] {
	const { state, nPending } = patch;
	const isReviewed = nPending !== undefined;
	const isAnyOpen = state !== 'accepted' && state !== 'excerpt';
	const review = isReviewed ? 'Continue Review' : `Review ${patchName(patch)}`;
	const reject = state === 'partial' ? 'Reject the Rest' : 'Reject';
	const offered: readonly (readonly [PatchAction, string, boolean])[] = [
		['review', review, isAnyOpen],
		['openDiff', 'Open Diff', true],
		['accept', state === 'partial' ? 'Accept the Rest' : 'Accept All', isAnyOpen],
		['reject', reject, isReviewed || state === 'open' || state === 'partial'],
		['undo', 'Undo', state === 'accepted' || state === 'partial'],
		['compare', 'Compare', isAnyOther],
		['pick', 'Prefer', isAnyOther && patch.number > 1 && state !== 'excerpt'],
	];
	return offered.flatMap(([action, label, isOffered]) => (isOffered ? [{ action, label }] : []));
}

function fileLabel({ path, oldPath, kind, counts, warning }: ShownPatchFile): string {
	const parts = [path, oldPath && `renamed from ${oldPath}`, kind, counts, warning && `runs by itself: ${warning}`];
	return parts.filter(part => part !== undefined && part !== '' && part !== 'changed').join(', ');
}
