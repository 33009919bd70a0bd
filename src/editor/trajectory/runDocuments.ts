import * as vscode from 'vscode';
import type { Run } from '../../core/model/run';
import type { RunStore } from '../../core/ports';
import type { SentRef } from '../../protocol/messages';
import { readRun } from '../run/readRun';
import type { ShownRun } from '../run/shownRun';
import { comparedMarkdown } from './comparedMarkdown';
import { runMarkdown } from './runMarkdown';
import { sentMarkdown } from './sentMarkdown';

const scheme = 'faultline-trajectory';
/** Virtual documents must not be told of every event: several in quick succession can be lost. */
const quietMs = 250;

/** What a document of ours is about; it travels in the document's address. */
type Subject =
	| { readonly kind: 'run'; readonly run: string }
	| ({ readonly kind: 'sent'; readonly run: string } & SentRef)
	| { readonly kind: 'compared'; readonly runs: readonly [string, string] };

/** Read-only documents made of runs: a trajectory as text, what was sent to a model, two runs side by side. */
export class RunDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	private readonly disposable: vscode.Disposable;
	private timer: NodeJS.Timeout | undefined;
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly runs: RunStore,
		private readonly shown: ShownRun,
	) {
		this.disposable = vscode.Disposable.from(
			vscode.workspace.registerTextDocumentContentProvider(scheme, this),
			shown.onDidChange(() => this.runChanged()),
		);
	}

	async openRun(run: string): Promise<void> {
		await open(runUri(run));
	}

	/** `title` stands in the tab. */
	async openSent(run: string, ref: SentRef, title: string): Promise<void> {
		// A request that is not there is told now, not in the document.
		sentMarkdown(await this.read(run), ref);
		const { node, request } = ref;
		await open(documentUri(title, { kind: 'sent', run, node, ...(request !== undefined && { request }) }));
	}

	async openCompared(first: string, second: string): Promise<void> {
		await open(documentUri('Compared runs', { kind: 'compared', runs: [first, second] }));
	}

	async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
		const subject = JSON.parse(query) as Subject;
		switch (subject.kind) {
			case 'run':
				return runMarkdown(await this.read(subject.run));
			case 'sent':
				return sentMarkdown(await this.read(subject.run), subject);
			case 'compared': {
				const [first, second] = subject.runs;
				return comparedMarkdown(await this.read(first), await this.read(second));
			}
		}
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.disposable.dispose();
		this.changed.dispose();
	}

	private read(runId: string): Promise<Run> {
		return readRun(runId, this.runs, this.shown);
	}

	private runChanged(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			if (this.shown.run !== undefined) {
				this.changed.fire(runUri(this.shown.run.id));
			}
		}, quietMs);
	}
}

/** Opens beside nothing in particular: where the person's editors are. */
async function open(uri: vscode.Uri): Promise<void> {
	await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

function runUri(run: string): vscode.Uri {
	return documentUri(run, { kind: 'run', run });
}

function documentUri(title: string, subject: Subject): vscode.Uri {
	return vscode.Uri.from({ scheme, path: `/${title}.md`, query: JSON.stringify(subject) });
}
