import * as vscode from 'vscode';
import type { Cure, CureKind } from '../system/pure/errors/cure';
import { showMessage } from './display';
import { commands } from './ids';
import { settingNames } from './settings/settingNames';
import { typeCommand } from './typeCommand';

/** The command behind each cure: Faultline's own return whether they succeeded, VS Code's only open something. */
export const cureCommands: Readonly<Record<Exclude<CureKind, 'retry' | 'install'>, readonly [string, ...string[]]>> = {
	setKey: [commands.modelSetKey],
	chooseModel: [commands.modelChoose],
	testModel: [commands.modelTest],
	editEndpoint: ['workbench.action.openSettings', settingNames.endpoints],
	trust: ['workbench.trust.manage'],
	locate: [commands.runStart],
	openFolder: ['workbench.action.files.openFolder'],
	showRuns: [commands.runsShow],
	setTestCommand: ['workbench.action.openSettings', settingNames.fixTestCommand],
	setOwnCommands: ['workbench.action.openSettings', settingNames.fixReproducerCommand],
};

/** Applies a cure. Returns whether that succeeded, so that the failed work can be repeated. */
export async function applyCure(cure: Cure): Promise<boolean> {
	switch (cure.kind) {
		case 'retry':
			return true;
		case 'install':
			await showHowToInstall(cure);
			return false;
		default: {
			const [command, ...args] = cureCommands[cure.kind];
			return (await vscode.commands.executeCommand(command, ...args)) === true;
		}
	}
}

async function showHowToInstall({ program = '', command, page }: Cure): Promise<void> {
	if (command !== undefined) {
		typeCommand(vscode.l10n.t('Install {0}', program), command);
		return;
	}
	if (page?.startsWith('https://')) {
		await vscode.env.openExternal(vscode.Uri.parse(page));
		return;
	}
	await showMessage(
		'Information',
		vscode.l10n.t(
			'{0} was not found. Install it with the package manager of your system, add its folder to PATH, and reload the window.',
			program,
		),
	);
}
