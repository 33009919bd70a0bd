import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import type { Services } from '../services';
import { readSettings } from '../settings';
import { showError } from '../showError';
import { addEndpoint } from './addEndpoint';
import { changeKey } from './changeKey';
import type { Dialogs } from './dialogs';
import type { EndpointSetting } from './endpointSetting';
import { type ModelRow, modelRows, rowButtons } from './modelRows';
import { removeEndpoint, writeChoice } from './modelSettings';
import { testConnection } from './testConnection';

type Parts = Pick<Services, 'models' | 'log'>;

/** The picker of models; returns when the person has chosen and what they chose is done. */
export async function chooseModel(parts: Parts, dialogs: Dialogs): Promise<void> {
	const act = await pickRow(parts, dialogs);
	switch (act?.kind) {
		case 'choose':
			return writeChoice(act.choice);
		case 'addEndpoint': {
			const added = await addEndpoint(parts.models, dialogs);
			return added && testConnection(parts, dialogs, added);
		}
		case 'run':
			return run(act.command, act.args);
	}
}

/** A VS Code whose AI features are turned off has no commands for them. */
async function run(command: string, args: readonly string[]): Promise<void> {
	if (!(await vscode.commands.getCommands()).includes(command)) {
		throw new UserError('Chat is turned off in this VS Code. Turn it on in the settings, or add an endpoint instead.');
	}
	await vscode.commands.executeCommand(command, ...args);
}

/** Stays true to what VS Code and the settings have while it is open. */
function pickRow(parts: Parts, dialogs: Dialogs): Promise<ModelRow['act']> {
	const pick = vscode.window.createQuickPick<ModelRow>();
	pick.title = 'Choose Model';
	pick.placeholder = 'Which model looks for the bug?';
	pick.matchOnDescription = true;
	let models: readonly vscode.LanguageModelChat[] | undefined;
	const draw = () => {
		pick.keepScrollPosition = true;
		pick.items = modelRows({ current: parts.models.choice, endpoints: readSettings().endpoints, models });
	};
	const fail = (error: unknown) => showError(parts.log, error);
	const ask = () =>
		vscode.lm.selectChatModels().then(found => {
			models = found;
			draw();
		}, fail);
	const listening = [vscode.lm.onDidChangeChatModels(ask), parts.models.onDidChange(draw)];
	draw();
	void ask();
	const chosen = new Promise<ModelRow['act']>(resolve => {
		pick.onDidTriggerItemButton(({ button, item }) => void pressButton(parts, dialogs, { button, item }).catch(fail));
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
	parts: Parts,
	dialogs: Dialogs,
	{ button, item }: { button: vscode.QuickInputButton; item: ModelRow },
): Promise<void> {
	const { act, endpoint } = item;
	if (button === rowButtons.test && act?.kind === 'choose') {
		await testConnection(parts, dialogs, act.choice);
	} else if (button === rowButtons.changeKey && endpoint !== undefined) {
		await changeKey(parts.models.keys, dialogs, endpoint);
	} else if (button === rowButtons.remove && endpoint !== undefined) {
		await forget(parts, dialogs, endpoint);
	}
}

/** The embedded localizer takes over where the endpoint in use goes. */
async function forget({ models }: Parts, dialogs: Dialogs, endpoint: EndpointSetting): Promise<void> {
	const { name } = endpoint;
	if (!(await dialogs.confirm(`Remove the endpoint "${name}" and its key?`, 'Remove'))) {
		return;
	}
	const { choice } = models;
	await models.keys.remove(endpoint);
	await removeEndpoint(name);
	if (choice.kind === 'endpoint' && choice.name === name) {
		await writeChoice({ kind: 'embedded' });
	}
}
