import * as vscode from 'vscode';
import { foldRun } from '../../core/model/run';
import type { RunStore } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import type { ShownRun } from '../run/shownRun';
import { runMarkdown } from './runMarkdown';

const scheme = 'faultline-trajectory';
/** Virtual documents must not be told of every event: several in quick succession can be lost. */
const quietMs = 250;

/** Read-only documents that hold a run as text: the trajectory for whoever prefers an editor to a view. */
export class TrajectoryDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly runs: RunStore;
	private readonly shown: ShownRun;
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	private readonly disposable: vscode.Disposable;
	private timer: NodeJS.Timeout | undefined;
	readonly onDidChange = this.changed.event;

	constructor(runs: RunStore, shown: ShownRun) {
		this.runs = runs;
		this.shown = shown;
		this.disposable = vscode.Disposable.from(
			vscode.workspace.registerTextDocumentContentProvider(scheme, this),
			shown.onDidChange(() => this.runChanged()),
		);
	}

	/** Opens the run shown beside nothing in particular: where the person's editors are. */
	async open(): Promise<void> {
		const { run } = this.shown;
		if (run === undefined) {
			throw new UserError('There is no run to open as text. Locate a bug first, or open a past run.');
		}
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(documentUri(run.id)), {
			preview: true,
		});
	}

	async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
		const runId = path.replace(/^\//, '').replace(/\.md$/, '');
		const { run } = this.shown;
		return runMarkdown(run?.id === runId ? run : foldRun(await this.runs.read(runId)));
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.disposable.dispose();
		this.changed.dispose();
	}

	private runChanged(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			if (this.shown.run !== undefined) {
				this.changed.fire(documentUri(this.shown.run.id));
			}
		}, quietMs);
	}
}

function documentUri(runId: string): vscode.Uri {
	return vscode.Uri.from({ scheme, path: `/${runId}.md` });
}
