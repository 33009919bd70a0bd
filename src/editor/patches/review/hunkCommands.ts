import * as vscode from 'vscode';
import type { Verdict } from '../../../patches/pure/acceptance/fileReview';
import { warningText } from '../../../patches/pure/acceptance/selfRunning';
import type { TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { UserError } from '../../../system/pure/errors/userError';
import { compareText } from '../../../system/pure/text/compareText';
import { grouped } from '../../../system/pure/text/counted';
import { showMessage } from '../../display';
import { engineText } from '../../engineText';
import { readSettings } from '../../settings/settings';
import { pathOfUri, rangeOfLines } from '../../workspacePaths';
import type { PatchReview } from './patchReview';
import { baselineUri } from './quickDiff';
import type { ReviewedFile } from './reviewedFile';

/** A line, from 1, of a file under review. */
interface Place {
	readonly file: ReviewedFile;
	readonly line: number;
}

/**
 * The commands for pending hunks, one after the other: a key pressed while the next change is being shown acts on that
 * change. The caret does not move unless `faultline.review.autoAdvance` is on.
 */
export class HunkCommands {
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly review: PatchReview) {}

	/**
	 * The hunk at the caret (keys, palette), the one of a lens (uri and line), or the change in VS Code's peek (uri, all
	 * changes, index).
	 */
	decide(verdict: Verdict, args: readonly unknown[]): Promise<void> {
		return this.inTurn(async () => {
			const target = this.target(args);
			if (target === undefined && typeof args[0] === 'string') {
				// A second click on the lens of a change that the first one has decided.
				return;
			}
			const { file, hunks } = target ?? fail('There is no pending change here. Go to the next change first.');
			await this.review[verdict](file, hunks);
			await this.advance({ file, line: hunks[0]?.current.startLine ?? 1 });
		});
	}

	async decideFile(verdict: Verdict): Promise<void> {
		const file = this.fileAtCaret() ?? fail('This file is not under review.');
		if (!this.isAnyLeft(await this.review.decideAll(verdict, [file]))) {
			await this.advance({ file, line: 1 });
		}
	}

	async decideAll(verdict: Verdict): Promise<void> {
		this.isAnyLeft(await this.review.decideAll(verdict));
	}

	/** Names the files whose changes must be accepted one by one. */
	private isAnyLeft(left: readonly ReviewedFile[]): boolean {
		const [first, ...others] = left;
		if (first !== undefined) {
			void this.offerToShow(first, others.length);
		}
		return first !== undefined;
	}

	private async offerToShow(file: ReviewedFile, nOthers: number): Promise<void> {
		const why = engineText(warningText({ path: file.path, reason: file.warning ?? '' }));
		const text = [vscode.l10n.t('Left pending: {0} Accept each change on its own.', why), ...alsoText(nOthers)];
		const show = vscode.l10n.t('Show Change');
		const answer = await showMessage('Warning', text.join(' '), show);
		const [hunk] = file.pending.hunks;
		if (answer === show && hunk !== undefined && this.review.fileOf(file.uri) === file) {
			await this.show({ file, line: file.lineOf(hunk) });
		}
	}

	/** Goes to the first pending hunk of the first file. */
	async goToFirst(): Promise<void> {
		const [first] = this.places();
		await (first && this.show(first));
	}

	/** Goes to the next or previous pending hunk from the caret, and wraps around. */
	walk(step: 1 | -1): Promise<void> {
		return this.inTurn(() => this.walkNow(step));
	}

	private async walkNow(step: 1 | -1): Promise<void> {
		const places = this.places();
		const editor = vscode.window.activeTextEditor;
		const path = editor && (this.review.fileOf(editor.document.uri)?.path ?? pathOfUri(editor.document.uri));
		const line = (editor?.selection.active.line ?? -1) + 1;
		const order = (place: Place) => compareText(place.file.path, path ?? '') || place.line - line;
		const next =
			step === 1
				? (places.find(place => order(place) > 0) ?? places[0])
				: (places.findLast(place => order(place) < 0) ?? places.at(-1));
		await this.show(next ?? fail('No change is pending. Review a patch first.'));
	}

	/** Opens the review document side by side with the same text without pending hunks. */
	async openDiff(args: readonly unknown[]): Promise<void> {
		const { file, hunks } = this.target(args) ?? fail('There is no pending change here to open side by side.');
		const line = (hunks[0]?.current.startLine ?? 1) - 1;
		const title = vscode.l10n.t('{0} (Pending)', `${file.path.split('/').at(-1)}`);
		await vscode.commands.executeCommand('vscode.diff', baselineUri(file.uri), file.uri, title, {
			selection: new vscode.Range(line, 0, line, 0),
		});
	}

	/** Whether the caret is in a pending hunk. */
	get isCaretInHunk(): boolean {
		return this.target([]) !== undefined;
	}

	/** Whether the review document in the active editor has pending hunks. */
	get isFilePending(): boolean {
		return (this.fileAtCaret()?.pending.hunks.length ?? 0) > 0;
	}

	/** Goes to the next pending hunk: below the decided one, else in its file, else in the files after, else before. */
	private async advance({ file, line }: Place): Promise<void> {
		if (readSettings().autoAdvance) {
			const places = this.places();
			const next =
				places.find(place => place.file === file && place.line >= line) ??
				places.find(place => place.file === file) ??
				places.find(place => compareText(place.file.path, file.path) > 0) ??
				places[0];
			await (next && this.show(next));
		}
	}

	/** All pending hunks, by path, then from top to bottom. */
	private places(): Place[] {
		const places = this.review.files.flatMap(file =>
			file.pending.hunks.map(hunk => ({ file, line: file.lineOf(hunk) })),
		);
		return places.sort((a, b) => compareText(a.file.path, b.file.path) || a.line - b.line);
	}

	private inTurn(work: () => Promise<void>): Promise<void> {
		const done = this.queue.then(work);
		this.queue = done.catch(() => undefined);
		return done;
	}

	private async show({ file, line }: Place): Promise<void> {
		const document = await vscode.workspace.openTextDocument(file.uri);
		const { start } = document.validateRange(rangeOfLines({ startLine: line, endLine: line }));
		const at = start.with({ character: document.lineAt(start.line).firstNonWhitespaceCharacterIndex });
		await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preview: false });
	}

	private fileAtCaret(): ReviewedFile | undefined {
		const editor = vscode.window.activeTextEditor;
		return editor && this.review.fileOf(editor.document.uri);
	}

	private target([first, second, third]: readonly unknown[]):
		| { file: ReviewedFile; hunks: readonly TextHunk[] }
		| undefined {
		const editor = vscode.window.activeTextEditor;
		const uri =
			first instanceof vscode.Uri ? first : typeof first === 'string' ? vscode.Uri.parse(first) : editor?.document.uri;
		const file = uri && this.review.fileOf(uri);
		if (file === undefined) {
			return undefined;
		}
		const change: unknown = Array.isArray(second) && typeof third === 'number' ? second[third] : undefined;
		const line = typeof second === 'number' ? second : (editor?.selection.active.line ?? -1) + 1;
		const hunk = file.hunkAt(line);
		const hunks = isLineChange(change) ? hunksOfChange(file, change) : hunk === undefined ? [] : [hunk];
		return hunks.length === 0 ? undefined : { file, hunks };
	}
}

function alsoText(nOthers: number): string[] {
	if (nOthers === 0) {
		return [];
	}
	return [
		nOthers === 1
			? vscode.l10n.t('The same holds for 1 more file.')
			: vscode.l10n.t('The same holds for {0} more files.', grouped(nOthers)),
	];
}

function fail(message: string): never {
	throw new UserError(message);
}

/** The change that VS Code's peek passes: 1-based lines; an end of 0 for a deletion, which is below the start. */
interface LineChange {
	readonly modifiedStartLineNumber: number;
	readonly modifiedEndLineNumber: number;
}

/** Hunks that share lines with a change as VS Code computed it, which may divide the text differently. */
function hunksOfChange({ pending }: ReviewedFile, change: LineChange): TextHunk[] {
	const isDeletion = change.modifiedEndLineNumber === 0;
	const first = change.modifiedStartLineNumber + (isDeletion ? 1 : 0);
	const last = isDeletion ? first : change.modifiedEndLineNumber;
	return pending.hunks.filter(({ current: { startLine, nLines } }) => {
		return startLine <= last && first <= startLine + Math.max(1, nLines) - 1;
	});
}

function isLineChange(value: unknown): value is LineChange {
	return (
		typeof value === 'object' &&
		value !== null &&
		'modifiedStartLineNumber' in value &&
		'modifiedEndLineNumber' in value &&
		typeof value.modifiedStartLineNumber === 'number' &&
		typeof value.modifiedEndLineNumber === 'number'
	);
}
