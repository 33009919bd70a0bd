import * as vscode from 'vscode';
import { type GithubAccess, githubApiOf, githubOrigin } from '../../history/node/servers/githubServer';
import { PatchCopies } from '../../runs/node/patchCopies';
import type { Run } from '../../runs/pure/fold/run';
import { UserError } from '../../system/pure/errors/userError';
import { askInput, askModal, pickRow, showMessage } from '../display';
import { commands, contextKeys } from '../ids';
import { DecisionLogs } from '../patches/decisionLogs';
import { UserFiles } from '../patches/userFiles';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import type { HandingOn, HandingOnDeps, PullRequestForm } from './handingOn';
import { PullRequestDraft } from './pullRequestDraft';

const formExtension = 'GitHub.vscode-pull-request-github';

/** Registers the ways to deliver accepted changes: as a file, as a commit, and as a pull request. */
export function registerDelivery({
	extension,
	log,
	shown,
	runs,
	clock,
	patches,
	context,
}: Services): vscode.Disposable {
	const draft = new PullRequestDraft();
	const decisions = new DecisionLogs(runs, shown, clock);
	const deps = {
		...{ draft, clock, log, origins: githubOrigins, access: githubSession },
		run: () => shown.run,
		events: runId => runs.read(runId),
		copies: new PatchCopies(runs),
		record: (runId, event) => decisions.emit(runId, event),
		userFiles: new UserFiles(),
		packageRoot: extension.extensionUri.fsPath,
		dialogs: {
			confirm: askModal,
			input: askInput,
			file: options => vscode.window.showSaveDialog(options),
			inform: (message, action) => showMessage('Information', message, action),
		},
		openForm: () =>
			vscode.extensions.getExtension(formExtension) === undefined
				? undefined
				: (form: PullRequestForm) => vscode.commands.executeCommand('pr.create', form),
	} satisfies HandingOnDeps;
	let handingOn: Promise<HandingOn> | undefined;
	const act = () => {
		handingOn ??= import('./handingOn').then(({ HandingOn }) => new HandingOn(deps));
		return handingOn;
	};
	const offer = () => {
		const isAccepted = patches.patches().some(({ state }) => state === 'accepted' || state === 'partial');
		context.set(contextKeys.hasAccepted, isAccepted);
	};
	offer();
	// A text of the last window is gone.
	void draft.close();
	return vscode.Disposable.from(
		draft,
		patches.onDidChange(offer),
		registerCommand(log, commands.deliveryHandOn, () => handOn(shown.run)),
		registerCommand(log, commands.deliverySavePatch, async () => (await act()).savePatch()),
		registerCommand(log, commands.deliveryCommit, async () => (await act()).commit()),
		registerCommand(log, commands.pullRequestOpen, async () => (await act()).preview()),
		registerCommand(log, commands.pullRequestCreate, async () => (await act()).create()),
		registerCommand(log, commands.pullRequestShowChanges, () => draft.showChanges()),
		registerCommand(log, commands.pullRequestDiscard, () => draft.close()),
	);
}

/** Lets the user choose how accepted changes are handed on. Only a run that is done has a pull request. */
async function handOn(run: Run | undefined): Promise<void> {
	const rows = [
		{ label: `$(save) ${vscode.l10n.t('Save as .patch…')}`, command: commands.deliverySavePatch },
		{ label: `$(git-branch) ${vscode.l10n.t('Commit on a New Branch…')}`, command: commands.deliveryCommit },
		...(run?.state === 'done' ? [{ label: pullRequestLabel(run), command: commands.pullRequestOpen }] : []),
	];
	const chosen = await pickRow(rows, { title: vscode.l10n.t('Hand On Accepted Changes') });
	if (chosen !== undefined) {
		await vscode.commands.executeCommand(chosen.command);
	}
}

function pullRequestLabel({ deliveries }: Run): string {
	return deliveries.some(({ pullRequest }) => pullRequest !== undefined)
		? `$(git-pull-request) ${vscode.l10n.t('Show Pull Request')}`
		: `$(git-pull-request) ${vscode.l10n.t('Open Pull Request…')}`;
}

const scopes = ['repo'];

/** The GitHub servers that VS Code can sign in to: github.com, and the Enterprise server of its own setting. */
function githubOrigins(): readonly string[] {
	const uri = vscode.workspace.getConfiguration('github-enterprise').get<string>('uri', '');
	return [githubOrigin, ...(URL.canParse(uri) ? [new URL(uri).origin] : [])];
}

/** The user's account on a server, by VS Code's own sign-in; VS Code asks for it. Throws if the user declines. */
async function githubSession(origin: string): Promise<GithubAccess> {
	if (!githubOrigins().includes(origin)) {
		throw new UserError(`VS Code has no sign-in for ${origin}. Set it in github-enterprise.uri.`);
	}
	const provider = origin === githubOrigin ? 'github' : 'github-enterprise';
	const { accessToken } = await vscode.authentication.getSession(provider, scopes, { createIfNone: true });
	return { origin, api: githubApiOf(origin), token: accessToken };
}
