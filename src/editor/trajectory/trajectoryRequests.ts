import * as vscode from 'vscode';
import type { RevealTarget, ToWebview } from '../../protocol/messages';
import { views } from '../ids';

/** What other features ask of the trajectory view. Asking shows the view. */
export class TrajectoryRequests implements vscode.Disposable {
	private readonly requested = new vscode.EventEmitter<
		Extract<ToWebview, { type: 'reveal' | 'compose' | 'askFeedback' }>
	>();
	readonly onDidRequest = this.requested.event;

	/** Puts the focus on a round or a location of the run shown. */
	async reveal(target: RevealTarget): Promise<void> {
		this.requested.fire({ type: 'reveal', target });
		await this.focus();
	}

	/** Puts the focus into the issue box. */
	async compose(draft?: string): Promise<void> {
		this.requested.fire({ type: 'compose', ...(draft === undefined ? {} : { draft }) });
		await this.focus();
	}

	/** Puts the focus into a box for feedback on a round of the run shown. */
	async askFeedback(round: string): Promise<void> {
		this.requested.fire({ type: 'askFeedback', round });
		await this.focus();
	}

	/** Brings the view on screen. */
	async focus(): Promise<void> {
		await vscode.commands.executeCommand(`${views.trajectory}.focus`);
	}

	dispose(): void {
		this.requested.dispose();
	}
}
