import * as vscode from 'vscode';
import { ModelError } from '../../models/pure/modelError';
import { cureLabel } from '../../system/pure/errors/cure';
import { UserError } from '../../system/pure/errors/userError';
import { grouped } from '../../system/pure/text/counted';
import { applyCure } from '../applyCure';
import type { EditorLog } from '../editorLog';
import { engineText } from '../engineText';
import type { ModelChoice } from '../settings/modelChoice';
import { isCancel, showError } from '../showError';
import { changeKey } from './changeKey';
import type { TriedModel } from './chosenModel';
import type { Dialogs } from './dialogs';
import type { Models } from './models';
import { findEndpoint } from './openModel';
import { withCancel } from './withCancel';

interface TestConnectionDeps {
	readonly models: Models;
	readonly log: EditorLog;
}

/**
 * Probes a model with a few small requests and reports its capabilities, or the error with its cures. Returns whether the
 * model answers.
 */
export async function testConnection(
	deps: TestConnectionDeps,
	dialogs: Dialogs,
	choice: ModelChoice,
): Promise<boolean> {
	if (choice.kind === 'embedded') {
		await dialogs.inform(vscode.l10n.t('The embedded localizer needs no connection: nothing leaves this machine.'));
		return false;
	}
	try {
		const tried = await withCancel(vscode.l10n.t('Testing the model'), signal => deps.models.try(choice, signal));
		if (tried !== undefined) {
			const found = foundTexts(tried);
			deps.log.info(found.join(' '));
			// The next steps do not wait until the user closes the message.
			void dialogs.inform(found.map(engineText).join(' '));
		}
		return tried !== undefined;
	} catch (error) {
		const retry = () => testConnection(deps, dialogs, choice);
		return showModelError(deps, dialogs, { error, choice, retry });
	}
}

/** In English: a sentence each. */
function foundTexts({ model, notes }: TriedModel): string[] {
	const { name, server, contextTokens } = model;
	return [`${name} answers at ${server}.`, ...notes, `${grouped(contextTokens)} tokens of context.`];
}

interface Failure {
	readonly error: unknown;
	/** The model that failed. */
	readonly choice: ModelChoice;
	/** Repeats the test after the user removed the cause. */
	readonly retry: () => Promise<boolean>;
}

/** Shows the error of a model with its cures as buttons: a key is for this model, which need not be the one in use. */
async function showModelError(
	deps: TestConnectionDeps,
	dialogs: Dialogs,
	{ error, choice, retry }: Failure,
): Promise<boolean> {
	if (!(error instanceof ModelError || error instanceof UserError) || isCancel(error)) {
		await showError(deps.log, error);
		return false;
	}
	deps.log.error(error.message);
	const offered = error.cures.filter(({ kind }) => kind !== 'testModel');
	const labels = offered.map(each => engineText(cureLabel(each)));
	const answer = await dialogs.complain(engineText(error.message), ...labels);
	const cure = offered.find((_, at) => labels[at] === answer);
	switch (cure?.kind) {
		case 'setKey':
			return (
				choice.kind === 'endpoint' && (await changeKey(deps.models.keys, dialogs, findEndpoint(choice))) && retry()
			);
		case 'retry':
			return retry();
		default:
			return cure !== undefined && applyCure(cure);
	}
}
