import * as vscode from 'vscode';
import type { EndpointSetting } from '../settings/endpointSetting';
import { type ModelChoice, modelChoiceText } from '../settings/modelChoice';
import { settingNames } from '../settings/settingNames';

/** Writes which model is used, for all windows of this machine. */
export async function writeChoice(choice: ModelChoice): Promise<void> {
	await write(settingNames.model, choice.kind === 'embedded' ? undefined : modelChoiceText(choice));
}

/** Adds an endpoint, or replaces the endpoint of the same name. Invalid entries are kept. */
export async function writeEndpoint(endpoint: EndpointSetting): Promise<void> {
	const entries = writtenEndpoints();
	const at = entries.findIndex(entry => nameOf(entry) === endpoint.name);
	await write(settingNames.endpoints, at === -1 ? [...entries, endpoint] : entries.with(at, endpoint));
}

/** Removes the endpoint of this name from the settings. */
export async function removeEndpoint(name: string): Promise<void> {
	const entries = writtenEndpoints().filter(entry => nameOf(entry) !== name);
	await write(settingNames.endpoints, entries.length === 0 ? undefined : entries);
}

function writtenEndpoints(): readonly unknown[] {
	const value = vscode.workspace.getConfiguration().get<unknown>(settingNames.endpoints);
	return Array.isArray(value) ? value : [];
}

function nameOf(entry: unknown): unknown {
	return typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined;
}

async function write(setting: string, value: unknown): Promise<void> {
	await vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);
}
