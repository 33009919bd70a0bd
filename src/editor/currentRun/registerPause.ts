import * as vscode from 'vscode';
import { capText } from '../../core/model/run/capText';
import type { Run } from '../../core/model/run/run';
import type { Paused } from '../../core/model/run/runEvent';
import { UserError } from '../../core/util/userError';
import { capStep } from '../../protocol/capStep';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { readSettings } from '../settings';
import { showError } from '../showError';

type Parts = Pick<Services, 'controller' | 'shown' | 'trajectory'>;

/** The person's hold on a run with a model: pausing it, and answering what it asks. */
export function registerPause(services: Services): vscode.Disposable {
	const { log, shown, controller, context, trajectory } = services;
	const offer = () => {
		const { run } = shown;
		const { live, pausing } = controller.session;
		const waits = live && (pausing || run?.state === 'paused');
		// What is to be looked at is not answered by a command.
		context.set(contextKeys.runPaused, waits && run?.pause?.reason !== 'review');
		context.set(contextKeys.runPausable, live && !waits && run?.server !== undefined);
		context.set(contextKeys.modelAsked, (run?.nRequests ?? 0) > 0);
	};
	offer();
	return vscode.Disposable.from(
		shown.onDidShow(offer),
		controller.onDidChangeSession(offer),
		shown.onDidChange(event => {
			offer();
			if (event.type === 'paused' && controller.session.live) {
				notifyPause(event, () => trajectory.focus()).catch((error: unknown) => showError(log, error));
			}
		}),
		registerCommand(log, commands.runPause, () => controller.pause()),
		registerCommand(log, commands.runGoOn, () => goOn(services)),
	);
}

/** Lets a run go on from whatever it waits for. What will be sent is looked at first: for that the view is shown. */
async function goOn({ controller, shown, trajectory }: Parts): Promise<void> {
	const reason = shown.run?.state === 'paused' ? shown.run.pause?.reason : undefined;
	if (!controller.session.live) {
		throw new UserError('No run waits for you. A run that was interrupted goes on with "Faultline: Resume Run".');
	}
	if (reason === 'cap') {
		decideCap({ controller, shown }, true);
	} else if (reason === 'review') {
		await trajectory.focus();
	} else {
		controller.unpause();
	}
}

/** At a cap: lets the live run take as much again, or ends it with what there is. */
export function decideCap({ controller, shown }: Pick<Parts, 'controller' | 'shown'>, raise: boolean): void {
	const limit = raise && controller.session.live ? raisedLimit(shown.run?.pause) : undefined;
	controller.supervisor?.decideCap(limit);
}

function raisedLimit(pause: Run['pause']): number | undefined {
	return pause?.cap === undefined || pause.limit === undefined
		? undefined
		: pause.limit + capStep(pause.cap, pause.limit, readSettings());
}

/** Tells people who look elsewhere that a run waits for them; who paused it themselves knows. */
async function notifyPause({ reason, cap, limit }: Paused, showRun: () => Promise<void>): Promise<void> {
	if (reason === 'person' || vscode.window.state.focused) {
		return;
	}
	const why =
		cap === undefined || limit === undefined
			? 'Look at what will be sent before it starts.'
			: `It has reached its limit of ${capText(cap, limit)}.`;
	const show = 'Show Run';
	if ((await vscode.window.showInformationMessage(`The run waits for you. ${why}`, show)) === show) {
		await showRun();
	}
}
