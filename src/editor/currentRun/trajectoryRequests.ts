import * as vscode from 'vscode';
import type { IssueSource } from '../../runs/pure/model/issue';
import type { RevealTarget, ToWebview } from '../../webview/protocol/messages';
import { views } from '../ids';

/** Requests of other features to the pages that show the run. Each request shows one. */
export class TrajectoryRequests implements vscode.Disposable {
	private readonly requested = new vscode.EventEmitter<
		Extract<ToWebview, { type: 'reveal' | 'compose' | 'askFeedback' }>
	>();
	readonly onDidRequest = this.requested.event;
	private showTab: (() => void) | undefined;

	private composed: { readonly draft: string; readonly source: IssueSource } | undefined;
	private readonly onScreen = new Set<object>();

	/** The source of a text in the issue box: the user wrote or pasted it, unless it is the draft that was put there. */
	sourceOf(text: string): IssueSource {
		return this.composed?.draft.trim() === text.trim() ? this.composed.source : { kind: 'text' };
	}

	/** Whether a page that shows the run is on screen. */
	get isVisible(): boolean {
		return this.onScreen.size > 0;
	}

	/** Call when a page that shows the run appears or disappears. */
	markVisible(page: object, visible: boolean): void {
		visible ? this.onScreen.add(page) : this.onScreen.delete(page);
	}

	/** Focuses a round or a location of the run shown. */
	async reveal(target: RevealTarget): Promise<void> {
		this.requested.fire({ type: 'reveal', target });
		await this.focus();
	}

	/** Focuses the issue box. `source`: of the draft's text. */
	async compose(draft?: string, source?: IssueSource): Promise<void> {
		this.composed = draft !== undefined && source !== undefined ? { draft, source } : undefined;
		this.requested.fire({ type: 'compose', ...(draft === undefined ? {} : { draft }) });
		await this.focus();
	}

	/** Focuses a box for feedback on a round of the run shown. */
	async askFeedback(round: string): Promise<void> {
		this.requested.fire({ type: 'askFeedback', round });
		await this.focus();
	}

	/** Shows the run: in its tab while that is on screen, else in the sidebar. */
	async focus(): Promise<void> {
		if (this.showTab === undefined) {
			await vscode.commands.executeCommand(`${views.trajectory}.focus`);
		} else {
			this.showTab();
		}
	}

	/** `show` focuses the tab; undefined while it is not on screen. */
	offerTab(show: (() => void) | undefined): void {
		this.showTab = show;
	}

	dispose(): void {
		this.requested.dispose();
	}
}
