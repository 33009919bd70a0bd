import * as vscode from 'vscode';
import { uriOfPath } from '../../workspacePaths';
import type { UserFiles } from '../userFiles';
import type { EndedReview, ReviewSubject } from './patchReview';

const key = 'patch.leftUnsaved';

interface LeftFile {
	readonly subject: ReviewSubject;
	readonly path: string;
}

/**
 * Files that hold an accepted patch and that only the person saves, as they had changes of their own in them. Each is here
 * until it is saved, reverted or closed, also in the next window.
 */
export class LeftUnsaved implements vscode.Disposable {
	private readonly memento: vscode.Memento;
	private readonly userFiles: UserFiles;
	private readonly log: vscode.LogOutputChannel;
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChange = this.changed.event;

	constructor(memento: vscode.Memento, userFiles: UserFiles, log: vscode.LogOutputChannel) {
		this.memento = memento;
		this.userFiles = userFiles;
		this.log = log;
		this.disposable = vscode.Disposable.from(
			this.changed,
			// Saved, or undone or reverted until nothing is left to save: VS Code tells all of it in this way.
			vscode.workspace.onDidChangeTextDocument(({ document }) => document.isDirty || this.letGo(document.uri)),
			vscode.workspace.onDidCloseTextDocument(({ uri }) => this.letGo(uri)),
		);
	}

	get files(): readonly LeftFile[] {
		return this.memento.get<readonly LeftFile[]>(key, []);
	}

	add({ subject, unsaved }: EndedReview): void {
		const others = this.files.filter(({ path }) => !unsaved.includes(path));
		this.keep([...others, ...unsaved.map(path => ({ subject, path }))]);
	}

	/** Goes on in a new window: what was saved or lost since is none of ours any more. */
	async restore(): Promise<void> {
		const dirty = await Promise.all(this.files.map(({ path }) => isDirty(path)));
		this.keep(this.files.filter((_file, at) => dirty[at]));
	}

	dispose(): void {
		this.disposable.dispose();
	}

	private letGo(uri: vscode.Uri): void {
		const file = this.files.find(({ path }) => uriOfPath(path)?.toString() === uri.toString());
		if (file !== undefined) {
			this.keep(this.files.filter(({ path }) => path !== file.path));
			this.userFiles.savedByPerson(uri, file.subject).catch((error: unknown) => this.log.error(String(error)));
		}
	}

	private keep(files: readonly LeftFile[]): void {
		void this.memento.update(key, files);
		this.changed.fire();
	}
}

async function isDirty(path: string): Promise<boolean> {
	const uri = uriOfPath(path);
	try {
		return uri !== undefined && (await vscode.workspace.openTextDocument(uri)).isDirty;
	} catch {
		// Deleted meanwhile.
		return false;
	}
}
