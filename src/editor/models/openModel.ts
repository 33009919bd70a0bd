import * as vscode from 'vscode';
import type { ChatModel } from '../../models/pure/chatModel';
import { UserError } from '../../system/pure/errors/userError';
import type { EndpointSetting } from '../settings/endpointSetting';
import { type ModelChoice, modelChoiceText } from '../settings/modelChoice';
import { readSettings } from '../settings/settings';
import type { EndpointKeys } from './endpointKeys';
import type { KnownModel } from './modelStore';
import { openAiEndpoint } from './openAiEndpoint';
import { createVscodeModel } from './vscodeModel';

/** How long to wait for a model, because providers may still be starting with the window. */
const startMs = 3000;

/** A model with its adapter; nothing is sent. Throws `UserError` if there is no such model. */
export async function openModel(choice: ModelChoice, known: KnownModel, keys: EndpointKeys): Promise<ChatModel> {
	switch (choice.kind) {
		case 'vscode':
			return createVscodeModel(await findVscodeModel(choice), known.replyForm);
		case 'endpoint': {
			const endpoint = findEndpoint(choice);
			const { createOpenAiModel } = await import('../../models/node/openAiModel');
			return createOpenAiModel({ ...known, ...openAiEndpoint(endpoint, await keys.get(endpoint)) });
		}
		default:
			throw new UserError(`Unknown model "${modelChoiceText(choice)}". Choose another one.`, {
				cures: [{ kind: 'chooseModel' }],
			});
	}
}

/** The chosen endpoint. Throws `UserError` if the settings have none of this name, or an invalid one. */
export function findEndpoint({ name, model }: Extract<ModelChoice, { kind: 'endpoint' }>): EndpointSetting {
	const found = readSettings().endpoints.find(entry => entry.name === name);
	if (found === undefined) {
		throw new UserError(`There is no endpoint "${name}" in the settings. Choose another model.`, {
			cures: [{ kind: 'chooseModel' }, { kind: 'editEndpoint' }],
		});
	}
	if ('problem' in found) {
		throw new UserError(found.problem, { cures: [{ kind: 'editEndpoint' }, { kind: 'chooseModel' }] });
	}
	const { contextTokens: _ofTheOther, ...server } = found;
	return model === undefined || model === found.model ? found : { ...server, model };
}

async function findVscodeModel({ vendor, name }: { vendor: string; name: string }): Promise<vscode.LanguageModelChat> {
	let model = await selectVscodeModel(vendor, name);
	if (model === undefined) {
		await changeOfModels();
		model = await selectVscodeModel(vendor, name);
	}
	if (model === undefined) {
		throw new UserError(
			`VS Code has no model "${name}" of "${vendor}" now. Sign in or add it in Chat, or choose another one.`,
			{ cures: [{ kind: 'chooseModel' }, { kind: 'retry' }] },
		);
	}
	return model;
}

async function selectVscodeModel(vendor: string, name: string): Promise<vscode.LanguageModelChat | undefined> {
	const models = await vscode.lm.selectChatModels({ vendor });
	return models.find(({ id }) => id === name) ?? models.find(({ family }) => family === name);
}

function changeOfModels(): Promise<void> {
	return new Promise(resolve => {
		const done = () => {
			clearTimeout(timer);
			listening.dispose();
			resolve();
		};
		const timer = setTimeout(done, startMs);
		const listening = vscode.lm.onDidChangeChatModels(done);
	});
}
