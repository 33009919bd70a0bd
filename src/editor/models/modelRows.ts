import * as vscode from 'vscode';
import { grouped } from '../../system/pure/text/counted';
import { engineText } from '../engineText';
import { type EndpointSetting, endpointHost, type ReadEndpoint } from '../settings/endpointSetting';
import { type ModelChoice, modelChoiceText } from '../settings/modelChoice';
import { settingNames } from '../settings/settingNames';
import presets from './endpointPresets.json';

/** A row of the picker. One without `act` is a heading. */
export interface ModelRow extends vscode.QuickPickItem {
	readonly act?:
		| { readonly kind: 'choose'; readonly choice: ModelChoice }
		| { readonly kind: 'addEndpoint' }
		| { readonly kind: 'run'; readonly command: string; readonly args: readonly string[] };
	/** The endpoint of the row, if it is one. */
	readonly endpoint?: EndpointSetting;
}

/** Inputs of the picker. `models`: undefined while VS Code has not answered. */
export interface Offered {
	readonly current: ModelChoice;
	readonly models: readonly Pick<vscode.LanguageModelChat, 'id' | 'name' | 'vendor' | 'maxInputTokens'>[] | undefined;
	readonly endpoints: readonly ReadEndpoint[];
}

export const rowButtons = {
	test: { iconPath: new vscode.ThemeIcon('plug'), tooltip: vscode.l10n.t('Test connection') },
	changeKey: { iconPath: new vscode.ThemeIcon('key'), tooltip: vscode.l10n.t('Change key') },
	remove: { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Remove endpoint') },
} as const;

/** All rows of the picker. VS Code's models arrive later than the rest, so they are last and move no other row. */
export function modelRows(offered: Offered): readonly ModelRow[] {
	return [
		{
			label: `$(circuit-board) ${vscode.l10n.t('Embedded')}${mark(offered, { kind: 'embedded' })}`,
			description: vscode.l10n.t('No model: nothing leaves this machine'),
			act: { kind: 'choose', choice: { kind: 'embedded' } },
		},
		heading(vscode.l10n.t('Endpoints')),
		...offered.endpoints.map(entry => endpointRow(offered, entry)),
		{
			label: `$(add) ${vscode.l10n.t('Add an endpoint…')}`,
			description: vscode.l10n.t('{0}, or any compatible server', presets.map(({ name }) => name).join(', ')),
			act: { kind: 'addEndpoint' },
		},
		heading(vscode.l10n.t('Models in VS Code')),
		...vscodeRows(offered),
	];
}

function vscodeRows(offered: Offered): ModelRow[] {
	const { models } = offered;
	if (models === undefined) {
		return [{ label: `$(loading~spin) ${vscode.l10n.t('Asking VS Code for its models')}`, alwaysShow: true }];
	}
	return models.length === 0 ? noModels : models.map(model => vscodeRow(offered, model));
}

/** VS Code does not report why it has no models; these rows are the possible remedies. */
const noModels: ModelRow[] = [
	{
		label: `$(sign-in) ${vscode.l10n.t('No models yet: sign in or add one in Chat')}`,
		description: vscode.l10n.t('They appear here as soon as VS Code has them'),
		act: { kind: 'run', command: 'workbench.action.chat.open', args: [] },
	},
	{
		label: `$(settings-gear) ${vscode.l10n.t('Manage the language models of VS Code')}`,
		act: { kind: 'run', command: 'workbench.action.chat.manage', args: [] },
	},
];

function vscodeRow(offered: Offered, model: NonNullable<Offered['models']>[number]): ModelRow {
	const { id, name, vendor, maxInputTokens } = model;
	const choice: ModelChoice = { kind: 'vscode', vendor, name: id };
	return {
		label: `$(hubot) ${name}${mark(offered, choice)}`,
		description: `${vendor} · ${vscode.l10n.t('{0} tokens', grouped(maxInputTokens))}`,
		buttons: [rowButtons.test],
		act: { kind: 'choose', choice },
	};
}

function endpointRow(offered: Offered, entry: ReadEndpoint): ModelRow {
	if ('problem' in entry) {
		return {
			label: `$(warning) ${entry.name ?? vscode.l10n.t('An endpoint')}`,
			detail: engineText(entry.problem),
			act: { kind: 'run', command: 'workbench.action.openSettings', args: [settingNames.endpoints] },
		};
	}
	const choice: ModelChoice = { kind: 'endpoint', name: entry.name };
	return {
		label: `$(server) ${entry.name}${mark(offered, choice)}`,
		description: `${entry.model} · ${endpointHost(entry)}`,
		buttons: [rowButtons.test, rowButtons.changeKey, rowButtons.remove],
		act: { kind: 'choose', choice },
		endpoint: entry,
	};
}

function mark({ current }: Offered, choice: ModelChoice): string {
	return modelChoiceText(current) === modelChoiceText(choice) ? ' $(check)' : '';
}

function heading(label: string): ModelRow {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
