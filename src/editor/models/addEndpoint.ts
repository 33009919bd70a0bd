import * as vscode from 'vscode';
import { type ListedModels, listModels } from '../../models/node/listModels';
import { engineText } from '../engineText';
import { baseUrlProblem, type EndpointSetting, endpointHost, isEndpoint } from '../settings/endpointSetting';
import type { ModelChoice } from '../settings/modelChoice';
import { readSettings } from '../settings/settings';
import { askKey } from './changeKey';
import type { Dialogs } from './dialogs';
import presets from './endpointPresets.json';
import { writeChoice, writeEndpoint } from './modelSettings';
import type { Models } from './models';
import { openAiEndpoint } from './openAiEndpoint';
import { withCancel } from './withCancel';

interface Preset {
	readonly name: string;
	readonly baseUrl: string;
	readonly needsKey?: boolean;
	readonly keyPage?: string;
	readonly modelWord?: string;
}

/** A server the user wants to use, before its model is known. */
interface Server {
	readonly preset: Preset | undefined;
	readonly baseUrl: string;
}

/**
 * Asks for a server, its key if it requires one, and its model; stores and selects them. The key is stored in the secret
 * storage only. Undefined: the user cancelled, and nothing is stored.
 */
export async function addEndpoint(models: Models, dialogs: Dialogs): Promise<ModelChoice | undefined> {
	const server = await askServer(dialogs);
	const opened = server && (await askKeyIfRequired(dialogs, server));
	const model = opened && (await askModel(dialogs, server, opened.listed));
	if (!server || !opened || !model) {
		return undefined;
	}
	const endpoint = endpointFor(server, model);
	await models.keys.set(endpoint, opened.key);
	await writeEndpoint(endpoint);
	const choice: ModelChoice = { kind: 'endpoint', name: endpoint.name };
	await writeChoice(choice);
	return choice;
}

async function askServer(dialogs: Dialogs): Promise<Server | undefined> {
	const known: readonly Preset[] = presets;
	const rows = [
		...known.map(preset => ({ label: preset.name, description: preset.baseUrl, preset })),
		{
			label: vscode.l10n.t('Other'),
			description: vscode.l10n.t('the address of any server with a Chat Completions API'),
			preset: undefined,
			// Also for an address that is pasted here.
			alwaysShow: true,
		},
	];
	const row = await dialogs.pick(rows, {
		title: vscode.l10n.t('Add an Endpoint'),
		placeHolder: vscode.l10n.t('Which server?'),
		matchOnDescription: true,
	});
	if (row === undefined) {
		return undefined;
	}
	const { preset } = row;
	const { remoteName } = vscode.env;
	const baseUrl = await dialogs.input({
		title: preset === undefined ? vscode.l10n.t('Address of the server') : vscode.l10n.t('Address of {0}', preset.name),
		prompt:
			remoteName === undefined
				? vscode.l10n.t('The part before /chat/completions.')
				: vscode.l10n.t('The part before /chat/completions. localhost is the remote machine ({0}).', remoteName),
		value: preset?.baseUrl ?? 'http://localhost:8000/v1',
		validateInput: text => engineText(baseUrlProblem(text) ?? '') || undefined,
	});
	return baseUrl === undefined ? undefined : { preset, baseUrl: baseUrl.trim() };
}

/** A server that lists its models without a key requires none; the user is not asked for one then. */
async function askKeyIfRequired(
	dialogs: Dialogs,
	server: Server,
): Promise<{ key: string; listed: ListedModels } | undefined> {
	const { preset, baseUrl } = server;
	const open = preset?.needsKey === true ? 'refused' : await list(server, '');
	if (open === undefined || Array.isArray(open) || (open === 'silent' && preset !== undefined)) {
		return open && { key: '', listed: open };
	}
	const key = await askKey(dialogs, { baseUrl }, preset?.keyPage);
	const listed = key !== undefined && (await list(server, key.trim()));
	return listed ? { key: key ?? '', listed } : undefined;
}

/** Undefined: cancelled. */
async function list({ baseUrl }: Server, key: string): Promise<ListedModels | undefined> {
	const endpoint = openAiEndpoint({ baseUrl, model: '' }, key === '' ? undefined : key);
	const title = vscode.l10n.t('Asking {0} for its models', endpointHost({ baseUrl }));
	return withCancel(title, signal => listModels({ ...endpoint, replyForm: 'prose' }, signal));
}

async function askModel(dialogs: Dialogs, server: Server, listed: ListedModels): Promise<string | undefined> {
	const host = endpointHost(server);
	if (typeof listed !== 'string') {
		const other = { label: `$(edit) ${vscode.l10n.t('Another model…')}`, other: true };
		const rows = [...listed.map(label => ({ label, other: false })), other];
		const title = vscode.l10n.t('Models of {0}', host);
		const row = await dialogs.pick(rows, { title, placeHolder: vscode.l10n.t('Which model?') });
		if (row?.other !== true) {
			return row?.label;
		}
	}
	const word = engineText(server.preset?.modelWord ?? 'model');
	const model = await dialogs.input({
		title: vscode.l10n.t('Name of the {0}', word),
		prompt:
			typeof listed === 'string'
				? vscode.l10n.t('{0} does not list its models. Enter the name of the model on this server.', host)
				: '',
		validateInput: text => (text.trim() === '' ? vscode.l10n.t('Every request needs a {0}.', word) : undefined),
	});
	return model?.trim();
}

/** The existing endpoint of this server and model, with its other settings, else a new one. */
function endpointFor({ preset, baseUrl }: Server, model: string): EndpointSetting {
	const { endpoints } = readSettings();
	const same = endpoints.filter(isEndpoint).find(each => each.baseUrl === baseUrl && each.model === model);
	if (same !== undefined) {
		return same;
	}
	const base = `${preset?.name ?? endpointHost({ baseUrl })} ${model}`;
	const isTaken = (name: string) => endpoints.some(each => each.name === name);
	let name = base;
	for (let number = 2; isTaken(name); number++) {
		name = `${base} ${number}`;
	}
	return { name, baseUrl, model };
}
