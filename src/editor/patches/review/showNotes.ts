import * as vscode from 'vscode';
import type { ReviewNotes } from './reviewNotes';

/** Shows the notes above the list of patches, and the most pressing one in the status bar, as long as they are so. */
export function showNotes(notes: ReviewNotes, tree: Pick<vscode.TreeView<unknown>, 'message'>): vscode.Disposable {
	const item = vscode.window.createStatusBarItem('faultline-review', vscode.StatusBarAlignment.Left, -1);
	item.name = 'Faultline Review';
	const draw = () => {
		tree.message = notes.messages().join(' ');
		const status = notes.status();
		if (status === undefined) {
			item.hide();
			return;
		}
		[item.text, item.tooltip, item.command] = [status.text, status.tooltip, status.command];
		item.backgroundColor = status.isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
		item.accessibilityInformation = { label: status.tooltip };
		item.show();
	};
	draw();
	return vscode.Disposable.from(item, notes.onDidChange(draw));
}
