import * as vscode from 'vscode';
import { shortened } from '../../runs/pure/model/shortened';
import { setShown } from '../display';
import { views } from '../ids';
import type { Services } from '../services';
import { loadRunPage } from './runPage';
import type { TrajectoryLink } from './trajectoryLink';

const titleCharacters = 40;

/**
 * The run as a tab in the editor, with the same page and the same state as the view in the sidebar; both may be open.
 * It is restored after a reload of the window. It has a group of its own, which is locked: documents opened from it
 * open beside it.
 */
export class RunTab implements vscode.WebviewPanelSerializer {
	private panel: vscode.WebviewPanel | undefined;

	constructor(
		private readonly services: Services,
		private readonly link: TrajectoryLink,
	) {}

	/** Opens the tab, or shows the one that is open. */
	open(): void {
		if (this.panel === undefined) {
			const { Active, Beside } = vscode.ViewColumn;
			const column = vscode.window.tabGroups.activeTabGroup.tabs.length === 0 ? Active : Beside;
			this.show(vscode.window.createWebviewPanel(views.trajectory, 'Faultline', column));
		} else {
			this.panel.reveal();
		}
	}

	async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
		this.panel?.dispose();
		this.show(panel);
	}

	private show(panel: vscode.WebviewPanel): void {
		const { extension, shown, trajectory } = this.services;
		const { webview } = panel;
		this.panel = panel;
		const icon = (theme: string) => vscode.Uri.joinPath(extension.extensionUri, 'media', `run-${theme}.svg`);
		panel.iconPath = { light: icon('light'), dark: icon('dark') };
		const describe = () => setShown(panel, { title: tabTitle(shown.run?.title) });
		describe();
		const listening = shown.onDidShow(describe);
		const reveal = () => panel.reveal();
		const offer = () => trajectory.offerTab(panel.visible ? reveal : undefined);
		offer();
		panel.onDidChangeViewState(() => {
			offer();
			void lockOwnGroup(panel);
			if (!panel.visible) {
				this.link.lost(webview);
			}
		});
		panel.onDidDispose(() => {
			listening.dispose();
			this.link.lost(webview);
			if (this.panel === panel) {
				this.panel = undefined;
				trajectory.offerTab(undefined);
			}
		});
		loadRunPage(webview, 'tab', this.link, this.services);
	}
}

function tabTitle(issue: string | undefined): string {
	return issue === undefined ? 'Faultline' : vscode.l10n.t('Run: {0}', shortened(issue, titleCharacters));
}

/** Does nothing while other tabs share the group, as VS Code would open no more of them there. */
async function lockOwnGroup({ active, viewColumn }: vscode.WebviewPanel): Promise<void> {
	const own = vscode.window.tabGroups.all.find(group => group.viewColumn === viewColumn);
	if (active && own?.tabs.length === 1) {
		await vscode.commands.executeCommand('workbench.action.lockEditorGroup');
	}
}
