import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { type DeepLink, readDeepLink } from '../../history/node/servers/deepLink';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { askModal } from '../display';
import { knownOrigins } from '../locate/resolveIssue';
import { workspaceRemote } from '../locate/workspaceRemote';
import { openRunFile } from '../replay/openRunFile';
import type { Services } from '../services';
import { showError } from '../showError';
import { workspaceRoots } from '../workspacePaths';

/** Follows links from outside of VS Code: shows the target and the source of a link, and starts nothing. */
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
	const { number, project } = address;
	const read = vscode.l10n.t('Read Issue');
	const what = vscode.l10n.t(
		'Its text is read from {0} and shown to you. Nothing is located before you start it, and no code is sent.',
		host,
	);
	const answer = await askModal(
		address.kind === 'issue'
			? vscode.l10n.t('Open issue #{0} of {1} from a link?', number, project)
			: vscode.l10n.t('Open change #{0} of {1} from a link?', number, project),
		`${address.url}\n\n${what}`,
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
	const open = vscode.l10n.t('Open');
	const facts = vscode.l10n.t(
		'{0} KB, changed {1}',
		Math.ceil(size / 1000).toLocaleString(vscode.env.language),
		mtime.toLocaleString(vscode.env.language),
	);
	const what = vscode.l10n.t('It is only shown: nothing of it is run, applied or sent.');
	const answer = await askModal(vscode.l10n.t('Open a run file from a link?'), `${file}\n${facts}\n\n${what}`, open);
	if (answer === open) {
		await openRunFile(services, vscode.Uri.file(file));
	}
}
