import * as vscode from 'vscode';
import type { TextHunk } from '../../../core/diff/hunksBetween';
import { compareText } from '../../../core/util/compareText';
import { UserError } from '../../../core/util/userError';
import { readSettings } from '../../settings';
import { openPlace, pathOfUri } from '../../workspacePaths';
import { patchSideOf, patchSideUri } from '../patchDocuments';
import type { WholeFile } from '../preparePatch';
import type { PatchReview } from './patchReview';
import { caretPlace, hunksOfChange, isLineChange, type PendingPlace, pendingPlaces } from './pendingPlaces';
import { baselineUri } from './quickDiff';
import type { ReviewedFile } from './reviewedFile';

type Verdict = 'accept' | 'reject';

/** What a command is about: hunks of one file, a file that is made or deleted, or nothing. */
type Target = { readonly file: ReviewedFile; readonly hunks: readonly TextHunk[] } | { readonly whole: WholeFile };

/**
 * What can be done with pending hunks. The caret stays where it is, whatever is decided, unless the person set that it
 * goes on.
 */
export class HunkCommands {
	private readonly review: PatchReview;

	constructor(review: PatchReview) {
		this.review = review;
	}

	/**
	 * The hunk at the caret (keys, palette), the one of a lens (uri and line), or the change in VS Code's peek (uri, all
	 * changes, index).
	 */
	async decide(verdict: Verdict, args: readonly unknown[]): Promise<void> {
		const target = this.target(args);
		if (target === undefined) {
			throw new UserError('There is nothing to decide here. Go to the next change of the patch first.');
		}
		if ('whole' in target) {
			await this.review.decideWhole(target.whole, verdict);
			await this.advance({ path: target.whole.path, line: 1 });
			return;
		}
		// From the end to the start, as the hunks of what is left are worked out anew each time.
		for (const { current } of [...target.hunks].reverse()) {
			const hunk = target.file.pending.hunks.find(each => each.current.offset === current.offset);
			if (hunk !== undefined) {
				await this.review[verdict](target.file, hunk);
			}
		}
		await this.advance({ path: target.file.path, line: target.hunks[0]?.current.startLine ?? 1 });
	}

	async decideFile(verdict: Verdict): Promise<void> {
		const at = caretPlace();
		const file = at && this.review.fileOf(at.uri);
		const whole = at && this.wholeAt(at.uri);
		if (file !== undefined) {
			await this.review[verdict](file);
		} else if (whole !== undefined) {
			await this.review.decideWhole(whole, verdict);
		} else {
			throw new UserError('This file is not part of the patch under review.');
		}
		await this.advance({ path: file?.path ?? whole?.path ?? '', line: 1 });
	}

	async decideAll(verdict: Verdict): Promise<void> {
		await this.review.decideAll(verdict);
	}

	/** To the next or the one before, seen from the caret; starts over at the end. */
	async walk(step: 1 | -1): Promise<void> {
		const places = pendingPlaces(this.review);
		const at = caretPlace();
		const path = at && (pathOfUri(at.uri) ?? patchSideOf(at.uri)?.path);
		const order = (place: PendingPlace) => compareText(place.path, path ?? '') || place.line - (at?.line ?? 0);
		const next =
			step === 1
				? (places.find(place => order(place) > 0) ?? places[0])
				: (places.findLast(place => order(place) < 0) ?? places.at(-1));
		if (next === undefined) {
			throw new UserError('No change of a patch is left to decide. Review one from the Patches view.');
		}
		await this.show(next);
	}

	/** The file of a hunk beside what it would be without what is pending. */
	async openDiff(args: readonly unknown[]): Promise<void> {
		const target = this.target(args);
		if (target === undefined || 'whole' in target) {
			throw new UserError('There is no change here to open side by side.');
		}
		const { uri, path } = target.file;
		const line = (target.hunks[0]?.current.startLine ?? 1) - 1;
		await vscode.commands.executeCommand('vscode.diff', baselineUri(uri), uri, `${path.split('/').at(-1)} (Pending)`, {
			selection: new vscode.Range(line, 0, line, 0),
		});
	}

	/** From what was decided just now: below it, else elsewhere in its file, else in the files behind, else in those before. */
	private async advance({ path, line }: { readonly path: string; readonly line: number }): Promise<void> {
		if (readSettings().autoAdvance) {
			const places = pendingPlaces(this.review);
			const next =
				places.find(place => place.path === path && place.line >= line) ??
				places.find(place => place.path === path) ??
				places.find(place => compareText(place.path, path) > 0) ??
				places[0];
			if (next !== undefined) {
				await this.show(next);
			}
		}
	}

	/** Whether the caret is where accepting and rejecting would do something. */
	get isCaretInHunk(): boolean {
		return this.target([]) !== undefined;
	}

	/** Whether the file of the active editor has something to decide. */
	get isFilePending(): boolean {
		const at = caretPlace();
		return at !== undefined && (this.hasHunks(at.uri) || this.wholeAt(at.uri) !== undefined);
	}

	private hasHunks(uri: vscode.Uri): boolean {
		return (this.review.fileOf(uri)?.pending.hunks.length ?? 0) > 0;
	}

	private async show(place: PendingPlace): Promise<void> {
		const { path, line } = place;
		if ('file' in place) {
			await openPlace({ file: path, startLine: line, endLine: line });
			return;
		}
		const { runId: run = '', patchId: patch = '' } = this.review.subject ?? {};
		const side = place.whole.kind === 'created' ? 'after' : 'before';
		await vscode.window.showTextDocument(patchSideUri({ run, patch, path, side }));
	}

	private target([first, second, third]: readonly unknown[]): Target | undefined {
		const at = caretPlace();
		const uri = first instanceof vscode.Uri ? first : typeof first === 'string' ? vscode.Uri.parse(first) : at?.uri;
		const whole = uri && this.wholeAt(uri);
		if (whole !== undefined) {
			return { whole };
		}
		const file = uri && this.review.fileOf(uri);
		if (file === undefined) {
			return undefined;
		}
		const change: unknown = Array.isArray(second) && typeof third === 'number' ? second[third] : undefined;
		const hunk = file.hunkAt(typeof second === 'number' ? second : (at?.line ?? 0));
		const hunks = isLineChange(change) ? hunksOfChange(file, change) : hunk === undefined ? [] : [hunk];
		return hunks.length === 0 ? undefined : { file, hunks };
	}

	private wholeAt(uri: vscode.Uri): WholeFile | undefined {
		const side = patchSideOf(uri);
		const { subject } = this.review;
		const isSubject = side !== undefined && side.run === subject?.runId && side.patch === subject.patchId;
		return isSubject ? this.review.whole.find(({ path }) => path === side.path) : undefined;
	}
}
