import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import { type DeepLink, readDeepLink } from '../../node/issues/deepLink';
import { askModal } from '../display';
import { knownOrigins } from '../locate/resolveIssue';
import { workspaceRemote } from '../locate/workspaceRemote';
import { openRunFile } from '../replay/openRunFile';
import type { Services } from '../services';
import { showError } from '../showError';
import { workspaceRoots } from '../workspacePaths';

/** Follows links from outside of VS Code: shows what one wants to open, and from where, and starts nothing. */
export function linkHandler(services: Services): vscode.UriHandler {
	return {
		handleUri: async uri => {
			try {
				await follow(services, readDeepLink(uri, await allowedOrigins()));
			} catch (error) {
				void showError(services.log, error);
			}
		},
	};
}

/** The public servers, and the one that the open folder comes from, if that is trusted. */
async function allowedOrigins(): Promise<readonly string[]> {
	const remote = vscode.workspace.isTrusted ? await workspaceRemote() : undefined;
	return [...new Set([...knownOrigins, ...(remote === undefined ? [] : [remote.origin])])];
}

function follow(services: Services, link: DeepLink): Promise<void> {
	return link.kind === 'issue' ? openIssue(services, link) : openRun(services, link);
}

async function openIssue(services: Services, { address }: Extract<DeepLink, { kind: 'issue' }>): Promise<void> {
	if (workspaceRoots().length === 0) {
		throw new UserError('Open the folder with the code of the issue, then follow the link again.', {
			cures: [{ kind: 'openFolder' }],
		});
	}
	const { host } = new URL(address.origin);
	const read = 'Read Issue';
	const what = address.kind === 'issue' ? 'issue' : 'change';
	const answer = await askModal(
		`Open ${what} #${address.number} of ${address.project} from a link?`,
		`${address.url}\n\nIts text is read from ${host} and shown to you. Nothing is located before you start it, and no code is sent.`,
		read,
	);
	if (answer !== read) {
		return;
	}
	const { readIssue } = await import('../locate/readSource');
	const { title, body, source } = await readIssue(services, address);
	await services.trajectory.compose(body.includes(title) ? body : `${title}\n\n${body}`, source);
}

async function openRun(services: Services, { file }: Extract<DeepLink, { kind: 'run' }>): Promise<void> {
	const { size, mtime } = await stat(file).catch((error: unknown) => {
		throw new UserError(`The run file of a link cannot be read: ${errorText(error)}`);
	});
	const open = 'Open';
	const answer = await askModal(
		'Open a run file from a link?',
		`${file}\n${Math.ceil(size / 1000).toLocaleString()} KB, changed ${mtime.toLocaleString()}\n\nIt is only shown: nothing of it is run, applied or sent.`,
		open,
	);
	if (answer === open) {
		await openRunFile(services, vscode.Uri.file(file));
	}
}
