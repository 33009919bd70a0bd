import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Run } from '../../core/model/run/run';
import { setShown } from '../display';
import type { Services } from '../services';
import { isCancel } from '../showError';
import type { TrajectoryLink } from './trajectoryLink';

/** The webview view. VS Code creates it each time it is opened, and unloads its page while it is hidden. */
export class TrajectoryView implements vscode.WebviewViewProvider {
	constructor(
		private readonly services: Services,
		private readonly link: TrajectoryLink,
	) {}

	resolveWebviewView(view: vscode.WebviewView): void {
		const { extension, index, log, models, shown, trajectory } = this.services;
		const { webview } = view;
		webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extension.extensionUri)] };
		webview.onDidReceiveMessage((data: unknown) => this.link.receive(webview, data));
		trajectory.markVisible(view, view.visible);
		view.onDidChangeVisibility(() => {
			trajectory.markVisible(view, view.visible);
			view.visible || this.link.lost();
		});
		const describe = () => {
			setShown(view, { description: shown.run === undefined ? models.label : engineLabel(shown.run) });
		};
		describe();
		const listening = vscode.Disposable.from(models.onDidChange(describe), shown.onDidShow(describe));
		view.onDidDispose(() => {
			listening.dispose();
			trajectory.markVisible(view, false);
			this.link.lost();
		});
		webview.html = pageHtml(webview, extension.extensionUri);
		// A user who opens the view is about to need the index.
		index.ready().catch((error: unknown) => isCancel(error) || log.error('The index could not be built.', error));
	}
}

/** The engine of a run, independent of the model chosen now. */
function engineLabel({ engine, server }: Run): string {
	return server === undefined ? 'Embedded' : `${engine} · ${server}`;
}

/** Folders of the page's own files; it may load nothing else. */
function pageRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
	return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
}

/** The page of the trajectory view: an element for the script to render into, with a restrictive security policy. */
function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
	const address = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
	const nonce = randomBytes(16).toString('base64');
	const { cspSource } = webview;
	return `<!DOCTYPE html>
<html lang="en">
<head>
	<meta charset="UTF-8">
	<meta http-equiv="Content-Security-Policy" content="default-src 'none'; font-src ${cspSource}; style-src ${cspSource}; script-src 'nonce-${nonce}'">
	<meta name="viewport" content="width=device-width, initial-scale=1.0">
	<link rel="stylesheet" href="${address('dist', 'webview', 'codicon.css')}">
	<link rel="stylesheet" href="${address('media', 'trajectory.css')}">
	<title>Trajectory</title>
</head>
<body>
	<main id="app"></main>
	<script nonce="${nonce}" src="${address('dist', 'webview', 'main.js')}"></script>
</body>
</html>`;
}
