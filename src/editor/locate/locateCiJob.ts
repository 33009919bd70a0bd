import * as vscode from 'vscode';
import { currentBranch, projectsOn } from '../../history/node/servers/branchProjects';
import { type FailedJob, failedJob } from '../../history/node/servers/githubJobs';
import { githubApiOf, githubOrigin, githubScopes } from '../../history/node/servers/githubServer';
import { IssueRefused } from '../../history/node/servers/issueRefused';
import { UserError } from '../../system/pure/errors/userError';
import { showMessage } from '../display';
import { withCancel } from '../models/withCancel';
import { workspaceRoots } from '../workspacePaths';
import { accountSignIn } from './readSource';
import { locateText, type StartLocatingDeps } from './startLocating';

/** The branch of a folder, and the repositories on GitHub whose jobs may be about it. */
export interface CheckedOut {
	readonly branch: string;
	readonly projects: readonly string[];
}

/** How the jobs of GitHub are read. */
export interface CiSource {
	/** Throws `UserError` if no folder is on a branch of a repository of GitHub. */
	checkedOut(): Promise<CheckedOut>;
	/** Undefined: no job has failed. */
	failedJob(checkedOut: CheckedOut, token: string | undefined, signal: AbortSignal): Promise<FailedJob | undefined>;
}

/**
 * Locates the last failed job of the current branch on GitHub. Its log is read from GitHub, with VS Code's session there if
 * there is one; the user is asked to sign in only if GitHub refuses. Throws `UserError`, which states the remedy.
 */
export async function locateCiJob(deps: StartLocatingDeps, source: CiSource = github): Promise<void> {
	const checkedOut = await source.checkedOut();
	const job = await readJob(deps, source, checkedOut);
	if (job === undefined) {
		const { branch, projects } = checkedOut;
		const where = new Intl.ListFormat(vscode.env.language, { type: 'disjunction' }).format(projects);
		void showMessage('Information', vscode.l10n.t('No job of the branch {0} has failed in {1}.', branch, where));
		return;
	}
	const { readCiLog } = await import('../../localizer/pure/received/ci/readCiLog');
	const { text } = readCiLog(job.log, await deps.index.languages(), { failedSteps: job.steps });
	await locateText(deps, text, { kind: 'command', ref: `${job.workflow} › ${job.name}` });
}

async function readJob(
	{ log }: StartLocatingDeps,
	source: CiSource,
	checkedOut: CheckedOut,
): Promise<FailedJob | undefined> {
	const signIn = accountSignIn({ name: 'GitHub', provider: 'github', scopes: githubScopes, log });
	const title = vscode.l10n.t('Reading the failed job of {0} from GitHub', checkedOut.branch);
	const read = async (token: string | undefined) => {
		let isRead = false;
		const job = await withCancel(title, async signal => {
			const found = await source.failedJob(checkedOut, token, signal);
			isRead = true;
			return found;
		});
		if (!isRead) {
			throw new vscode.CancellationError();
		}
		return job;
	};
	try {
		return await read(await signIn.known());
	} catch (error) {
		const token = error instanceof IssueRefused ? await signIn.offer(error.message) : undefined;
		if (error instanceof IssueRefused && token === undefined) {
			throw new vscode.CancellationError();
		}
		if (token === undefined) {
			throw error;
		}
		return await read(token);
	}
}

const github: CiSource = {
	async checkedOut() {
		for (const { dir } of workspaceRoots()) {
			const [branch, projects] = await Promise.all([currentBranch(dir), projectsOn(dir, githubOrigin)]);
			if (branch !== undefined && projects.length > 0) {
				return { branch, projects };
			}
		}
		throw new UserError('No folder here is on a branch of a repository on GitHub. Open the log of the job instead.');
	},
	failedJob: (checkedOut, token, signal) => failedJob({ ...checkedOut, api: githubApiOf(githubOrigin), token, signal }),
};
