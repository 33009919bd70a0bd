import * as vscode from 'vscode';
import type { Run } from '../../core/model/run';
import type { Services } from '../services';
import { isCancel } from '../showError';
import { pageHtml, pageRoots } from './pageHtml';
import type { TrajectoryLink } from './trajectoryLink';

/** The webview view; VS Code makes it anew each time it is opened, and drops its page while it is hidden. */
export class TrajectoryView implements vscode.WebviewViewProvider {
	constructor(
		private readonly services: Services,
		private readonly link: TrajectoryLink,
	) {}

	resolveWebviewView(view: vscode.WebviewView): void {
		const { extension, index, log, models, shown } = this.services;
		const { webview } = view;
		webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extension.extensionUri)] };
		webview.onDidReceiveMessage((data: unknown) => this.link.receive(webview, data));
		view.onDidChangeVisibility(() => !view.visible && this.link.lost());
		const describe = () => {
			view.description = shown.run === undefined ? models.label : engineLabel(shown.run);
		};
		describe();
		const listening = vscode.Disposable.from(models.onDidChange(describe), shown.onDidShow(describe));
		view.onDidDispose(() => {
			listening.dispose();
			this.link.lost();
		});
		webview.html = pageHtml(webview, extension.extensionUri);
		// Whoever opens the view is about to need the index.
		index.ready().catch((error: unknown) => isCancel(error) || log.error('The index could not be built.', error));
	}
}

/** Who located in a run, whatever is chosen now. */
function engineLabel({ engine, server }: Run): string {
	return server === undefined ? 'Embedded' : `${engine} · ${server}`;
}
