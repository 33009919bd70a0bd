import { pathToFileURL } from 'node:url';

/** What a VS Code window is to open. All paths are absolute. */
export interface WindowContents {
	/** A folder, or a `.code-workspace` file; none opens an empty window. */
	readonly folder?: string;
	readonly extensionDevelopmentPaths: readonly string[];
	/** A module whose `run()` is called in the extension host. */
	readonly extensionTestsPath?: string;
}

/** The address at which a VS Code server started with its smoke-test driver shows these contents. */
export function workbenchUrl(port: number, contents: WindowContents): string {
	const authority = `127.0.0.1:${port}`;
	const remote = (path: string) => `vscode-remote://${authority}${pathToFileURL(path).pathname}`;
	const payload = contents.extensionDevelopmentPaths.map(path => ['extensionDevelopmentPath', remote(path)]);
	if (contents.extensionTestsPath) {
		payload.push(['extensionTestsPath', remote(contents.extensionTestsPath)]);
	}
	const query = new URLSearchParams({ payload: JSON.stringify(payload) });
	if (contents.folder) {
		query.set(contents.folder.endsWith('.code-workspace') ? 'workspace' : 'folder', contents.folder);
	} else {
		query.set('ew', 'true');
	}
	return `http://${authority}/?${query}`;
}
