import { join } from 'node:path';
import * as vscode from 'vscode';
import { SampleProject, sampleIssueFile } from '../../code/node/sample/sampleProject';
import { UserError } from '../../system/pure/errors/userError';
import { askModal } from '../display';
import { commands, contextKeys } from '../ids';
import { locateText } from '../locate/startLocating';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';

/** Set while the window with the sample opens, which then continues the walkthrough. */
const isOpeningKey = 'sample.isOpening';
/** The walkthrough in package.json, and its step for a window with the sample. */
const walkthrough = { id: 'start', sampleStep: 'locate' } as const;

/** Registers the walkthrough and its sample project: opening a copy of it, and locating its bug. */
export function registerSample(services: Services): vscode.Disposable {
	const { log, extension, context } = services;
	const folder = join(extension.globalStorageUri.fsPath, 'sample', 'tally');
	const sample = new SampleProject(extension.extensionUri.fsPath, folder);
	context.set(contextKeys.sampleOpen, isOpen(sample));
	void continueWalkthrough(services, sample);
	return vscode.Disposable.from(
		registerCommand(log, commands.sampleOpen, () => openSample(extension, sample)),
		registerCommand(log, commands.sampleLocate, () => locateInSample(services, sample)),
		registerCommand(log, commands.walkthroughOpen, () => openWalkthrough(services)),
	);
}

/** Opens a copy, in the storage of the extension: in this window if it has no folder, else in a new one. */
async function openSample(extension: vscode.ExtensionContext, sample: SampleProject): Promise<void> {
	const [startOver, keep] = [vscode.l10n.t('Start Over'), vscode.l10n.t('Keep Changes')];
	const question = vscode.l10n.t('You have opened the sample before. Start over with its bug, or keep your changes?');
	const answer = (await sample.exists()) ? await askModal(question, undefined, startOver, keep) : startOver;
	if (answer === undefined) {
		return;
	}
	if (answer === startOver) {
		await sample.copy();
	}
	await extension.globalState.update(isOpeningKey, true);
	const forceNewWindow = vscode.workspace.workspaceFolders !== undefined;
	await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(sample.folder), { forceNewWindow });
}

/** Locates from the sample's issue. Throws `UserError` in a window without the sample. */
async function locateInSample(services: Services, sample: SampleProject): Promise<void> {
	if (!isOpen(sample)) {
		throw new UserError('The sample is not open in this window. Run "Faultline: Open Sample Project" first.');
	}
	await locateText(services, await sample.issue(), { kind: 'file', ref: sampleIssueFile });
}

async function continueWalkthrough(services: Services, sample: SampleProject): Promise<void> {
	const { extension } = services;
	if (extension.globalState.get<boolean>(isOpeningKey) === true && isOpen(sample)) {
		await extension.globalState.update(isOpeningKey, undefined);
		await openWalkthrough(services, walkthrough.sampleStep);
	}
}

async function openWalkthrough({ extension, context }: Services, step?: string): Promise<void> {
	const category = `${extension.extension.id}#${walkthrough.id}`;
	await vscode.commands.executeCommand('workbench.action.openWalkthrough', { category, ...(step && { step }) });
	context.set(contextKeys.walkthroughOpen, true);
}

function isOpen({ folder }: SampleProject): boolean {
	return vscode.workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === vscode.Uri.file(folder).fsPath) === true;
}
