import * as vscode from 'vscode';
import { commands } from '../../ids';
import { rangeOfLines } from '../../workspacePaths';
import { patchSideOf } from '../patchDocuments';
import type { PatchReview } from './patchReview';

/** Accept and Reject above each hunk, in reach of mouse and eye; the keys and the peek do the same. */
export class HunkLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly review: PatchReview;
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.changed.event;

	constructor(review: PatchReview) {
		this.review = review;
		this.disposable = vscode.Disposable.from(
			this.changed,
			review.onDidChange(() => this.changed.fire()),
			vscode.languages.registerCodeLensProvider('*', this),
		);
	}

	provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
		const hunks = this.review.fileOf(document.uri)?.pending.hunks ?? [];
		const lenses = hunks.flatMap(({ baseline, current }, at) => {
			const line = Math.min(current.startLine, document.lineCount);
			const counts = [current.nLines > 0 && `+${current.nLines}`, baseline.nLines > 0 && `−${baseline.nLines}`];
			const place = `${at + 1} of ${hunks.length}: ${counts.filter(count => count !== false).join(' ')}`;
			return hunkLenses(line, [document.uri.toString(), line], ['Accept', 'Reject', place]);
		});
		return [...lenses, ...this.wholeLenses(document)];
	}

	dispose(): void {
		this.disposable.dispose();
	}

	/** Above the text of a file that is made or deleted. */
	private wholeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
		const path = patchSideOf(document.uri)?.path;
		const whole = this.review.whole.find(each => each.path === path);
		const titles: Titles =
			whole?.kind === 'created' ? ['Create This File', 'Reject', ''] : ['Delete This File', 'Keep It', ''];
		return whole === undefined ? [] : hunkLenses(1, [document.uri.toString(), 1], titles);
	}
}

type Titles = readonly [accept: string, reject: string, place: string];

function hunkLenses(line: number, args: readonly unknown[], [accept, reject, place]: Titles): vscode.CodeLens[] {
	const range = rangeOfLines({ startLine: line, endLine: line });
	const all = [
		{ title: `$(check) ${accept}`, command: commands.hunkAccept, arguments: [...args] },
		{ title: `$(discard) ${reject}`, command: commands.hunkReject, arguments: [...args] },
		{ title: place, command: commands.hunkOpenDiff, arguments: [...args], tooltip: 'Open side by side' },
	];
	return all.filter(({ title }) => title !== '').map(command => new vscode.CodeLens(range, command));
}
