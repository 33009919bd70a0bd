import * as vscode from 'vscode';
import { counted } from '../../core/model/counted';
import type { Clock, RunStore, RunSummary } from '../../core/ports';
import { treeItem } from '../display';
import { commands } from '../ids';
import { ageText } from './ageText';

/** A past run in the list. */
export interface ListedRun {
	readonly summary: RunSummary;
	/** Whether it is live in this window or another. */
	readonly active: boolean;
}

/** Past runs, newest first; read from disk only when the view is opened. */
export class RunsTree implements vscode.TreeDataProvider<ListedRun> {
	private readonly runs: RunStore & { isActive(runId: string): Promise<boolean> };
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChangeTreeData = this.changed.event;

	constructor(
		runs: RunsTree['runs'],
		private readonly clock: Clock,
	) {
		this.runs = runs;
	}

	refresh(): void {
		this.changed.fire();
	}

	async getChildren(parent?: ListedRun): Promise<ListedRun[]> {
		return parent === undefined ? this.list() : [];
	}

	async list(): Promise<ListedRun[]> {
		const summaries = await this.runs.list();
		return Promise.all(
			summaries.map(async summary => ({
				summary,
				active: summary.state === 'running' && (await this.runs.isActive(summary.id)),
			})),
		);
	}

	getTreeItem(run: ListedRun): vscode.TreeItem {
		const { id, title, startedAt, engine } = run.summary;
		const age = ageText(this.clock.now() - startedAt);
		const { text, icon, resumable } = stateOf(run);
		return treeItem(title, {
			id,
			description: `${text} · ${engine} · ${age}`,
			iconPath: new vscode.ThemeIcon(icon),
			contextValue: resumable ? 'run.resumable' : run.active ? 'run.active' : 'run',
			command: { command: commands.runsOpen, title: 'Open Run', arguments: [id] },
			accessibilityInformation: { label: `${title}, ${text}, ${engine}, ${age}` },
			tooltip: tooltip(run, text),
		});
	}
}

/** A run's state as shown to the user: one in state `running` that is not live anywhere was interrupted. */
export function stateOf({ summary, active }: ListedRun): { text: string; icon: string; resumable: boolean } {
	const found = counted(summary.nLocations, 'location');
	switch (summary.state) {
		case 'done':
			return { text: found, icon: 'pass', resumable: false };
		case 'cancelled':
			return { text: 'cancelled', icon: 'circle-slash', resumable: true };
		case 'failed':
			return { text: 'failed', icon: 'error', resumable: true };
		case 'running':
			return active
				? { text: 'running', icon: 'loading~spin', resumable: false }
				: { text: 'interrupted', icon: 'debug-pause', resumable: true };
	}
}

function tooltip({ summary }: ListedRun, state: string): string {
	const { title, engine, startedAt, sizeBytes } = summary;
	const size =
		sizeBytes < 1024 * 1024 ? `${Math.ceil(sizeBytes / 1024)} KB` : `${(sizeBytes / 1024 / 1024).toFixed(1)} MB`;
	return `${title}\n${state} · ${engine} · ${new Date(startedAt).toLocaleString()} · ${size}`;
}
