import * as vscode from 'vscode';
import { codeLens } from '../../display';
import { commands } from '../../ids';
import { rangeOfLines } from '../../workspacePaths';
import type { PatchReview } from './patchReview';
import { reviewScheme } from './reviewDocuments';
import type { ReviewedFile } from './reviewedFile';

/** Accept and Reject above each hunk; keys and the peek have the same actions. */
export class HunkLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.changed.event;

	constructor(private readonly review: PatchReview) {
		this.disposable = vscode.Disposable.from(
			this.changed,
			review.onDidChange(() => this.changed.fire()),
			vscode.languages.registerCodeLensProvider({ scheme: reviewScheme }, this),
		);
	}

	provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
		const file = this.review.fileOf(uri);
		const hunks = file?.pending.hunks ?? [];
		if (file === undefined || hunks.length === 0) {
			return file === undefined ? [] : decidedLenses(file);
		}
		const { whole } = file.review;
		const [accept, reject] =
			whole === 'created'
				? ['Create File', 'Reject']
				: whole === 'deleted'
					? ['Delete File', 'Keep File']
					: ['Accept', 'Reject'];
		return hunks.flatMap((hunk, at) => {
			const { baseline, current } = hunk;
			const line = file.lineOf(hunk);
			const counts = [current.nLines > 0 && `+${current.nLines}`, baseline.nLines > 0 && `−${baseline.nLines}`];
			const place = `${at + 1} of ${hunks.length}: ${counts.filter(count => count !== false).join(' ')}`;
			const args = [uri.toString(), line];
			const warning =
				file.warning === undefined ? [] : [{ title: `$(warning) Runs by itself: ${file.warning}`, command: '' }];
			return lenses(line, [
				{ title: `$(check) ${accept}`, command: commands.hunkAccept, arguments: args },
				{ title: `$(discard) ${reject}`, command: commands.hunkReject, arguments: args },
				{ title: place, command: commands.hunkOpenDiff, arguments: args, tooltip: 'Open side by side' },
				...warning,
			]);
		});
	}

	dispose(): void {
		this.disposable.dispose();
	}
}

/** A link to the file itself, which has all language features. */
function decidedLenses({ fileUri, review }: ReviewedFile): vscode.CodeLens[] {
	return review.file === undefined
		? []
		: lenses(1, [
				{ title: '$(go-to-file) All changes decided: Open File', command: 'vscode.open', arguments: [fileUri] },
			]);
}

function lenses(line: number, all: readonly vscode.Command[]): vscode.CodeLens[] {
	const range = rangeOfLines({ startLine: line, endLine: line });
	return all.map(command => codeLens(range, command));
}
