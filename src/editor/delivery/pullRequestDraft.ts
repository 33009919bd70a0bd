import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PullRequestPlan } from '../../patches/node/pullRequest';
import { grouped } from '../../system/pure/text/counted';
import { codeLens } from '../display';
import { engineText } from '../engineText';
import { FlatFileSystem } from '../flatFileSystem';
import { commands } from '../ids';

const draftScheme = 'faultline-pull-request';

/** Title and text of a pull request as one Markdown document: the title is its first line. */
export interface DraftText {
	readonly title: string;
	readonly body: string;
}

function sentText(nFiles: number): string {
	return nFiles === 1 ? vscode.l10n.t('1 file will be sent') : vscode.l10n.t('{0} files will be sent', grouped(nFiles));
}

function draftDocument({ title, body }: DraftText): string {
	return `# ${title}\n\n${body}`;
}

export function readDraft(text: string): DraftText {
	const lines = text.replaceAll('\r\n', '\n').split('\n');
	const first = lines.findIndex(line => line.trim() !== '');
	const title = (lines[first] ?? '').replace(/^#{1,6}\s/, '').trim();
	return {
		title,
		body:
			first === -1
				? ''
				: `${lines
						.slice(first + 1)
						.join('\n')
						.trim()}\n`,
	};
}

/** One side of a file that is sent. */
export interface DraftSide {
	readonly side: 'before' | 'after';
	readonly path: string;
}

/**
 * The pull request that is being prepared, as documents of a file system of its own: its text, which the user edits like any
 * file, and both sides of the files that are sent. It is on no disk, and gone with the window.
 */
export class PullRequestDraft extends FlatFileSystem implements vscode.CodeLensProvider {
	private readonly drawn = new vscode.EventEmitter<void>();
	private readonly lenses: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.drawn.event;
	private text = '';
	private modifiedMs = 1;
	private current: PullRequestPlan | undefined;

	constructor(private readonly scheme: string = draftScheme) {
		super(scheme);
		this.lenses = vscode.languages.registerCodeLensProvider({ scheme, language: 'markdown' }, this);
	}

	get plan(): PullRequestPlan | undefined {
		return this.current;
	}

	/** Shows the text of a pull request. It replaces an earlier one's. */
	async open(plan: PullRequestPlan): Promise<void> {
		await this.close();
		this.current = plan;
		this.text = draftDocument(plan.commit.text);
		this.modifiedMs++;
		const document = await vscode.workspace.openTextDocument(this.uri);
		await vscode.window.showTextDocument(document, { preview: false });
		this.changed.fire([{ type: vscode.FileChangeType.Changed, uri: this.uri }]);
		this.drawn.fire();
	}

	/** Other changes are to be sent with the same text. */
	replacePlan(plan: PullRequestPlan): void {
		this.current = plan;
		this.modifiedMs++;
		this.drawn.fire();
	}

	/** The editor's text, saved or not. */
	edited(): DraftText {
		const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === this.uri.toString());
		return readDraft(document?.getText() ?? this.text);
	}

	/** Closes the text; nothing of it is kept. */
	async close(): Promise<void> {
		this.current = undefined;
		for (const tab of vscode.window.tabGroups.all.flatMap(group => group.tabs)) {
			const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
			if (uri?.scheme === this.scheme) {
				await vscode.window.showTextDocument(uri);
				await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
			}
		}
	}

	/** Both sides of the changes to send, in VS Code's own diff editor. */
	async showChanges(): Promise<void> {
		const { plan } = this;
		const rows = (plan?.commit.changes ?? []).map(({ path, before, after }) => {
			const side = (side: DraftSide['side']) =>
				vscode.Uri.from({ scheme: this.scheme, path: `/${path}`, query: JSON.stringify({ side, path }) });
			const [left, right] = [before && side('before'), after && side('after')];
			// "Open file" acts on the label, so it is the real file.
			return [vscode.Uri.file(join(plan?.commit.root ?? '', path)), left, right];
		});
		if (plan !== undefined) {
			await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Changes of {0}', plan.commit.branch), rows);
		}
	}

	provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
		const { plan } = this;
		if (plan === undefined || document.uri.toString() !== this.uri.toString()) {
			return [];
		}
		const [top, below] = [new vscode.Range(0, 0, 0, 0), new vscode.Range(1, 0, 1, 0)];
		const { changes, branch } = plan.commit;
		return [
			codeLens(top, {
				title: `$(git-pull-request-create) ${vscode.l10n.t('Create Draft Pull Request…')}`,
				command: commands.pullRequestCreate,
			}),
			codeLens(top, { title: `$(open-preview) ${vscode.l10n.t('Preview')}`, command: 'markdown.showPreviewToSide' }),
			codeLens(top, { title: `$(close) ${vscode.l10n.t('Discard')}`, command: commands.pullRequestDiscard }),
			codeLens(below, {
				title: `$(diff-multiple) ${sentText(changes.length)}`,
				command: commands.pullRequestShowChanges,
			}),
			codeLens(below, { title: `$(repo) ${plan.remote.project}`, command: '' }),
			codeLens(below, { title: `$(git-branch) ${vscode.l10n.t('{0} into {1}', branch, plan.into)}`, command: '' }),
			...plan.objections.map(({ text }) => codeLens(below, { title: `$(warning) ${engineText(text)}`, command: '' })),
		];
	}

	stat(uri: vscode.Uri): vscode.FileStat {
		const size = this.bytes(uri).length;
		const permissions = uri.query === '' ? {} : { permissions: vscode.FilePermission.Readonly };
		return { type: vscode.FileType.File, ctime: 0, mtime: this.modifiedMs, size, ...permissions };
	}

	readFile(uri: vscode.Uri): Uint8Array {
		return this.bytes(uri);
	}

	writeFile(_uri: vscode.Uri, content: Uint8Array): void {
		this.text = new TextDecoder().decode(content);
		this.modifiedMs++;
	}

	override dispose(): void {
		super.dispose();
		vscode.Disposable.from(this.lenses, this.drawn).dispose();
	}

	private get uri(): vscode.Uri {
		return vscode.Uri.from({ scheme: this.scheme, path: `/${vscode.l10n.t('Pull Request')}.md` });
	}

	private bytes(uri: vscode.Uri): Uint8Array {
		if (this.current === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		if (uri.query === '') {
			return new TextEncoder().encode(this.text);
		}
		const { side, path } = JSON.parse(uri.query) as DraftSide;
		return this.current.commit.changes.find(each => each.path === path)?.[side] ?? new Uint8Array();
	}
}
