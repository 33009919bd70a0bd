import * as vscode from 'vscode';
import { shownText } from '../../system/pure/text/shownText';
import { registerDocuments } from '../showError';

const scheme = 'faultline-failure';

/** The reports about a failure, as documents that cannot be edited, by their titles. */
export class FailureReports implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	private readonly texts = new Map<string, string>();
	private readonly documents = registerDocuments(scheme, {
		onDidChange: this.changed.event,
		provideTextDocumentContent: ({ path }) => shownText(this.texts.get(path) ?? ''),
	});

	/** Opens a report; one of the same title is replaced. */
	async show(title: string, text: string): Promise<void> {
		const uri = vscode.Uri.from({ scheme, path: `/${title.replaceAll('/', ' ')}` });
		this.texts.set(uri.path, text);
		this.changed.fire(uri);
		await vscode.window.showTextDocument(uri, { preview: false });
	}

	dispose(): void {
		this.documents.dispose();
		this.changed.dispose();
	}
}
