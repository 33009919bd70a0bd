import type { Services } from '../services';
import type { Dialogs } from './dialogs';
import type { ModelChoice } from './modelChoice';
import type { TriedModel } from './models';
import { showModelError } from './showModelError';
import { withCancel } from './withCancel';

type Parts = Pick<Services, 'models' | 'log'>;

/** Tries a model with a few small requests and says what it can do, or what is wrong and what helps. */
export async function testConnection(parts: Parts, dialogs: Dialogs, choice: ModelChoice): Promise<void> {
	if (choice.kind === 'embedded') {
		await dialogs.inform('The embedded localizer needs no connection: nothing leaves this machine.');
		return;
	}
	try {
		const tried = await withCancel('Testing the model', signal => parts.models.try(choice, signal));
		if (tried !== undefined) {
			parts.log.info(foundText(tried));
			await dialogs.inform(foundText(tried));
		}
	} catch (error) {
		const again = () => testConnection(parts, dialogs, choice);
		await showModelError(parts, dialogs, { error, choice, again });
	}
}

function foundText({ model, notes }: TriedModel): string {
	const { name, server, contextTokens } = model;
	return [`${name} answers at ${server}.`, ...notes, `${contextTokens.toLocaleString('en')} tokens of context.`].join(
		' ',
	);
}
