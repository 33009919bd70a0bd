import * as vscode from 'vscode';

/** A file system of documents that exist only in the editor: there are no folders, and files cannot be removed or renamed. */
export abstract class FlatFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
	protected readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
	readonly onDidChangeFile = this.changed.event;
	private readonly registered: vscode.Disposable;

	constructor(scheme: string) {
		this.registered = vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true });
	}

	abstract stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
	abstract readFile(uri: vscode.Uri): Uint8Array | Promise<Uint8Array>;
	abstract writeFile(uri: vscode.Uri, content: Uint8Array): void | Promise<void>;

	watch(): vscode.Disposable {
		return vscode.Disposable.from();
	}

	readDirectory(): never {
		throw vscode.FileSystemError.NoPermissions();
	}

	createDirectory(): never {
		throw vscode.FileSystemError.NoPermissions();
	}

	delete(): never {
		throw vscode.FileSystemError.NoPermissions();
	}

	rename(): never {
		throw vscode.FileSystemError.NoPermissions();
	}

	dispose(): void {
		this.registered.dispose();
		this.changed.dispose();
	}
}
