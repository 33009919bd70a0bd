import * as vscode from 'vscode';
import { type CardKind, type CardRow, cardLabels, cardRows } from '../../engine/failure/cardRows';
import { setShown, treeItem } from '../display';
import { engineText } from '../engineText';
import { commands, contextKeys, views } from '../ids';
import type { Services } from '../services';
import type { FailureStep, Failures, ShownFailure } from './failures';

type Row = CardRow | MissingRow;

/** A row that is not known yet. */
interface MissingRow {
	readonly kind: CardKind;
	readonly state: 'running' | 'offered';
}

/** The card of a failure: a view in the sidebar that is there as long as a failure is shown, and one row in the status bar. */
export class FailureView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly view: vscode.TreeView<Row>;
	private readonly status: vscode.StatusBarItem;
	private readonly disposables: vscode.Disposable;
	readonly onDidChangeTreeData = this.changed.event;

	constructor(
		private readonly failures: Failures,
		private readonly services: Pick<Services, 'context'>,
	) {
		this.view = vscode.window.createTreeView(views.failure, { treeDataProvider: this });
		this.status = vscode.window.createStatusBarItem('faultline-failure', vscode.StatusBarAlignment.Left, -2);
		this.status.name = vscode.l10n.t('Faultline: Failure');
		this.status.command = `${views.failure}.focus`;
		const listening = failures.onDidChange(() => this.refresh());
		this.disposables = vscode.Disposable.from(listening, this.view, this.status, this.changed);
	}

	getChildren(row?: Row): readonly Row[] & Row[] {
		const { shown } = this.failures;
		return row !== undefined || shown === undefined ? [] : rowsOf(shown);
	}

	getTreeItem(row: Row): vscode.TreeItem {
		return 'state' in row ? missingItem(row) : knownItem(row);
	}

	dispose(): void {
		this.disposables.dispose();
	}

	private refresh(): void {
		const { shown } = this.failures;
		const { context } = this.services;
		context.set(contextKeys.failureShown, shown !== undefined);
		this.changed.fire();
		setShown(this.view, { description: shown?.title ?? '' });
		const [raised] = shown === undefined ? [] : cardRows(shown);
		if (shown === undefined || raised === undefined) {
			this.status.hide();
			return;
		}
		setShown(this.status, {
			text: `$(error) ${engineText(cardLabels[raised.kind])} ${raised.text}`,
			tooltip: [shown.title, raised.detail].filter(text => text !== '').join('\n'),
		});
		this.status.show();
	}
}

/** Rows that are not known yet are offered if they can be found. */
function rowsOf(failure: ShownFailure): Row[] {
	const { running, test, target, suspect, trace, culprit } = failure;
	const isOffered = { search: false, trace: test !== undefined, culprit: (target ?? test) !== undefined };
	const offered = (kind: CardKind, step: FailureStep): MissingRow[] => {
		const isRunning = running.includes(step);
		return isRunning || isOffered[step] ? [{ kind, state: isRunning ? 'running' : 'offered' }] : [];
	};
	const known = cardRows(failure);
	const row = (kind: CardKind) => known.filter(each => each.kind === kind);
	return [
		...row('raised'),
		...(suspect === undefined ? offered('suspect', 'search') : row('suspect')),
		...(trace === undefined ? offered('differs', 'trace') : row('differs')),
		...(culprit === undefined ? offered('broke', 'culprit') : row('broke')),
	];
}

function knownItem({ kind, text, detail, places }: CardRow): vscode.TreeItem {
	const [place] = places;
	const command = reports[kind] ?? (place && { command: commands.failureOpen, title: '', arguments: [place] });
	const label = engineText(cardLabels[kind]);
	return treeItem(label, {
		description: engineText(text),
		tooltip: [`${label}: ${engineText(text)}`, ...detail.split('\n').map(engineText)].join('\n').trim(),
		iconPath: new vscode.ThemeIcon(icons[kind]),
		...(command && { command }),
	});
}

function missingItem({ kind, state }: MissingRow): vscode.TreeItem {
	const isRunning = state === 'running';
	const command = offers[kind];
	return treeItem(engineText(cardLabels[kind]), {
		description: isRunning ? vscode.l10n.t('searching…') : offerText(kind),
		iconPath: new vscode.ThemeIcon(isRunning ? 'loading~spin' : 'play'),
		...(!isRunning && command !== undefined && { command: { command, title: '' } }),
	});
}

const icons: Readonly<Record<CardKind, string>> = {
	raised: 'error',
	suspect: 'target',
	differs: 'git-compare',
	broke: 'git-commit',
};

/** The reports behind rows, which say more than a line of code does. */
const reports: Partial<Record<CardKind, vscode.Command>> = {
	differs: { command: commands.failureShowTrace, title: '' },
	broke: { command: commands.failureShowCulprit, title: '' },
};

const offers: Partial<Record<CardKind, string>> = { differs: commands.traceTest, broke: commands.culpritFind };

function offerText(kind: CardKind): string {
	return kind === 'differs' ? vscode.l10n.t('run the test once more') : vscode.l10n.t('find the commit');
}
