import * as vscode from 'vscode';
import type { PatchReview } from './patchReview';
import { reviewScheme } from './reviewDocuments';

/** Also in package.json: the menu of VS Code's peek shows our commands if the original has this scheme. */
const scheme = 'faultline-baseline';

/**
 * Shows pending hunks with VS Code's gutter bars and its red and green peek. The section in Source Control exists only while
 * hunks are pending.
 */
export class QuickDiff implements vscode.TextDocumentContentProvider, vscode.QuickDiffProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	private readonly disposable: vscode.Disposable;
	private shown:
		| { readonly control: vscode.SourceControl; readonly group: vscode.SourceControlResourceGroup }
		| undefined;
	readonly onDidChange = this.changed.event;

	constructor(private readonly review: PatchReview) {
		this.disposable = vscode.Disposable.from(
			this.changed,
			vscode.workspace.registerTextDocumentContentProvider(scheme, this),
			review.onDidChange(() => this.refresh()),
		);
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		return this.review.fileOf(uri.with({ scheme: reviewScheme }))?.pending.baseline ?? '';
	}

	provideOriginalResource(uri: vscode.Uri): vscode.Uri | undefined {
		return this.review.fileOf(uri) && baselineUri(uri);
	}

	dispose(): void {
		this.hide();
		this.disposable.dispose();
	}

	private refresh(): void {
		const { subject, files, nPending } = this.review;
		if (subject === undefined || nPending === 0) {
			this.hide();
		} else {
			this.shown ??= shownControl(vscode.l10n.t('Faultline: {0}', subject.title), this);
			this.shown.group.resourceStates = files
				.filter(({ pending }) => pending.hunks.length > 0)
				.map(({ uri, fileUri }) => ({
					resourceUri: fileUri,
					command: { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] },
					decorations: { tooltip: vscode.l10n.t('Pending changes of a patch') },
				}));
		}
		for (const { uri } of files) {
			this.changed.fire(baselineUri(uri));
		}
	}

	private hide(): void {
		this.shown?.control.dispose();
		this.shown = undefined;
	}
}

/** The URI of a read-only document: the review document without pending hunks. */
export function baselineUri(uri: vscode.Uri): vscode.Uri {
	return uri.with({ scheme });
}

function shownControl(label: string, quickDiff: vscode.QuickDiffProvider) {
	// With a root folder, VS Code would not ask for the originals of review documents.
	const control = vscode.scm.createSourceControl('faultline', label);
	control.quickDiffProvider = quickDiff;
	control.inputBox.visible = false;
	control.count = 0;
	return { control, group: control.createResourceGroup('pending', vscode.l10n.t('Pending Changes')) };
}
