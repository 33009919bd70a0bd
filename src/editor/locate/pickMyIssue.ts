import * as vscode from 'vscode';
import { githubApiOf, githubScopes } from '../../history/node/servers/githubServer';
import { IssueRefused } from '../../history/node/servers/issueRefused';
import { type MyIssue, myIssues } from '../../history/node/servers/myIssues';
import type { RemoteProject } from '../../history/node/servers/remoteProject';
import type { Issue } from '../../runs/pure/model/issue';
import { UserError } from '../../system/pure/errors/userError';
import { pickRow, showMessage } from '../display';
import { engineText } from '../engineText';
import { withCancel } from '../models/withCancel';

/** The result of VS Code's own GitHub sign-in. */
interface GithubAccount {
	readonly user: string;
	readonly token: string;
}

export interface PickMyIssueDeps {
	/** Asks the user to sign in if needed; `again`: with another account. Undefined: the user declined. */
	readonly signIn: (again: boolean) => Promise<GithubAccount | undefined>;
	/** Base URL of GitHub's REST API. */
	readonly api: string;
}

/** The user's own open issues in the project of the workspace. */
export function githubAccount(origin: string): PickMyIssueDeps {
	return {
		api: githubApiOf(origin),
		signIn: async again => {
			try {
				const options = { createIfNone: true, ...(again && { clearSessionPreference: true }) };
				const { accessToken, account } = await vscode.authentication.getSession('github', [...githubScopes], options);
				return { user: account.label, token: accessToken };
			} catch {
				// VS Code rejects if the user declines, and if it has no sign-in for GitHub.
				return undefined;
			}
		},
	};
}

/**
 * Lets the user choose one of their open issues: assigned to them, created by them, or mentioning them. Signs in by VS
 * Code first. Undefined: the user cancelled. Throws `UserError`, which states the remedy.
 */
export async function pickMyIssue(
	{ project }: RemoteProject,
	{ signIn, api }: PickMyIssueDeps,
): Promise<Issue | undefined> {
	let account = await signIn(false);
	for (;;) {
		if (account === undefined) {
			throw new UserError(
				'Sign in to GitHub to see your issues: choose this entry again and allow it, or paste the text of the issue.',
			);
		}
		const { user, token } = account;
		try {
			const issues = await withCancel(vscode.l10n.t('Reading your issues of {0} from GitHub', project), signal =>
				myIssues({ project, user, token, api, signal }),
			);
			return issues && (await choose(issues, { project, user }));
		} catch (error) {
			const other = vscode.l10n.t('Use Another Account');
			const isRefused = error instanceof IssueRefused;
			if (!isRefused || (await showMessage('Warning', engineText(error.message), other)) !== other) {
				throw isRefused ? new vscode.CancellationError() : error;
			}
			account = await signIn(true);
		}
	}
}

async function choose(
	issues: readonly MyIssue[],
	{ project, user }: { readonly project: string; readonly user: string },
): Promise<Issue | undefined> {
	if (issues.length === 0) {
		throw new UserError(
			`No open issue of ${project} is assigned to ${user}, was created by them or mentions them. Type #123 for any other one.`,
		);
	}
	const rows = issues.map(({ number, issue, relations, updatedAt }) => ({
		label: `$(issues) #${number} ${issue.title}`,
		description: [relations.map(engineText).join(', '), updatedAt.slice(0, 10)].filter(text => text !== '').join(' · '),
		issue,
	}));
	const options = {
		title: vscode.l10n.t('Open Issues of {0}', project),
		placeHolder: vscode.l10n.t('Choose the issue to locate'),
		matchOnDescription: true,
	};
	return (await pickRow(rows, options))?.issue;
}
