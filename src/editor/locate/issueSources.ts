import * as vscode from 'vscode';
import type { LanguageData } from '../../code/pure/languages/languageData';
import { githubOrigin } from '../../history/node/servers/githubServer';
import type { RemoteProject } from '../../history/node/servers/remoteProject';
import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import { issueTitle } from '../../localizer/pure/brief/readOutput';
import type { IssueSource } from '../../runs/pure/model/issue';
import { issueFromText } from '../../runs/pure/model/issueFromText';
import { engineText } from '../engineText';
import { commandIssueText, commandLabel, type FailedCommand, isRead } from '../failedCommands/failedCommand';
import { placeOf, problemAtCaret, readProblem } from './problems';
import { problemIssueText } from './problemText';
import { namesIssue, serverNames } from './resolveIssue';

/** An available source of an issue. `text` is set if it is available without another step. */
export interface OfferedSource extends vscode.QuickPickItem {
	readonly from:
		| { readonly kind: 'text'; readonly text: string; readonly source: IssueSource }
		/** Address or number of an issue on a server; if absent, the user is asked for it. */
		| { readonly kind: 'name'; readonly name?: string }
		/** One of the user's own open issues in a project on GitHub. */
		| { readonly kind: 'mine'; readonly remote: RemoteProject }
		/** The last failed command, which is run again if its output is not known. */
		| { readonly kind: 'compose' | 'file' | 'command' };
}

/** Inputs of the rows, other than the editor. */
export interface SourceInputs {
	/** Text of the clipboard; '' while it is unknown. */
	readonly clipboard: string;
	/** Text typed into the picker. */
	readonly typed: string;
	readonly remote: RemoteProject | undefined;
	readonly failedCommand: FailedCommand | undefined;
	readonly languages: readonly LanguageData[];
}

/** Rows of the issue picker: only those that apply, the most likely first. */
export function offeredSources({
	clipboard,
	typed,
	remote,
	failedCommand,
	languages,
}: SourceInputs): readonly OfferedSource[] {
	const isTrace = looksLikeTrace(clipboard, languages);
	const names = [...new Set([typed.trim(), clipboard.trim()].filter(namesIssue))];
	return [
		...names.map(name => nameRow(name, remote)),
		...(isTrace
			? [offer(`$(clippy) ${vscode.l10n.t('Stack trace on the clipboard')}`, clipboard, { kind: 'clipboard' })]
			: []),
		{
			label: `$(edit) ${vscode.l10n.t('Paste or type the issue')}`,
			description: vscode.l10n.t('in the Faultline view'),
			from: { kind: 'compose' },
		},
		...problemSource(),
		...commandSource(failedCommand, languages),
		...selectionSource(),
		...(isTrace ? [] : clipboardSource(clipboard)),
		...documentSource(),
		{ label: `$(folder-opened) ${vscode.l10n.t('Choose a file…')}`, from: { kind: 'file' } },
		...(names.length === 0 ? [...mySource(remote), askRow(remote)] : []),
	];
}

function nameRow(name: string, remote: RemoteProject | undefined): OfferedSource {
	const isNumber = name.startsWith('#');
	const description =
		isNumber && remote !== undefined
			? vscode.l10n.t({ message: '{0} of {1}', args: [name, remote.project], comment: 'an issue, and its repository' })
			: name;
	return { label: `$(issues) ${vscode.l10n.t('Issue')}`, description, alwaysShow: true, from: { kind: 'name', name } };
}

/** Asks for a sign-in, so only once it is chosen. */
function mySource(remote: RemoteProject | undefined): OfferedSource[] {
	return remote?.origin === githubOrigin
		? [
				{
					label: `$(account) ${vscode.l10n.t('My open issues on GitHub…')}`,
					description: vscode.l10n.t('assigned, created or mentioned, in {0}', remote.project),
					from: { kind: 'mine', remote },
				},
			]
		: [];
}

function askRow(remote: RemoteProject | undefined): OfferedSource {
	return {
		label: `$(issues) ${vscode.l10n.t('Issue on {0}…', serverNames())}`,
		description:
			remote === undefined
				? vscode.l10n.t('by its address')
				: vscode.l10n.t('by its address, #123 of {0}', remote.project),
		from: { kind: 'name' },
	};
}

function looksLikeTrace(text: string, languages: readonly LanguageData[]): boolean {
	const issue = issueFromText(text, { kind: 'clipboard' });
	return issue !== undefined && makeBrief(issue, languages).tracebacks.length > 0;
}

function problemSource(): OfferedSource[] {
	const editor = vscode.window.activeTextEditor;
	const problem = problemAtCaret(editor);
	if (editor === undefined || problem === undefined) {
		return [];
	}
	const { document } = editor;
	const ref = placeOf(new vscode.Location(document.uri, problem.range));
	return [
		{
			label: `$(error) ${vscode.l10n.t('Problem at the cursor')}`,
			description: preview(problem.message),
			from: { kind: 'text', text: problemIssueText(readProblem(document, problem)), source: { kind: 'problem', ref } },
		},
	];
}

function commandSource(command: FailedCommand | undefined, languages: readonly LanguageData[]): OfferedSource[] {
	if (command === undefined) {
		return [];
	}
	const issue = isRead(command) ? issueFromText(commandIssueText(command), { kind: 'command' }) : undefined;
	return [
		{
			label: `$(terminal) ${vscode.l10n.t('Last failed command: {0}', engineText(commandLabel(command)))}`,
			description: issue
				? preview(issueTitle(issue, languages))
				: vscode.l10n.t('its output was not read: run it again'),
			from: { kind: 'command' },
		},
	];
}

function selectionSource(): OfferedSource[] {
	const editor = vscode.window.activeTextEditor;
	const text = editor?.document.getText(editor.selection) ?? '';
	if (editor === undefined || text.trim() === '') {
		return [];
	}
	const ref = `${baseName(editor.document)}:${editor.selection.start.line + 1}`;
	return [offer(`$(selection) ${vscode.l10n.t('Selection')}`, text, { kind: 'selection', ref })];
}

function clipboardSource(text: string): OfferedSource[] {
	return text.trim() === '' || namesIssue(text)
		? []
		: [offer(`$(clippy) ${vscode.l10n.t('Clipboard')}`, text, { kind: 'clipboard' })];
}

function documentSource(): OfferedSource[] {
	const document = vscode.window.activeTextEditor?.document;
	const isText = document !== undefined && ['file', 'untitled'].includes(document.uri.scheme);
	if (!isText || document.getText().trim() === '') {
		return [];
	}
	const ref = baseName(document);
	return [offer(`$(file) ${ref}`, document.getText(), { kind: 'file', ref })];
}

function offer(label: string, text: string, source: IssueSource): OfferedSource {
	return { label, description: preview(text), from: { kind: 'text', text, source } };
}

/** The first words, on one line. */
function preview(text: string): string {
	return text.trimStart().slice(0, 200).replace(/\s+/g, ' ').slice(0, 60);
}

function baseName({ uri }: vscode.TextDocument): string {
	return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
