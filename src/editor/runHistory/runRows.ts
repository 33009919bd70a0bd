import * as vscode from 'vscode';
import type { RunStore, RunSummary } from '../../runs/pure/log/runStore';
import { originText } from '../../runs/pure/model/imported';
import { counted, grouped } from '../../system/pure/text/counted';
import { inParallel } from '../../system/pure/waiting/inParallel';
import { engineText } from '../engineText';

/** A past run, or one that is under way. */
export interface ListedRun {
	readonly summary: RunSummary;
	/** Whether it is live in this window or another. */
	readonly active: boolean;
}

export interface RunRow extends vscode.QuickPickItem, ListedRun {}

/** Actions on the run of a row; the row itself opens it. */
export const runButtons = {
	resume: { iconPath: new vscode.ThemeIcon('debug-continue'), tooltip: vscode.l10n.t('Resume') },
	rename: { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename') },
	remove: { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Remove') },
} as const satisfies Readonly<Record<string, vscode.QuickInputButton>>;

/** All runs, newest first. */
export async function listRuns(
	runs: Pick<RunStore, 'list'> & { isActive(runId: string): Promise<boolean> },
): Promise<ListedRun[]> {
	return inParallel(await runs.list(), async summary => ({
		summary,
		active: summary.state === 'running' && (await runs.isActive(summary.id)),
	}));
}

/**
 * Two lines: the title with the age, and below it the facts that tell runs of one title apart: state, results, model,
 * time. `shownId`: the run that the views show. `nowMs`: milliseconds since 1970.
 */
export function runRow(run: ListedRun, nowMs: number, shownId?: string): RunRow {
	const { id, title, engine, imported, startedAt, nLocations, nPatches, isProvisional } = run.summary;
	const { text, icon, resumable } = stateOf(run);
	const age = ageText(nowMs - startedAt);
	const locations = engineText(counted(nLocations, isProvisional ? 'provisional location' : 'location'));
	const origin = originText(run.summary);
	const detail = [
		...(text === undefined ? [] : [text]),
		...(imported === undefined ? [locations] : []),
		...(nPatches === 0 ? [] : [engineText(counted(nPatches, 'patch', 'patches'))]),
		origin === undefined ? engine : engineText(origin),
		new Date(startedAt).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }),
	];
	const { resume, rename, remove } = runButtons;
	return {
		...run,
		label: title,
		description: id === shownId ? `${vscode.l10n.t('shown')} · ${age}` : age,
		detail: detail.join(' · '),
		iconPath: new vscode.ThemeIcon(id === shownId ? 'eye' : icon),
		buttons: [...(resumable ? [resume] : []), rename, ...(run.active ? [] : [remove])],
	};
}

/** A run in state `running` that is not live anywhere was interrupted. */
function stateOf({ summary, active }: ListedRun): { text?: string; icon: string; resumable: boolean } {
	switch (summary.state) {
		case 'done':
			return { icon: 'pass', resumable: false };
		case 'cancelled':
			return { text: vscode.l10n.t('cancelled'), icon: 'circle-slash', resumable: true };
		case 'failed':
			return { text: vscode.l10n.t('failed'), icon: 'error', resumable: true };
		case 'running':
			return active
				? { text: vscode.l10n.t('running'), icon: 'loading~spin', resumable: false }
				: { text: vscode.l10n.t('interrupted'), icon: 'debug-pause', resumable: true };
	}
}

const units = [
	{
		ms: 24 * 60 * 60 * 1000,
		text: (n: number) => (n === 1 ? vscode.l10n.t('1 day ago') : vscode.l10n.t('{0} days ago', grouped(n))),
	},
	{
		ms: 60 * 60 * 1000,
		text: (n: number) => (n === 1 ? vscode.l10n.t('1 hour ago') : vscode.l10n.t('{0} hours ago', grouped(n))),
	},
	{
		ms: 60 * 1000,
		text: (n: number) => (n === 1 ? vscode.l10n.t('1 minute ago') : vscode.l10n.t('{0} minutes ago', grouped(n))),
	},
] as const;

/** `3 hours ago`, in the largest unit that fits; `now` for less than a minute. */
export function ageText(ageMs: number): string {
	const unit = units.find(({ ms }) => ageMs >= ms);
	return unit === undefined ? vscode.l10n.t('now') : unit.text(Math.floor(ageMs / unit.ms));
}
