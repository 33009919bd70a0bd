import type * as vscode from 'vscode';
import { ContextValues } from './editor/earlyServices';
import { FirstUse } from './editor/firstUse';
import { registerFailedCommandOffer } from './editor/locate/failedCommandOffer';
import { FailedCommands } from './editor/locate/failedCommands';
import { registerProblemOffers } from './editor/locate/problemOffers';
import { registerModelKind } from './editor/models/modelKind';
import { registerFormerCommands } from './editor/registerFormerCommands';

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
