import * as vscode from 'vscode';
import type { IssueAddress } from '../../node/issues/issueAddress';
import { showError } from '../showError';
import type { SignIn } from './signIn';

/** A GitLab token for one server, typed in by the person, and kept in VS Code's secret storage if they say so. */
export function gitlabSignIn(secrets: vscode.SecretStorage, log: vscode.LogOutputChannel): SignIn {
	return {
		known: async address => secrets.get(keyOf(address)),
		offer: async (refusal, address) => {
			const give = 'Give a Token…';
			const answer = await vscode.window.showWarningMessage(refusal, give);
			return answer === give ? askToken(address) : undefined;
		},
		accepted: (token, address) => offerToKeep(secrets, token, address).catch(error => void showError(log, error)),
	};
}

async function offerToKeep(secrets: vscode.SecretStorage, token: string, address: IssueAddress): Promise<void> {
	const keep = 'Keep Token';
	const question = `Keep the token for ${hostOf(address)} in VS Code's secret storage?`;
	if ((await vscode.window.showInformationMessage(question, keep, 'Only This Time')) === keep) {
		await secrets.store(keyOf(address), token);
	}
}

async function askToken(address: IssueAddress): Promise<string | undefined> {
	const token = await vscode.window.showInputBox({
		title: `Token for ${hostOf(address)}`,
		prompt: `A personal access token with the scope read_api. It is sent to ${address.origin} and nowhere else.`,
		password: true,
		ignoreFocusOut: true,
		validateInput: text => (/[^\x21-\x7e]/.test(text.trim()) ? 'A token has no blanks in it.' : undefined),
	});
	return token?.trim() || undefined;
}

function hostOf({ origin }: IssueAddress): string {
	return new URL(origin).host;
}

function keyOf({ origin }: IssueAddress): string {
	return `gitlabToken:${origin}`;
}
