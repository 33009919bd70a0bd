import * as vscode from 'vscode';
import { counted } from '../../core/model/counted';
import type { Run } from '../../core/model/run/run';
import { setShown } from '../display';
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
		const { models, shown, locations } = this.services;
		const { webview } = view;
		view.onDidChangeVisibility(() => !view.visible && this.link.lost(webview));
		const describe = () => {
			setShown(view, { description: shown.run === undefined ? models.label : engineLabel(shown.run) });
		};
		const count = () => {
			const nOpen = locations.open().length;
			view.badge = nOpen === 0 ? undefined : { value: nOpen, tooltip: counted(nOpen, 'location') };
		};
		describe();
		count();
		const listening = vscode.Disposable.from(
			models.onDidChange(describe),
			shown.onDidShow(describe),
			locations.onDidChange(count),
		);
		view.onDidDispose(() => {
			listening.dispose();
			this.link.lost(webview);
		});
		loadRunPage(webview, this.link, this.services);
	}
}

/** The engine of a run, independent of the model chosen now. */
function engineLabel({ engine, server }: Run): string {
	return server === undefined ? 'Embedded' : `${engine} · ${server}`;
}
