import * as vscode from 'vscode';
import { rootNode } from '../../runs/pure/fold/run';
import { UserError } from '../../system/pure/errors/userError';
import { askInput, askModal, pickRow } from '../display';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { importRunFile } from './importRunFile';
import { RunPicker } from './runPicker';
import { listRuns, type RunRow, runButtons, runRow } from './runRows';

/** Registers the picker of past runs and the actions on one: open, resume, rename, compare, remove, import. */
export function registerRuns(services: Services): vscode.Disposable {
	const { log, controller } = services;
	const act = new RunCommands(services);
	controller.beforeRemove.push(closeDocuments);
	return vscode.Disposable.from(
		registerCommand(log, commands.runsShow, run => act.show(run)),
		registerCommand(log, commands.runsRename, run => act.inPicker('rename') ?? act.rename(run)),
		registerCommand(log, commands.runsRemove, run => act.inPicker('remove') ?? act.remove(run)),
		registerCommand(log, commands.runsCompare, run => act.compare(run)),
		registerCommand(log, commands.runsImport, (file, evaluation) => importRunFile(services, file, evaluation)),
		registerCommand(log, commands.runResume, run => act.inPicker('resume') ?? act.resume(run)),
		registerCommand(log, commands.runCancel, () => controller.cancel()),
	);
}

/** Each takes the id of a run; without one it asks. */
class RunCommands {
	private readonly picker: RunPicker;

	constructor(private readonly services: Services) {
		this.picker = new RunPicker(services.context);
	}

	/** Acts on the run at the cursor of the open picker, if it can; undefined if the picker is closed. */
	inPicker(button: keyof typeof runButtons): Promise<void> | undefined {
		return this.picker.press(button) ? Promise.resolve() : undefined;
	}

	/** The picker stays while runs in it are renamed and removed. */
	async show(argument: unknown): Promise<void> {
		const id = idOf(argument);
		if (id !== undefined) {
			return this.open(id);
		}
		let typed = '';
		for (let rows = await this.rows(); rows.length > 0; rows = await this.listed()) {
			const picked = await this.picker.pick(rows, typed);
			if (picked === undefined) {
				return;
			}
			const { row, button } = picked;
			switch (button) {
				case runButtons.rename:
					await this.rename(row.summary.id);
					break;
				case runButtons.remove:
					await this.remove(row.summary.id);
					break;
				case runButtons.resume:
					return this.resume(row.summary.id);
				default:
					return this.open(row.summary.id);
			}
			typed = picked.typed;
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

	async rename(argument: unknown): Promise<void> {
		const run = await this.find(argument, vscode.l10n.t('Rename Run'));
		if (run === undefined) {
			return;
		}
		const title = await askInput({
			title: vscode.l10n.t('Rename Run'),
			prompt: vscode.l10n.t('The issue keeps its title.'),
			value: run.summary.title,
			validateInput: typed => (typed.trim() === '' ? vscode.l10n.t('A run needs a title.') : undefined),
		});
		if (title !== undefined) {
			await this.services.controller.rename(run.summary.id, title);
		}
	}

	/** Asks first, because removing cannot be undone. */
	async remove(argument: unknown): Promise<void> {
		const run = await this.find(argument, vscode.l10n.t('Remove Run'));
		if (run === undefined) {
			return;
		}
		const remove = vscode.l10n.t('Remove');
		const answer = await askModal(
			vscode.l10n.t('Remove the run "{0}"?', run.summary.title),
			vscode.l10n.t(
				'All of it is deleted from this machine: rounds, locations, patches, reproducers and copies of changed files.',
			),
			remove,
		);
		if (answer === remove) {
			await this.services.controller.remove(run.summary.id);
		}
	}

	/** Two runs side by side: the given one and a chosen one, or both chosen. */
	async compare(argument: unknown): Promise<void> {
		const first = idOf(argument) ?? (await this.choose(vscode.l10n.t('Compare Runs (1/2)')))?.summary.id;
		const second = first && (await this.choose(vscode.l10n.t('Compare Runs (2/2)'), first))?.summary.id;
		if (first !== undefined && second !== undefined) {
			await this.services.documents.openCompared(first, second);
		}
	}

	private async open(id: string): Promise<void> {
		const { controller, trajectory } = this.services;
		await controller.open(id);
		await trajectory.reveal({ kind: 'node', id: rootNode });
	}

	/** The run of an argument, or one the user chooses; undefined if there is none. */
	private async find(argument: unknown, title: string): Promise<RunRow | undefined> {
		const id = idOf(argument);
		return id === undefined ? this.choose(title) : (await this.listed()).find(({ summary }) => summary.id === id);
	}

	/** Lets the user choose any run but `except`. */
	private async choose(title: string, except?: string): Promise<RunRow | undefined> {
		const rows = (await this.rows(except)).map(row => ({ ...row, buttons: [] }));
		return pickRow(rows, { title, matchOnDescription: true, matchOnDetail: true });
	}

	/** Throws `UserError` if there is no run but `except`. */
	private async rows(except?: string): Promise<RunRow[]> {
		const rows = (await this.listed()).filter(({ summary }) => summary.id !== except);
		if (rows.length === 0) {
			throw new UserError(`There is no ${except === undefined ? 'past' : 'other'} run yet. Locate a bug first.`, {
				cures: [{ kind: 'locate' }],
			});
		}
		return rows;
	}

	private async listed(): Promise<RunRow[]> {
		const { runs, clock, shown } = this.services;
		return (await listRuns(runs)).map(run => runRow(run, clock.now(), shown.run?.id));
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

function idOf(argument: unknown): string | undefined {
	return typeof argument === 'string' ? argument : undefined;
}
