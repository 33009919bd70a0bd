import type { PatchEvidence } from '../../runs/pure/fold/patchEvidence';
import type { RunNode } from '../../runs/pure/fold/runNode';
import { patchName, patchSummary, type ShownPatch, type ShownPatchFile } from '../../runs/pure/fold/shownPatch';
import { comma, engineText, t } from '../language';
import type { PatchAction } from '../protocol/messages';
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
		label: `${engineText(patchName(patch))}, ${engineText(patchSummary(patch))}`,
		content: { kind: 'patch', patch },
		startsOpen: patch.number === 1,
		children: [
			leaf(`patchActions:${id}`, buttons.map(({ label }) => label).join(comma), {
				...{ kind: 'patchActions', patch: id, buttons },
			}),
			...evidence.map(each =>
				leaf(`patchEvidence:${id}:${each.label}`, evidenceText(each), {
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

/** The possible actions on a patch now; the first is the next step. */
function patchButtons(patch: ShownPatch, isAnyOther: boolean): PatchButton[] {
	const { state, nPending } = patch;
	const isReviewed = nPending !== undefined;
	const isAnyOpen = state !== 'accepted' && state !== 'excerpt';
	const review = isReviewed ? t('Continue Review') : t('Review {0}', engineText(patchName(patch)));
	const [accept, reject] = decisionLabels(patch);
	const offered: readonly (readonly [PatchAction, string, boolean])[] = [
		['review', review, isAnyOpen],
		['openDiff', t('Open Diff'), true],
		['accept', accept, isAnyOpen],
		['reject', reject, isReviewed || state === 'open' || state === 'partial'],
		['undo', t('Undo'), state === 'accepted' || state === 'partial'],
		['compare', t('Compare'), isAnyOther],
		['pick', t('Prefer'), isAnyOther && patch.number > 1 && state !== 'excerpt'],
	];
	return offered.flatMap(([action, label, isOffered]) => (isOffered ? [{ action, label }] : []));
}

function decisionLabels({ state, isOfTree, isBeingJudged }: ShownPatch): readonly [accept: string, reject: string] {
	if (isOfTree) {
		return state === 'partial' ? [t('Keep the Rest'), t('Take Back the Rest')] : [t('Keep All'), t('Take Back')];
	}
	if (state === 'partial') {
		return [t('Accept the Rest'), t('Reject the Rest')];
	}
	return [isBeingJudged === true ? t('Accept All While It Is Still Being Tested') : t('Accept All'), t('Reject')];
}

function fileLabel({ path, oldPath, kind, counts, warning }: ShownPatchFile): string {
	const parts = [
		path,
		oldPath && t('renamed from {0}', oldPath),
		kind === 'changed' ? '' : fileKinds[kind],
		counts,
		warning && t('runs by itself: {0}', engineText(warning)),
	];
	return parts.filter(part => part !== undefined && part !== '').join(comma);
}

/** In words, for a file with more than changed lines. */
export const fileKinds: Readonly<Record<Exclude<ShownPatchFile['kind'], 'changed'>, string>> = {
	new: t('new'),
	deleted: t('deleted'),
	renamed: t('renamed'),
};

/** A finding or decision about a patch: some are a model's own text. */
function evidenceText({ label, text }: PatchEvidence): string {
	return t('{0}: {1}', engineText(label), engineText(text));
}
