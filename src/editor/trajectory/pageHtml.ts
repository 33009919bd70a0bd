import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the page's own files lie; it may load nothing else. */
export function pageRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
	return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
}

/** The page of the trajectory view: a place for the script to draw into, under a policy that allows nothing else. */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
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
