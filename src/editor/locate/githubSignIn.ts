import * as vscode from 'vscode';
import type { SignIn } from './signIn';

const scopes = ['repo'];

/** VS Code's own GitHub account: a session is used if the person has one; nobody is asked for a public issue. */
export function githubSignIn(log: vscode.LogOutputChannel): SignIn {
	return {
		known: async () => (await knownSession(log))?.accessToken,
		offer: async refusal => {
			const signIn = 'Sign in to GitHub';
			if ((await vscode.window.showWarningMessage(refusal, signIn)) !== signIn) {
				return undefined;
			}
			// Whoever was refused with one account may have another.
			const options = { createIfNone: true, clearSessionPreference: true };
			return (await vscode.authentication.getSession('github', scopes, options)).accessToken;
		},
		accepted: async () => undefined,
	};
}

async function knownSession(log: vscode.LogOutputChannel): Promise<vscode.AuthenticationSession | undefined> {
	try {
		return await vscode.authentication.getSession('github', scopes, { silent: true });
	} catch (error) {
		log.info(`VS Code has no GitHub account to ask for: ${String(error)}`);
		return undefined;
	}
}
