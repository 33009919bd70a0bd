import * as vscode from 'vscode';
import type { ZoektChoice } from '../../code/node/codeSearch/zoektServer';
import type { CodeSearchServer } from '../../code/pure/codeSearch/codeSearchServer';
import { UserError } from '../../system/pure/errors/userError';
import { showMessage } from '../display';
import { RememberedDecisions } from '../rememberedDecisions';
import { settingNames } from '../settings/settingNames';

const allow = vscode.l10n.t('Allow');
const never = vscode.l10n.t('Never in This Workspace');

type Ask = (text: string) => Thenable<string | undefined>;

/**
 * The code search server of the settings. It is asked once the user has agreed to that, for this workspace: the first
 * search that needs it brings the question, and does not wait for the answer.
 */
export class CodeSearch {
	/** Those that the user was asked about in this window. */
	private readonly questions = new Set<string>();

	/** Whether a server may be asked, by its address. */
	readonly decisions: RememberedDecisions<boolean>;

	constructor(
		state: vscode.Memento,
		private readonly ask: Ask = text => showMessage('Information', text, allow, never),
	) {
		this.decisions = new RememberedDecisions(state, 'codeSearch.agreed');
	}

	/** Undefined if none is set, the user refused it, or the workspace is not trusted. */
	readonly server = (): CodeSearchServer | undefined => {
		const choice = chosenServer();
		if (choice === undefined || !vscode.workspace.isTrusted || this.decisions.all[choice.address] === false) {
			return undefined;
		}
		const server = URL.canParse(choice.address) ? new URL(choice.address).host : choice.address;
		return {
			server,
			filesWith: async (words, signal) => {
				const { zoektServer } = await import('../../code/node/codeSearch/zoektServer');
				const zoekt = zoektServer(choice);
				if (this.decisions.all[choice.address] !== true) {
					void this.bringQuestion(choice.address, server);
					throw new UserError(`${server} was not asked, as the user has not agreed to that yet.`);
				}
				return zoekt.filesWith(words, signal);
			},
		};
	};

	private async bringQuestion(address: string, server: string): Promise<void> {
		if (this.questions.has(address)) {
			return;
		}
		this.questions.add(address);
		const answer = await this.ask(
			vscode.l10n.t(
				'A search in this workspace ended at its limit. May Faultline ask the code search server {0} where it could not search? It is sent words of such searches.',
				server,
			),
		);
		if (answer !== undefined) {
			this.questions.delete(address);
			await this.decisions.set(address, answer === allow);
		}
	}
}

function chosenServer(): ZoektChoice | undefined {
	const configuration = vscode.workspace.getConfiguration();
	const address = configuration.get(settingNames.codeSearchServer, '').trim();
	const repository = configuration.get(settingNames.codeSearchRepository, '').trim() || undefined;
	return address === '' ? undefined : { address, repository };
}
