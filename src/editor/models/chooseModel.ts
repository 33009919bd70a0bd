import * as vscode from 'vscode';
import { UserError } from '../../system/pure/errors/userError';
import { shownRows } from '../display';
import type { EditorLog } from '../editorLog';
import type { EndpointSetting } from '../settings/endpointSetting';
import { readSettings } from '../settings/settings';
import { showError } from '../showError';
import { addEndpoint } from './addEndpoint';
import { changeKey } from './changeKey';
import type { Dialogs } from './dialogs';
import { type ModelRow, modelRows, rowButtons } from './modelRows';
import { removeEndpoint, writeChoice } from './modelSettings';
import type { Models } from './models';
import { testConnection } from './testConnection';

interface ChooseModelDeps {
	readonly models: Models;
	readonly log: EditorLog;
}

/** Shows the picker of models; resolves when the chosen action is done: true if a model was chosen, and passed its test. */
export async function chooseModel(deps: ChooseModelDeps, dialogs: Dialogs): Promise<boolean> {
	const act = await pickRow(deps, dialogs);
	switch (act?.kind) {
		case 'choose':
			await writeChoice(act.choice);
			return true;
		case 'addEndpoint': {
			const added = await addEndpoint(deps.models, dialogs);
			return added !== undefined && testConnection(deps, dialogs, added);
		}
		case 'run':
			await run(act.command, act.args);
	}
	return false;
}

/** If AI features are turned off, VS Code does not have their commands. */
async function run(command: string, args: readonly string[]): Promise<void> {
	if (!(await vscode.commands.getCommands()).includes(command)) {
		throw new UserError('Chat is turned off in this VS Code. Turn it on in the settings, or add an endpoint instead.');
	}
	await vscode.commands.executeCommand(command, ...args);
}

/** The picker follows the models of VS Code and the settings while it is open. */
function pickRow(deps: ChooseModelDeps, dialogs: Dialogs): Promise<ModelRow['act']> {
	const pick = vscode.window.createQuickPick<ModelRow>();
	pick.title = vscode.l10n.t('Choose Model');
	pick.placeholder = vscode.l10n.t('Which model locates the bug?');
	pick.matchOnDescription = true;
	let models: readonly vscode.LanguageModelChat[] | undefined;
	const draw = () => {
		pick.keepScrollPosition = true;
		const { endpoints } = readSettings();
		pick.items = shownRows(modelRows({ current: deps.models.choice, endpoints, models }));
	};
	const fail = (error: unknown) => showError(deps.log, error);
	const ask = () =>
		vscode.lm.selectChatModels().then(found => {
			models = found;
			draw();
		}, fail);
	const listening = [vscode.lm.onDidChangeChatModels(ask), deps.models.onDidChange(draw)];
	draw();
	void ask();
	const chosen = new Promise<ModelRow['act']>(resolve => {
		pick.onDidTriggerItemButton(({ button, item }) => void pressButton(deps, dialogs, { button, item }).catch(fail));
		pick.onDidAccept(() => {
			const act = pick.selectedItems[0]?.act;
			if (act !== undefined) {
				resolve(act);
				pick.hide();
			}
		});
		pick.onDidHide(() => {
			resolve(undefined);
			vscode.Disposable.from(pick, ...listening).dispose();
		});
	});
	pick.show();
	return chosen;
}

async function pressButton(
	deps: ChooseModelDeps,
	dialogs: Dialogs,
	{ button, item }: { button: vscode.QuickInputButton; item: ModelRow },
): Promise<void> {
	const { act, endpoint } = item;
	if (button === rowButtons.test && act?.kind === 'choose') {
		await testConnection(deps, dialogs, act.choice);
	} else if (button === rowButtons.changeKey && endpoint !== undefined) {
		await changeKey(deps.models.keys, dialogs, endpoint);
	} else if (button === rowButtons.remove && endpoint !== undefined) {
		await forget(deps, dialogs, endpoint);
	}
}

/** Removes an endpoint after a confirmation. If it was in use, the embedded localizer is selected. */
async function forget({ models }: ChooseModelDeps, dialogs: Dialogs, endpoint: EndpointSetting): Promise<void> {
	const { name } = endpoint;
	const question = vscode.l10n.t('Remove the endpoint "{0}" and its key?', name);
	if (!(await dialogs.confirm(question, vscode.l10n.t('Remove')))) {
		return;
	}
	const { choice } = models;
	await models.keys.remove(endpoint);
	await removeEndpoint(name);
	if (choice.kind === 'endpoint' && choice.name === name) {
		await writeChoice({ kind: 'embedded' });
	}
}
