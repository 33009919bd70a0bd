import * as vscode from 'vscode';
import { areMarksCleared } from '../../patches/pure/acceptance/marksCleared';
import { hunksBetween, type TextHunk } from '../../runs/pure/diff/hunksBetween';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { BugLocation } from '../../runs/pure/model/location';
import type { LineRange } from '../../runs/pure/model/symbol';
import { settingNames } from '../settings/settingNames';
import { readSettings } from '../settings/settings';
import { isOfThisWorkspace, pathOfUri } from '../workspacePaths';
import type { ShownRun } from './shownRun';

/** Events in which the user decides on the marked locations. */
const decisions: ReadonlySet<RunEvent['type']> = new Set([
	...(['locationDismissed', 'locationRestored', 'marksCleared', 'marksShown'] as const),
	...(['patchWriteEnded', 'hunksDecided'] as const),
]);

/** A location of the run shown, with the current lines of its code. */
export interface TrackedLocation {
	readonly location: BugLocation;
	/** From 1, best first; the same in every view. */
	readonly number: number;
	readonly lines: LineRange;
	/** Current lines of its focus, at least one range: for a location without focus, its first line. */
	readonly focus: readonly LineRange[];
	readonly dismissed: boolean;
}

interface TrackedLines {
	readonly lines: LineRange;
	readonly focus: readonly LineRange[];
}

/**
 * The locations that every part of the editor shows. Their lines follow the user's edits and changes from outside, such as
 * git or a formatter. When a document is closed without saving, its locations return to the lines of the last save.
 */
export class TrackedLocations implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	/** The locations whose lines are tracked; when another leaf of the run is selected, they are reset. */
	private named: readonly BugLocation[] | undefined;
	/** By location id, in the text of the editor. */
	private moved = new Map<string, TrackedLines>();
	/** By location id, in the text last saved. */
	private saved = new Map<string, TrackedLines>();
	/** Texts of open documents, by URI. */
	private texts = new Map<string, string>();
	private cleared = false;
	readonly onDidChange = this.changed.event;

	constructor(private readonly shown: ShownRun) {
		this.disposable = vscode.Disposable.from(
			shown.onDidShow(() => this.reset()),
			shown.onDidChange(({ type }) => {
				if (shown.run?.selected.locations !== this.named) {
					this.reset();
				} else if (decisions.has(type)) {
					this.decide();
				}
			}),
			vscode.workspace.onDidChangeTextDocument(event => this.follow(event)),
			vscode.workspace.onDidOpenTextDocument(document => this.remember(document)),
			vscode.workspace.onDidSaveTextDocument(({ uri }) => this.keep(uri)),
			vscode.workspace.onDidCloseTextDocument(({ uri, isDirty }) => {
				this.texts.delete(uri.toString());
				if (isDirty) {
					this.takeBack(uri);
				}
			}),
			vscode.workspace.onDidChangeConfiguration(
				event => event.affectsConfiguration(settingNames.locationsMaxCount) && this.changed.fire(),
			),
		);
	}

	/** Best first, including dismissed locations. */
	all(): readonly TrackedLocation[] {
		const { selected, dismissed = [] } = this.shown.run ?? {};
		const locations = selected?.locations ?? [];
		return locations.slice(0, readSettings().maxLocations).map((location, idx) => ({
			location,
			number: idx + 1,
			...(this.moved.get(location.id) ?? linesOf(location)),
			dismissed: dismissed.includes(location.id),
		}));
	}

	/** The current lines of the locations whose code moved since they were located, by id. */
	moves(): Readonly<Record<string, LineRange>> {
		return Object.fromEntries([...this.moved].map(([id, { lines }]) => [id, lines]));
	}

	/** Locations that are not dismissed. */
	open(): readonly TrackedLocation[] {
		return this.all().filter(({ dismissed }) => !dismissed);
	}

	/** Whether the run has locations, and the marks of all are cleared. */
	get areCleared(): boolean {
		return this.cleared && this.open().length > 0;
	}

	/** The marked locations in a document: those that are not dismissed, unless the marks are cleared. */
	in(uri: vscode.Uri): readonly TrackedLocation[] {
		const { run } = this.shown;
		const isMarked = !this.cleared && run !== undefined && isOfThisWorkspace(run);
		const path = isMarked ? pathOfUri(uri) : undefined;
		return path === undefined ? [] : this.open().filter(({ location }) => location.file === path);
	}

	find(id: string): TrackedLocation | undefined {
		return this.all().find(({ location }) => location.id === id);
	}

	dispose(): void {
		this.disposable.dispose();
		this.changed.dispose();
	}

	private reset(): void {
		this.named = this.shown.run?.selected.locations;
		this.moved = new Map();
		this.saved = new Map();
		this.texts = new Map();
		for (const document of vscode.workspace.textDocuments) {
			this.remember(document);
		}
		this.decide();
	}

	private decide(): void {
		const { run } = this.shown;
		this.cleared = run !== undefined && areMarksCleared(run);
		this.changed.fire();
	}

	private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const here = this.inFile(document.uri);
		if (here.length === 0 || contentChanges.length === 0) {
			return;
		}
		const before = this.texts.get(document.uri.toString());
		this.remember(document);
		// The ranges of all edits of an event refer to the same text. Applied from the end of the document to its start, no
		// edit moves another.
		const edits = contentChanges.toSorted(
			({ range: { start: a } }, { range: { start: b } }) => b.line - a.line || b.character - a.character,
		);
		const shifts = edits.map(edit => shiftOfEdit(edit, before));
		const shift = (lines: LineRange) => shifts.reduce((range, by) => by(range), lines);
		for (const location of here) {
			const { lines, focus } = this.moved.get(location.id) ?? linesOf(location);
			this.moved.set(location.id, { lines: shift(lines), focus: focus.map(shift) });
		}
		// Reloaded from disk, or undone to the saved text.
		if (!document.isDirty) {
			this.keep(document.uri);
		}
		this.changed.fire();
	}

	/** Keeps texts of files with locations, because an edit event does not contain the removed text. */
	private remember(document: vscode.TextDocument): void {
		if (this.inFile(document.uri).length > 0) {
			this.texts.set(document.uri.toString(), document.getText());
		}
	}

	private keep(uri: vscode.Uri): void {
		for (const { id } of this.inFile(uri)) {
			const lines = this.moved.get(id);
			if (lines !== undefined) {
				this.saved.set(id, lines);
			}
		}
	}

	private takeBack(uri: vscode.Uri): void {
		for (const location of this.inFile(uri)) {
			this.moved.set(location.id, this.saved.get(location.id) ?? linesOf(location));
		}
		this.changed.fire();
	}

	private inFile(uri: vscode.Uri): readonly BugLocation[] {
		const locations = this.shown.run?.selected.locations ?? [];
		const path = locations.length === 0 ? undefined : pathOfUri(uri);
		return locations.filter(({ file }) => file === path);
	}
}

function linesOf({ startLine, endLine, focus = [] }: BugLocation): TrackedLines {
	const lines = { startLine, endLine };
	return { lines, focus: focus.length > 0 ? focus : [{ startLine, endLine: startLine }] };
}

/** Replaced lines are matched by their content; for all other edits the position is enough. */
function shiftOfEdit(
	{ range: { start, end }, text }: vscode.TextDocumentContentChangeEvent,
	before: string | undefined,
): (lines: LineRange) => LineRange {
	const fresh = text.split(/\r?\n/);
	if (before === undefined || start.line === end.line || fresh.length === 1) {
		return lines => shiftLines(lines, { start, end, nNewBreaks: fresh.length - 1 });
	}
	const old = before.split(/\r?\n/).slice(start.line, end.line + 1);
	const [head, tail] = [old[0]?.slice(0, start.character), old.at(-1)?.slice(end.character)];
	return shiftOfDiff(old, `${head}${fresh.join('\n')}${tail}`.split('\n'), start.line + 1);
}

/** One edit of a document: the 0-based range it replaced, and the number of line breaks in the new text. */
interface LineEdit {
	readonly start: { readonly line: number; readonly character: number };
	readonly end: { readonly line: number; readonly character: number };
	readonly nNewBreaks: number;
}

/** The range of whole lines (1-based, inclusive) after an edit. A deleted range shrinks to one line. */
export function shiftLines(lines: LineRange, { start, end, nNewBreaks }: LineEdit): LineRange {
	const delta = nNewBreaks - (end.line - start.line);
	const firstEdited = start.line + 1;
	const lastEdited = end.line + 1;
	// An edit that ends before the first character of a line moves that line.
	const endsAtStart = lastEdited === lines.startLine && end.character === 0;
	if (lastEdited < lines.startLine || endsAtStart) {
		return { startLine: lines.startLine + delta, endLine: lines.endLine + delta };
	}
	if (firstEdited > lines.endLine) {
		return lines;
	}
	const startLine = Math.min(lines.startLine, firstEdited);
	return { startLine, endLine: Math.max(startLine, Math.max(lines.endLine, lastEdited) + delta) };
}

/**
 * How ranges of whole lines (1-based, inclusive) move when the lines `before`, which start at line `firstLine`, are replaced
 * by `after`: a file that is replaced as a whole still has most of its lines. Whitespace at line ends is ignored because
 * formatters change it.
 */
export function shiftOfDiff(
	before: readonly string[],
	after: readonly string[],
	firstLine = 1,
): (lines: LineRange) => LineRange {
	// From the end to the start, no hunk moves another.
	const hunks = hunksBetween(comparable(before), comparable(after)).reverse();
	return lines => hunks.reduce((range, hunk) => shifted(range, hunk, firstLine - 1), lines);
}

/** The last line also gets a line end, so that the line count is the same as an editor's. */
function comparable(lines: readonly string[]): string {
	return lines.map(line => `${line.trim()}\n`).join('');
}

function shifted({ startLine, endLine }: LineRange, { baseline, current }: TextHunk, nAbove: number): LineRange {
	const first = baseline.startLine + nAbove;
	const last = first + baseline.nLines - 1;
	const delta = current.nLines - baseline.nLines;
	if (last < startLine) {
		return { startLine: startLine + delta, endLine: endLine + delta };
	}
	if (first > endLine) {
		return { startLine, endLine };
	}
	const end = first + current.nLines - 1;
	const start = first >= startLine ? startLine : shiftedStart(startLine, endLine, { first, last, end });
	const kept = endLine - Math.max(startLine, first);
	const newEnd = last <= endLine ? endLine + delta : Math.min(end, Math.max(start, first) + kept);
	return { startLine: start, endLine: Math.max(start, newEnd) };
}

/** For lines that start inside a hunk: keeps the distance to its start if it extends past them, else to its end. */
function shiftedStart(
	startLine: number,
	endLine: number,
	{ first, last, end }: { readonly first: number; readonly last: number; readonly end: number },
): number {
	const shifted = last > endLine ? startLine : end - (last - startLine);
	return Math.max(first, Math.min(shifted, end));
}
