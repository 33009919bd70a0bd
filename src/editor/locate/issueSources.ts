import * as vscode from 'vscode';
import type { IssueSource } from '../../core/model/issue';
import { isIssueUrl } from '../../node/githubIssue';

/** Where an issue can come from right now. `text` is there where it can be had without another step. */
export interface OfferedSource extends vscode.QuickPickItem {
	readonly from:
		| { readonly kind: 'text'; readonly text: string; readonly source: IssueSource }
		| { readonly kind: 'compose' | 'file' | 'url' };
}

/** Rows of the issue picker: only what applies. `clipboard` is its text, '' while it is not known. */
export function offeredSources(clipboard: string): readonly OfferedSource[] {
	const url = isIssueUrl(clipboard) ? [urlRow(clipboard.trim())] : [];
	return [
		...url,
		{ label: '$(edit) Paste or type the issue', description: 'in the Faultline view', from: { kind: 'compose' } },
		...selectionSource(),
		...clipboardSource(clipboard),
		...documentSource(),
		{ label: '$(folder-opened) Choose a file…', from: { kind: 'file' } },
		...(url.length === 0 ? [urlRow()] : []),
	];
}

function urlRow(url?: string): OfferedSource {
	return {
		label: '$(github) GitHub issue…',
		...(url === undefined ? {} : { description: url }),
		from: { kind: 'url' },
	};
}

function selectionSource(): OfferedSource[] {
	const editor = vscode.window.activeTextEditor;
	const text = editor?.document.getText(editor.selection) ?? '';
	if (editor === undefined || text.trim() === '') {
		return [];
	}
	const ref = `${baseName(editor.document)}:${editor.selection.start.line + 1}`;
	return [offer('$(selection) Selection', text, { kind: 'selection', ref })];
}

function clipboardSource(text: string): OfferedSource[] {
	return text.trim() === '' || isIssueUrl(text) ? [] : [offer('$(clippy) Clipboard', text, { kind: 'clipboard' })];
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
