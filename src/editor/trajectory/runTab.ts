import * as vscode from 'vscode';
import { setShown } from '../display';
import { views } from '../ids';
import type { Services } from '../services';
import { loadRunPage } from './runPage';
import type { TrajectoryLink } from './trajectoryLink';

/** The tab has the id of the view in the sidebar, so that the menus of both are the same. */
const viewType = views.trajectory;
const titleCharacters = 40;

/**
 * The run as a tab in the editor, with the same page and the same state as the view in the sidebar; both may be open. It
 * is restored after a reload of the window.
 */
export class RunTab implements vscode.WebviewPanelSerializer, vscode.Disposable {
	private readonly registered: vscode.Disposable;
	private panel: vscode.WebviewPanel | undefined;

	constructor(
		private readonly services: Services,
		private readonly link: TrajectoryLink,
	) {
		this.registered = vscode.window.registerWebviewPanelSerializer(viewType, this);
	}

	/** Opens the tab, or shows the one that is open. */
	open(): void {
		if (this.panel === undefined) {
			this.show(vscode.window.createWebviewPanel(viewType, 'Faultline', vscode.ViewColumn.Active));
		} else {
			this.panel.reveal();
		}
	}

	async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
		this.panel?.dispose();
		this.show(panel);
	}

	/** The tab itself stays: VS Code restores it. */
	dispose(): void {
		this.registered.dispose();
	}

	private show(panel: vscode.WebviewPanel): void {
		const { extension, shown, trajectory } = this.services;
		const { webview } = panel;
		this.panel = panel;
		const icon = (theme: string) => vscode.Uri.joinPath(extension.extensionUri, 'media', `run-${theme}.svg`);
		panel.iconPath = { light: icon('light'), dark: icon('dark') };
		const describe = () => setShown(panel, { title: tabTitle(shown.run?.issue.title) });
		describe();
		const listening = shown.onDidShow(describe);
		const reveal = () => panel.reveal();
		const offer = () => trajectory.offerTab(panel.visible ? reveal : undefined);
		offer();
		panel.onDidChangeViewState(() => {
			offer();
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
		loadRunPage(webview, this.link, this.services);
	}
}

function tabTitle(issue: string | undefined): string {
	if (issue === undefined) {
		return 'Faultline';
	}
	return issue.length <= titleCharacters ? `Run: ${issue}` : `Run: ${issue.slice(0, titleCharacters - 1)}…`;
}

/**
 * If the tab of the run has the focus, moves it to the editors beside the tab, so that what is opened next does not cover
 * the tab.
 */
export async function leaveRunTab(): Promise<void> {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	if (!isRunTab(activeTabGroup.activeTab)) {
		return;
	}
	const other = all.find(group => group !== activeTabGroup && !isRunTab(group.activeTab));
	await vscode.commands.executeCommand(
		other === undefined ? 'workbench.action.newGroupRight' : (focusGroup[other.viewColumn - 1] ?? lastGroup),
	);
}

const lastGroup = 'workbench.action.focusLastEditorGroup';
const focusGroup = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'].map(
	name => `workbench.action.focus${name}EditorGroup`,
);

/** VS Code puts a prefix before the type of a webview. */
function isRunTab(tab: vscode.Tab | undefined): boolean {
	return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(viewType);
}
