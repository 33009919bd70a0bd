import * as vscode from 'vscode';
import { type ContentKind, isCovered, type SentContent } from '../../runs/pure/model/sentContent';
import { readSettings } from '../settings/settings';

const stateKey = 'sending.agreed';

type Agreed = Readonly<Record<string, readonly ContentKind[]>>;

/**
 * The user's agreements to send text without a further review, by server: for this workspace, in VS Code's storage for
 * it and never in its files. None in a workspace that is not trusted.
 */
export class SendingAgreements {
	constructor(private readonly state: vscode.Memento) {}

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
		const kinds = this.agreed[content.server];
		return this.offer !== undefined && kinds !== undefined && isCovered(content, { ...content, kinds });
	}

	async add({ server, kinds }: SentContent): Promise<void> {
		if (this.offer !== undefined) {
			const all = [...new Set([...(this.agreed[server] ?? []), ...kinds])];
			await this.state.update(stateKey, { ...this.agreed, [server]: all });
		}
	}

	/** Each later run is reviewed again. */
	async clear(): Promise<void> {
		await this.state.update(stateKey, undefined);
	}

	private get agreed(): Agreed {
		return this.state.get<Agreed>(stateKey, {});
	}
}
