import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Services } from '../services';
import { isCancel } from '../showError';
import type { TrajectoryLink } from './trajectoryLink';

/** The place of the page; in a tab it has room for a map of the run. */
type PagePlace = 'sidebar' | 'tab';

/** Loads the page that shows the run into a webview, and connects it to the link. */
export function loadRunPage(
	webview: vscode.Webview,
	place: PagePlace,
	link: TrajectoryLink,
	{ extension, index, log }: Services,
): void {
	webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extension.extensionUri)] };
	webview.onDidReceiveMessage((data: unknown) => link.receive(webview, data));
	webview.html = pageHtml(webview, place, extension.extensionUri);
	// A user who opens the page is about to need the index.
	index.ready().catch((error: unknown) => isCancel(error) || log.error('The index could not be built.', error));
}

/** Folders of the page's own files; it may load nothing else. */
function pageRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
	return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
}

/** The page: an element for the script to render into, with a restrictive security policy. */
function pageHtml(webview: vscode.Webview, place: PagePlace, extensionUri: vscode.Uri): string {
	const address = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
	const nonce = randomBytes(16).toString('base64');
	const { cspSource } = webview;
	const app = `<main id="app" data-place="${place}"${languageAttributes(vscode.l10n.bundle)}></main>`;
	return `<!DOCTYPE html>
<html lang="en">
<head>
	<meta charset="UTF-8">
	<meta http-equiv="Content-Security-Policy" content="default-src 'none'; font-src ${cspSource}; style-src ${cspSource}; script-src 'nonce-${nonce}'">
	<meta name="viewport" content="width=device-width, initial-scale=1.0">
	<link rel="stylesheet" href="${address('dist', 'webview', 'codicon.css')}">
	<link rel="stylesheet" href="${address('media', 'trajectory.css')}">
	<title>Faultline</title>
</head>
<body>
	${app}
	<script nonce="${nonce}" src="${address('dist', 'webview', 'main.js')}"></script>
</body>
</html>`;
}

/** The language of the page, and its translations; '' for English. */
function languageAttributes(translations: object | undefined): string {
	if (translations === undefined) {
		return '';
	}
	const data = JSON.stringify(translations).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
	return ` lang="${vscode.env.language}" data-translations="${data}"`;
}
