import * as vscode from 'vscode';
import { type ContentKind, isCovered, type SentContent } from '../../runs/pure/model/sentContent';
import { RememberedDecisions } from '../rememberedDecisions';
import { readSettings } from '../settings/settings';

/**
 * The user's agreements to send text without a further review, by server: for this workspace, in VS Code's storage for
 * it and never in its files. None in a workspace that is not trusted.
 */
export class SendingAgreements {
	/** By the server. */
	readonly decisions: RememberedDecisions<readonly ContentKind[]>;

	constructor(state: vscode.Memento) {
		this.decisions = new RememberedDecisions(state, 'sending.agreed');
	}

	/**
	 * How a review offers to be the last one for its server: not at all, as a choice, or as a choice that is made unless
	 * the user changes it.
	 */
	get offer(): 'choice' | 'preset' | undefined {
		const { reviewBeforeSending } = readSettings();
		if (!vscode.workspace.isTrusted || reviewBeforeSending === 'always') {
			return undefined;
		}
		return reviewBeforeSending === 'oncePerServer' ? 'preset' : 'choice';
	}

	covers(content: SentContent): boolean {
		const kinds = this.decisions.all[content.server];
		return this.offer !== undefined && kinds !== undefined && isCovered(content, { ...content, kinds });
	}

	async add({ server, kinds }: SentContent): Promise<void> {
		if (this.offer !== undefined) {
			await this.decisions.set(server, [...new Set([...(this.decisions.all[server] ?? []), ...kinds])]);
		}
	}
}
