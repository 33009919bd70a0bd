import * as vscode from 'vscode';
import { rootNode } from '../../core/model/run/run';
import { UserError } from '../../core/util/userError';
import { askModal, pickRow } from '../display';
import { commands, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { ageText } from './ageText';
import { type ListedRun, RunsTree, stateOf } from './runsTree';

/** Registers the list of past runs and its commands: open, resume, compare, remove. */
export function registerRuns(services: Services): vscode.Disposable {
	const { log, runs, clock, shown, controller } = services;
	const data = new RunsTree(runs, clock);
	const tree = vscode.window.createTreeView(views.runs, { treeDataProvider: data });
	const act = new RunCommands(services, data);
	controller.beforeRemove.push(closeDocuments);
	return vscode.Disposable.from(
		tree,
		shown.onDidShow(() => data.refresh()),
		controller.onDidChangeSession(() => data.refresh()),
		registerCommand(log, commands.runsOpen, run => act.open(run)),
		registerCommand(log, commands.runsRemove, run => act.remove(run)),
		registerCommand(log, commands.runsRefresh, () => data.refresh()),
		registerCommand(log, commands.runsCompare, run => act.compare(run)),
		registerCommand(log, commands.runResume, run => act.resume(run)),
		registerCommand(log, commands.runCancel, () => controller.cancel()),
	);
}

class RunCommands {
	constructor(
		private readonly services: Services,
		private readonly data: RunsTree,
	) {}

	async open(argument: unknown): Promise<void> {
		const { controller, trajectory } = this.services;
		const id = idOf(argument) ?? (await this.choose('Open Run'))?.summary.id;
		if (id !== undefined) {
			await controller.open(id);
			await trajectory.reveal({ kind: 'node', id: rootNode });
		}
	}

	async resume(argument: unknown): Promise<void> {
		const { controller, shown, trajectory } = this.services;
		const id = idOf(argument) ?? shown.run?.id;
		if (id === undefined) {
			throw new UserError('There is no run to resume. Open one first.', { cures: [{ kind: 'showRuns' }] });
		}
		await trajectory.focus();
		await controller.resume(id);
	}

	/** Asks first, because removing cannot be undone. */
	async remove(argument: unknown): Promise<void> {
		const id = idOf(argument) ?? (await this.choose('Remove Run'))?.summary.id;
		const run = (await this.data.list()).find(({ summary }) => summary.id === id);
		if (run === undefined) {
			return;
		}
		const remove = 'Remove';
		const answer = await askModal(
			`Remove the run "${run.summary.title}"?`,
			'All of it is deleted from this machine: rounds, locations, patches, reproducers and copies of changed files.',
			remove,
		);
		if (answer === remove) {
			await this.services.controller.remove(run.summary.id);
			this.data.refresh();
		}
	}

	/** Two runs side by side: the given one and a chosen one, or both chosen. */
	async compare(argument: unknown): Promise<void> {
		const first = idOf(argument) ?? (await this.choose('Compare Runs (1/2)'))?.summary.id;
		const second = first && (await this.choose('Compare Runs (2/2)', first))?.summary.id;
		if (first !== undefined && second !== undefined) {
			await this.services.documents.openCompared(first, second);
		}
	}

	/** Lets the user choose any run but `except`. */
	private async choose(title: string, except?: string): Promise<ListedRun | undefined> {
		const listed = (await this.data.list()).filter(({ summary }) => summary.id !== except);
		if (listed.length === 0) {
			throw new UserError(`There is no ${except === undefined ? 'past' : 'other'} run yet. Locate a bug first.`, {
				cures: [{ kind: 'locate' }],
			});
		}
		const now = this.services.clock.now();
		const rows = listed.map(run => ({
			label: run.summary.title,
			description: `${stateOf(run).text} · ${run.summary.engine} · ${ageText(now - run.summary.startedAt)}`,
			run,
		}));
		return (await pickRow(rows, { title, matchOnDescription: true }))?.run;
	}
}

/** Closes the tabs that show something of a run; the URIs of all such documents contain its id. */
async function closeDocuments(runId: string): Promise<void> {
	const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
	const isAbout = (uri: vscode.Uri) => uri.scheme.startsWith('faultline-') && uri.query.includes(runId);
	await vscode.window.tabGroups.close(
		tabs.filter(({ input }) => {
			const isDiff = input instanceof vscode.TabInputTextDiff;
			const uris = isDiff ? [input.original, input.modified] : input instanceof vscode.TabInputText ? [input.uri] : [];
			return uris.some(isAbout);
		}),
	);
}

/** The id in an argument: an id (click) or an item of the tree (menu). */
function idOf(argument: unknown): string | undefined {
	if (typeof argument === 'string') {
		return argument;
	}
	const isListed = typeof argument === 'object' && argument !== null && 'summary' in argument;
	return isListed ? (argument as ListedRun).summary.id : undefined;
}
