import * as vscode from 'vscode';
import { hunkCounts } from '../../core/acceptance/offeredFile';
import { selfRunning } from '../../core/acceptance/selfRunning';
import type { Patch } from '../../core/model/patch';
import { type PatchCandidate, patchCandidates } from '../../core/model/run/patchCandidates';
import { noDecisions, type TakenHunks, takenHunks, takenText } from '../../core/model/run/patchDecisions';
import { fixOf } from '../../core/model/run/runFix';
import type { ShownRun } from '../currentRun/shownRun';
import { treeItem } from '../display';
import { commands } from '../ids';
import { uriOfPath } from '../workspacePaths';
import { evidenceUri } from './evidenceDocuments';
import { countsText, type Evidence, fileName, type PatchRow, rowsBelow, summaryOf, verdictOf } from './patchRows';
import type { PatchReview } from './review/patchReview';

type State = 'open' | 'reviewed' | 'accepted' | 'partial' | 'rejected' | 'undone';

const icons: Readonly<Record<Evidence['verdict'], vscode.ThemeIcon>> = {
	good: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
	bad: new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed')),
	unsure: new vscode.ThemeIcon('info'),
};

/** The patches of the run shown as a native list, best first, each with its evidence and its files. */
export class PatchTree implements vscode.TreeDataProvider<PatchRow> {
	private readonly changed = new vscode.EventEmitter<void>();
	/** Ids of the checked candidates. */
	private checked: ReadonlySet<string> = new Set();
	readonly onDidChangeTreeData = this.changed.event;

	constructor(
		private readonly shown: ShownRun,
		private readonly review: PatchReview,
	) {}

	refresh(): void {
		this.changed.fire();
	}

	candidates(): PatchCandidate[] {
		return this.shown.run === undefined ? [] : patchCandidates(fixOf(this.shown.run));
	}

	/** Checked candidates, best first. */
	checkedCandidates(): PatchCandidate[] {
		return this.candidates().filter(({ patch }) => this.checked.has(patch.id));
	}

	check(rows: readonly (readonly [PatchRow, vscode.TreeItemCheckboxState])[]): void {
		const checked = new Set(this.checked);
		for (const [{ candidate }, state] of rows) {
			const { id } = candidate.patch;
			state === vscode.TreeItemCheckboxState.Checked ? checked.add(id) : checked.delete(id);
		}
		this.checked = checked;
	}

	getChildren(parent?: PatchRow): PatchRow[] {
		if (parent === undefined) {
			return this.candidates().map(candidate => ({ kind: 'patch', candidate }));
		}
		return parent.kind === 'patch' ? rowsBelow(parent.candidate, this.shown.run?.decisions) : [];
	}

	getTreeItem(row: PatchRow): vscode.TreeItem {
		switch (row.kind) {
			case 'patch':
				return this.patchItem(row.candidate);
			case 'evidence':
				return this.evidenceItem(row);
			case 'file':
				return fileItem(row);
		}
	}

	private evidenceItem({ candidate, evidence }: PatchRow & { kind: 'evidence' }): vscode.TreeItem {
		const { label, text, verdict, details } = evidence;
		const ref = { run: this.shown.run?.id ?? '', patch: candidate.patch.id, label };
		return treeItem(label, {
			description: text,
			iconPath: icons[verdict],
			tooltip: details || text,
			contextValue: 'patchEvidence',
			accessibilityInformation: { label: `${label}: ${text}` },
			command: {
				command: 'vscode.open',
				title: 'Open Evidence',
				arguments: [evidenceUri(`Patch ${candidate.number}, ${label}`, ref)],
			},
		});
	}

	private patchItem(candidate: PatchCandidate): vscode.TreeItem {
		const { number, patch, reasons } = candidate;
		const taken = this.taken(patch);
		const state = this.stateOf(patch.id, taken);
		const decided = [this.isReviewed(patch.id) ? `${this.review.nPending} pending` : undefined, takenText(taken)];
		const summary = [...decided, summaryOf(candidate)].filter(text => text !== undefined).join(' · ');
		const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
		const isChecked = this.checked.has(patch.id) ? Checked : Unchecked;
		return treeItem(`Patch ${number}`, {
			collapsibleState:
				number === 1 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
			id: `${this.shown.run?.id}/${patch.id}`,
			description: summary,
			contextValue: `patch.${state}`,
			iconPath: patchIcon(state, candidate),
			tooltip: [`Patch ${number}: ${summary}`, ...reasons].join('\n'),
			accessibilityInformation: { label: `Patch ${number}, ${summary}. ${reasons.join(' ')}` },
			...(this.candidates().length > 1 && {
				checkboxState: { state: isChecked, tooltip: 'Check two patches to compare them' },
			}),
		});
	}

	/** The decisions about a patch of the run shown; undefined if there are none. */
	takenText(patchId: string): string | undefined {
		const candidate = this.candidates().find(({ patch }) => patch.id === patchId);
		return candidate && takenText(this.taken(candidate.patch));
	}

	private taken({ id, files }: Patch): TakenHunks {
		return takenHunks(this.shown.run?.decisions ?? noDecisions, id, hunkCounts(files));
	}

	private isReviewed(patchId: string): boolean {
		return this.review.nPending > 0 && this.review.isOf(this.shown.run?.id ?? '', patchId);
	}

	private stateOf(patchId: string, { state, nHunks, nUndone, nRejected }: TakenHunks): State {
		if (this.isReviewed(patchId)) {
			return 'reviewed';
		}
		if (state !== 'none') {
			return state === 'all' ? 'accepted' : 'partial';
		}
		return nUndone > 0 ? 'undone' : nRejected === nHunks ? 'rejected' : 'open';
	}
}

function patchIcon(state: State, candidate: PatchCandidate): vscode.ThemeIcon {
	switch (state) {
		case 'accepted':
			return new vscode.ThemeIcon('check-all', new vscode.ThemeColor('testing.iconPassed'));
		case 'partial':
			return new vscode.ThemeIcon('check', new vscode.ThemeColor('testing.iconPassed'));
		case 'undone':
			return new vscode.ThemeIcon('history');
		case 'rejected':
			return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
		case 'reviewed':
			return new vscode.ThemeIcon('eye');
		case 'open':
			return icons[verdictOf(candidate)];
	}
}

function fileItem(row: PatchRow & { kind: 'file' }): vscode.TreeItem {
	const { file, old } = row;
	const folder = file.path.slice(0, -fileName(file.path).length - 1);
	const kind = old ? 'renamed' : file.before === undefined ? 'new' : file.after === undefined ? 'deleted' : undefined;
	const warning = selfRunning(file.path);
	const description = [warning && 'runs by itself', kind, countsText([row]), folder]
		.filter(part => part !== undefined && part !== '')
		.join(' · ');
	const uri = uriOfPath(file.path);
	return treeItem(old === undefined ? fileName(file.path) : renameText(old.path, file.path), {
		description,
		iconPath:
			warning === undefined
				? vscode.ThemeIcon.File
				: new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground')),
		tooltip: [
			old === undefined ? file.path : `${old.path} → ${file.path}`,
			...(warning === undefined ? [] : [`Runs by itself: ${warning}. Each change needs its own accept.`]),
		].join('\n'),
		contextValue: 'patchFile',
		accessibilityInformation: { label: `${file.path}, ${old ? `renamed from ${old.path}, ` : ''}${description}` },
		command: { command: commands.patchOpenDiff, title: 'Open Diff', arguments: [row] },
		...(uri !== undefined && { resourceUri: uri }),
	});
}

/** `old.x → new.x`; the old name has its folder if the file was moved. */
function renameText(from: string, to: string): string {
	const isMoved = from.slice(0, -fileName(from).length) !== to.slice(0, -fileName(to).length);
	return `${isMoved ? from : fileName(from)} → ${fileName(to)}`;
}
