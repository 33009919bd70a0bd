import type * as vscode from 'vscode';
import { ContextValues } from './editor/earlyServices';
import { FailedCommands } from './editor/failedCommands/failedCommands';
import { FirstUse } from './editor/firstUse';
import { registerFailedCommandOffer } from './editor/locate/failedCommandOffer';
import { registerProblemOffers } from './editor/locate/problemOffers';
import { registerFormerCommands } from './editor/registerFormerCommands';
import { registerModelKind } from './editor/settings/modelKind';

/** Registers what VS Code needs from the start; the features are loaded on first use. */
export async function activate(extension: vscode.ExtensionContext): Promise<void> {
	const context = new ContextValues();
	const failedCommands = new FailedCommands();
	const early = { extension, context, failedCommands };
	const firstUse = new FirstUse(early);
	extension.subscriptions.push(
		failedCommands,
		firstUse,
		registerFailedCommandOffer(early),
		registerProblemOffers(context),
		registerModelKind(context),
		registerFormerCommands(),
	);
	await firstUse.begin();
}
