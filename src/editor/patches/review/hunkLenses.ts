import * as vscode from 'vscode';
import type { FileReview } from '../../../patches/pure/acceptance/fileReview';
import type { TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { type HunkJudgment, judgedHunkText } from '../../../runs/pure/model/testing/hunkJudgment';
import { codeLens } from '../../display';
import { engineText } from '../../engineText';
import { commands } from '../../ids';
import { rangeOfLines } from '../../workspacePaths';
import { judgedHunk } from './judgeReview';
import type { PatchReview } from './patchReview';
import { reviewScheme } from './reviewDocuments';
import type { ReviewedFile } from './reviewedFile';

/** Accept and Reject above each hunk; keys and the peek have the same actions. */
export class HunkLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.changed.event;

	/** `judgment`: of the patch under review. */
	constructor(
		private readonly review: PatchReview,
		private readonly judgment: () => HunkJudgment | undefined,
	) {
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
		const [accept, reject] = verdictTexts(file.review);
		return hunks.flatMap((hunk, at) => {
			const { baseline, current } = hunk;
			const line = file.lineOf(hunk);
			const counts = [current.nLines > 0 && `+${current.nLines}`, baseline.nLines > 0 && `−${baseline.nLines}`];
			const lines = counts.filter(count => count !== false).join(' ');
			const place = vscode.l10n.t('{0} of {1}: {2}', at + 1, hunks.length, lines);
			const args = [uri.toString(), line];
			const warning = file.warning === undefined ? [] : [warningLens(file.warning)];
			return lenses(line, [
				{ title: `$(check) ${accept}`, command: commands.hunkAccept, arguments: args },
				{ title: `$(discard) ${reject}`, command: commands.hunkReject, arguments: args },
				{ title: place, command: commands.hunkOpenDiff, arguments: args, tooltip: vscode.l10n.t('Open side by side') },
				...(file.review.isInFile ? [this.judgedLens(file, hunk)] : []),
				...warning,
			]);
		});
	}

	/** What near tests say of a hunk, or the offer to ask them. */
	private judgedLens(file: ReviewedFile, hunk: TextHunk): vscode.Command {
		const judgment = this.judgment();
		const known = judgment && judgedHunk(file, hunk, judgment);
		const text = known === undefined ? vscode.l10n.t('Judge') : engineText(judgedHunkText(known));
		return {
			title: `$(beaker) ${text}`,
			command: commands.reviewJudge,
			tooltip: vscode.l10n.t('Run the near tests with all changes, and without each'),
		};
	}

	/** The judgment has changed. */
	refresh(): void {
		this.changed.fire();
	}

	dispose(): void {
		this.disposable.dispose();
	}
}

function verdictTexts({ whole, isInFile }: FileReview): readonly [accept: string, reject: string] {
	if (isInFile) {
		const keep = whole === 'deleted' ? vscode.l10n.t('Leave Deleted') : vscode.l10n.t('Keep');
		const takeBack = whole === 'created' ? vscode.l10n.t('Delete File') : vscode.l10n.t('Take Back');
		return [keep, whole === 'deleted' ? vscode.l10n.t('Restore File') : takeBack];
	}
	return whole === 'created'
		? [vscode.l10n.t('Create File'), vscode.l10n.t('Reject')]
		: whole === 'deleted'
			? [vscode.l10n.t('Delete File'), vscode.l10n.t('Keep File')]
			: [vscode.l10n.t('Accept'), vscode.l10n.t('Reject')];
}

/** A link to the file itself, which has all language features. */
function decidedLenses({ fileUri, review }: ReviewedFile): vscode.CodeLens[] {
	return review.file === undefined
		? []
		: lenses(1, [
				{
					title: `$(go-to-file) ${vscode.l10n.t('All changes decided: Open File')}`,
					command: 'vscode.open',
					arguments: [fileUri],
				},
			]);
}

function warningLens(reason: string): vscode.Command {
	return { title: `$(warning) ${vscode.l10n.t('Runs by itself: {0}', engineText(reason))}`, command: '' };
}

function lenses(line: number, all: readonly vscode.Command[]): vscode.CodeLens[] {
	const range = rangeOfLines({ startLine: line, endLine: line });
	return all.map(command => codeLens(range, command));
}
