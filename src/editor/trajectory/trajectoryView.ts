import type * as vscode from 'vscode';
import { counted } from '../../system/pure/text/counted';
import type { Services } from '../services';
import { loadRunPage } from './runPage';
import type { TrajectoryLink } from './trajectoryLink';

/** The view in the sidebar. VS Code creates it each time it is opened, and unloads its page while it is hidden. */
export class TrajectoryView implements vscode.WebviewViewProvider {
	constructor(
		private readonly services: Services,
		private readonly link: TrajectoryLink,
	) {}

	resolveWebviewView(view: vscode.WebviewView): void {
		const { webview } = view;
		const { locations } = this.services;
		view.onDidChangeVisibility(() => !view.visible && this.link.lost(webview));
		const count = () => {
			const nOpen = locations.open().length;
			view.badge = nOpen === 0 ? undefined : { value: nOpen, tooltip: counted(nOpen, 'location') };
		};
		count();
		const listening = locations.onDidChange(count);
		view.onDidDispose(() => {
			listening.dispose();
			this.link.lost(webview);
		});
		loadRunPage(webview, 'sidebar', this.link, this.services);
	}
}
