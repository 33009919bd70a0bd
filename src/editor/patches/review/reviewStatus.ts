import * as vscode from 'vscode';
import { commands } from '../../ids';
import type { PatchReview } from './patchReview';

/** How much of the patch under review is pending, in the status bar and above the list of patches. */
export function showReviewStatus(
	review: PatchReview,
	tree: Pick<vscode.TreeView<unknown>, 'message'>,
): vscode.Disposable {
	const item = vscode.window.createStatusBarItem('faultline-review', vscode.StatusBarAlignment.Left, -1);
	item.name = 'Faultline Review';
	item.command = { command: commands.hunkNext, title: 'Go to Next Change of the Patch' };
	const draw = () => {
		const { nPending, subject, mergedPaths } = review;
		if (subject === undefined || nPending === 0) {
			tree.message = '';
			item.hide();
			return;
		}
		tree.message = mergedPaths.length === 0 ? '' : `Merged with your changes in ${mergedPaths.join(', ')}.`;
		const changes = nPending === 1 ? '1 change' : `${nPending} changes`;
		item.text = `$(eye) ${subject.title}: ${nPending} pending`;
		item.tooltip = `${changes} of ${subject.title} to accept or reject. Click to go to the next one.`;
		item.accessibilityInformation = { label: item.tooltip };
		item.show();
	};
	draw();
	return vscode.Disposable.from(item, review.onDidChange(draw));
}
