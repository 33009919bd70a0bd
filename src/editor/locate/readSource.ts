import * as vscode from 'vscode';
import { fetchIssue } from '../../history/node/servers/fetchIssue';
import { readIssueReference } from '../../history/node/servers/issueReference';
import { IssueRefused } from '../../history/node/servers/issueRefused';
import type { IssueAddress } from '../../history/node/servers/issueServer';
import { issueServers, serverOf } from '../../history/node/servers/issueServers';
import type { RemoteProject } from '../../history/node/servers/remoteProject';
import type { Issue, IssueSource } from '../../runs/pure/model/issue';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { decodeText } from '../../system/pure/text/decodeText';
import { askInput, showMessage } from '../display';
import type { EditorLog } from '../editorLog';
import { engineText } from '../engineText';
import type { Services } from '../services';
import { showError } from '../showError';
import { type CheckedIssue, checkIssue } from './checkIssue';
import type { OfferedSource } from './issueSources';
import { namesIssue, resolveIssue, serverNames } from './resolveIssue';
import { workspaceRemote } from './workspaceRemote';

export type ReadSourceDeps = Pick<Services, 'extension' | 'log' | 'index'>;

/**
 * The issue of a row of the picker. `compose`: the user wants to write it; `command`: it is the last failed command;
 * undefined: the user cancelled.
 */
export async function readSource(
	deps: ReadSourceDeps,
	{ from }: OfferedSource,
): Promise<CheckedIssue | 'compose' | 'command' | undefined> {
	switch (from.kind) {
		case 'compose':
		case 'command':
			return from.kind;
		case 'text':
			return readIssueText(deps, from.text, from.source);
		case 'file':
			return chooseFile(deps);
		case 'mine': {
			const { githubAccount, pickMyIssue } = await import('./pickMyIssue');
			const issue = await pickMyIssue(from.remote, githubAccount(from.remote.origin));
			return issue && { issue };
		}
		case 'name': {
			const remote = await workspaceRemote();
			const name = from.name ?? (await askName(remote));
			const address = name && resolveIssue(name, remote);
			return address ? { issue: await readIssue(deps, address) } : undefined;
		}
	}
}

/** An issue from text. If the text is exactly the address or number of an issue, that issue is read. */
export async function readIssueText(deps: ReadSourceDeps, text: string, source: IssueSource): Promise<CheckedIssue> {
	const address = namesIssue(text) ? resolveIssue(text, await workspaceRemote()) : undefined;
	return address === undefined
		? checkIssue(text, source, await deps.index.languages())
		: { issue: await readIssue(deps, address) };
}

/** The issue at an address, with the user's sign-in for its server. Throws as `readIssueAt` does. */
export function readIssue(
	{ extension, log }: Pick<ReadSourceDeps, 'extension' | 'log'>,
	address: IssueAddress,
): Promise<Issue> {
	const { name, signIn } = serverOf(address);
	return readIssueAt(
		address,
		signIn.kind === 'account'
			? accountSignIn({ ...signIn, name, log })
			: tokenSignIn({ ...signIn, secrets: extension.secrets, log }),
	);
}

async function chooseFile({ index }: ReadSourceDeps): Promise<CheckedIssue | undefined> {
	const dialog = { title: vscode.l10n.t('File with the issue'), openLabel: vscode.l10n.t('Locate Bug') };
	const [uri] = (await vscode.window.showOpenDialog(dialog)) ?? [];
	if (uri === undefined) {
		return undefined;
	}
	const source = { kind: 'file' as const, ref: vscode.workspace.asRelativePath(uri) };
	return checkIssue(await readIssueFile(uri), source, await index.languages());
}

function askName(remote: RemoteProject | undefined): Thenable<string | undefined> {
	return askInput({
		title: vscode.l10n.t('Issue on {0}', serverNames()),
		prompt:
			remote === undefined
				? vscode.l10n.t('Its address, OWNER/NAME#123. Its text is read from its server; none of your code is sent.')
				: vscode.l10n.t(
						'Its address, #123 of {0}, OWNER/NAME#123. Its text is read from its server; none of your code is sent.',
						remote.project,
					),
		placeHolder: issueServers[0]?.example ?? '',
		ignoreFocusOut: true,
		validateInput: text => (text.trim() === '' ? undefined : judgeName(text, remote)),
	});
}

/** The problem with a name, or the address that a number refers to, so that the user sees which server is contacted. */
function judgeName(
	text: string,
	remote: RemoteProject | undefined,
): string | vscode.InputBoxValidationMessage | undefined {
	try {
		const address = resolveIssue(text, remote);
		if (address === undefined) {
			return vscode.l10n.t(
				'This is neither the address of an issue, pull request or merge request nor a number such as #123.',
			);
		}
		const isNumber = readIssueReference(text) !== undefined;
		return isNumber ? { message: address.url, severity: vscode.InputBoxValidationSeverity.Info } : undefined;
	} catch (error) {
		if (error instanceof UserError) {
			return engineText(errorText(error));
		}
		throw error;
	}
}

interface Account {
	/** Of the server. */
	readonly name: string;
	/** As VS Code knows it. */
	readonly provider: string;
	readonly scopes: readonly string[];
	readonly log: EditorLog;
}

/** An account of VS Code's own: an existing session is used; a public issue needs no sign-in. */
export function accountSignIn(account: Account): AccountSignIn {
	const { name, provider, scopes } = account;
	return {
		known: async () => (await knownSession(account))?.accessToken,
		offer: async refusal => {
			const signIn = vscode.l10n.t('Sign in to {0}', name);
			if ((await showMessage('Warning', engineText(refusal), signIn)) !== signIn) {
				return undefined;
			}
			// A user whose account was refused may have another one.
			const options = { createIfNone: true, clearSessionPreference: true };
			return (await vscode.authentication.getSession(provider, scopes, options)).accessToken;
		},
		accepted: async () => undefined,
	};
}

async function knownSession({
	name,
	provider,
	scopes,
	log,
}: Account): Promise<vscode.AuthenticationSession | undefined> {
	try {
		return await vscode.authentication.getSession(provider, scopes, { silent: true });
	} catch (error) {
		log.info(`VS Code has no account for ${name}: ${String(error)}`);
		return undefined;
	}
}

/** A larger file is rejected without reading it. */
const limitBytes = 64 * 1024 * 1024;

/** The text of a file the user chose. Throws `UserError` if it cannot be read as text. */
async function readIssueFile(uri: vscode.Uri): Promise<string> {
	const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
	const bytes = await readBytes(uri, name);
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${name} is a binary file. Choose a text file that contains the issue.`);
	}
	return text;
}

async function readBytes(uri: vscode.Uri, name: string): Promise<Uint8Array> {
	try {
		const { size, type } = await vscode.workspace.fs.stat(uri);
		if ((type & vscode.FileType.File) === 0) {
			throw new UserError(`${name} is not a file. Choose a text file that contains the issue.`);
		}
		if (size > limitBytes) {
			throw new UserError(
				`${name} has ${Math.round(size / 1024 / 1024)} MB. Choose a file that contains only the issue.`,
			);
		}
		return await vscode.workspace.fs.readFile(uri);
	} catch (error) {
		throw error instanceof UserError ? error : new UserError(`${name} cannot be read: ${errorText(error)}`);
	}
}

/**
 * Reads an issue from its server, and names the server in the progress notification. Asks the user to sign in only after
 * the server refused. Throws `UserError`, and `CancellationError` if the user declines.
 */
export async function readIssueAt(address: IssueAddress, signIn: SignIn): Promise<Issue> {
	try {
		return await fetchWithProgress(address, await signIn.known(address));
	} catch (error) {
		if (!(error instanceof IssueRefused)) {
			throw error;
		}
		const token = await signIn.offer(error.message, address);
		if (token === undefined) {
			throw new vscode.CancellationError();
		}
		const issue = await fetchWithProgress(address, token);
		// The run does not wait for the answer about keeping the token.
		void signIn.accepted(token, address);
		return issue;
	}
}

function fetchWithProgress(address: IssueAddress, token: string | undefined): Thenable<Issue> {
	const title = vscode.l10n.t('Reading the issue from {0}', hostOf(address));
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title, cancellable: true },
		(_progress, cancel) => {
			const abort = new AbortController();
			cancel.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
			return fetchIssue(address, { signal: abort.signal, ...(token && { token }) });
		},
	);
}

interface TokenStore {
	/** The access a token must allow. */
	readonly scope: string;
	readonly secrets: vscode.SecretStorage;
	readonly log: EditorLog;
}

/** A token for one server, typed by the user, and stored in VS Code's secret storage if the user agrees. */
function tokenSignIn(store: TokenStore): SignIn {
	const { secrets, log } = store;
	return {
		known: async address => secrets.get(keyOf(address)),
		offer: async (refusal, address) => {
			const give = vscode.l10n.t('Enter a Token…');
			const answer = await showMessage('Warning', engineText(refusal), give);
			return answer === give ? askToken(address, store.scope) : undefined;
		},
		accepted: (token, address) => offerToKeep(secrets, token, address).catch(error => void showError(log, error)),
	};
}

async function offerToKeep(secrets: vscode.SecretStorage, token: string, address: IssueAddress): Promise<void> {
	const keep = vscode.l10n.t('Keep Token');
	const question = vscode.l10n.t("Keep the token for {0} in VS Code's secret storage?", hostOf(address));
	if ((await showMessage('Information', question, keep, vscode.l10n.t('Only This Time'))) === keep) {
		await secrets.store(keyOf(address), token);
	}
}

async function askToken(address: IssueAddress, scope: string): Promise<string | undefined> {
	const token = await askInput({
		title: vscode.l10n.t('Token for {0}', hostOf(address)),
		prompt: vscode.l10n.t(
			'A personal access token with the scope {0}. It is sent to {1} and nowhere else.',
			scope,
			address.origin,
		),
		password: true,
		ignoreFocusOut: true,
		validateInput: text =>
			/[^\x21-\x7e]/.test(text.trim()) ? vscode.l10n.t('A token contains no spaces.') : undefined,
	});
	return token?.trim() || undefined;
}

function hostOf({ origin }: IssueAddress): string {
	return new URL(origin).host;
}

function keyOf({ service, origin }: IssueAddress): string {
	return `${service}Token:${origin}`;
}

/** How the user authenticates with an account of VS Code, to whichever address. */
export interface AccountSignIn {
	known(): Promise<string | undefined>;
	offer(refusal: string): Promise<string | undefined>;
	accepted(): Promise<void>;
}

/** How the user authenticates to a server. */
export interface SignIn {
	/** The user's token for the server, if one is available without asking. */
	known(address: IssueAddress): Promise<string | undefined>;
	/** Shows why the server refused and offers to sign in. Undefined: the user declined. */
	offer(refusal: string, address: IssueAddress): Promise<string | undefined>;
	/** Called when the server accepted the token from `offer`. */
	accepted(token: string, address: IssueAddress): Promise<void>;
}
