import * as vscode from 'vscode';
import type { Cap, Paused } from '../../runs/pure/events/runEvent';
import { capText, usedText } from '../../runs/pure/fold/capText';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { modelsOf, nearCap } from '../../runs/pure/fold/spent';
import { UserError } from '../../system/pure/errors/userError';
import { capStep } from '../../webview/protocol/capStep';
import { showMessage } from '../display';
import { engineText } from '../engineText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { priceOf, readSettings } from '../settings/settings';
import { showError } from '../showError';

type PauseDeps = Pick<Services, 'controller' | 'shown' | 'trajectory'>;

/** Registers the user's control of a run with a model: pausing it, and answering its questions. */
export function registerPause(services: Services): vscode.Disposable {
	const { log, shown, controller, context, trajectory } = services;
	const offer = () => {
		const { run } = shown;
		const { live, pausing } = controller.session;
		const waits = live && (pausing || run?.state === 'paused');
		// A review of the issue is not answered by a command.
		context.set(contextKeys.runPaused, waits && run?.pause?.reason !== 'review');
		context.set(contextKeys.runPausable, live && !waits && run?.server !== undefined);
		context.set(contextKeys.runRetrying, controller.session.retry !== undefined);
		context.set(contextKeys.modelAsked, (run?.nRequests ?? 0) > 0);
	};
	offer();
	const askNear = nearCapNotices(services);
	return vscode.Disposable.from(
		shown.onDidShow(offer),
		controller.onDidChangeSession(offer),
		shown.onDidChange(event => {
			offer();
			if (event.type === 'modelAnswered' && controller.session.live && shown.run !== undefined) {
				askNear(shown.run).catch((error: unknown) => showError(log, error));
			}
			if (event.type === 'paused' && controller.session.live) {
				notifyPause(event, () => trajectory.focus()).catch((error: unknown) => showError(log, error));
			}
		}),
		registerCommand(log, commands.runPause, () => controller.pause()),
		registerCommand(log, commands.runRetryNow, () => controller.supervisor?.retryNow()),
		registerCommand(log, commands.runContinue, () => continueRun(services)),
	);
}

/** Continues a paused run. If the user must first review the text to send, shows the view instead. */
async function continueRun({ controller, shown, trajectory }: PauseDeps): Promise<void> {
	const reason = shown.run?.state === 'paused' ? shown.run.pause?.reason : undefined;
	if (!controller.session.live) {
		throw new UserError('No run is paused. To continue an interrupted run, use "Faultline: Resume Run".', {
			cures: [{ kind: 'showRuns' }],
		});
	}
	if (reason === 'cap') {
		decideCap({ controller, shown }, true);
	} else if (reason === 'review') {
		await trajectory.focus();
	} else {
		controller.unpause();
	}
}

/** At a cap: raises the limit of the live run by its original size, or ends the run with its current results. */
export function decideCap({ controller, shown }: Pick<PauseDeps, 'controller' | 'shown'>, raise: boolean): void {
	const limit = raise && controller.session.live ? raisedLimit(shown.run?.pause) : undefined;
	controller.supervisor?.decideCap(limit);
}

/** Raises a limit of the live run by its original size. */
export async function raiseCap(
	{ controller, shown }: Pick<PauseDeps, 'controller' | 'shown'>,
	cap: Cap,
): Promise<void> {
	const settings = readSettings();
	if (shown.run?.pause?.cap === cap) {
		// The run has reached it meanwhile, and waits for an answer.
		decideCap({ controller, shown }, true);
		return;
	}
	const limit = shown.run?.caps[cap] ?? settings.caps[cap];
	if (limit !== undefined && controller.session.live) {
		await shown.log?.emit(rootNode, { type: 'capRaised', cap, limit: limit + capStep(cap, limit, settings) });
	}
}

function raisedLimit(pause: Run['pause']): number | undefined {
	return pause?.cap === undefined || pause.limit === undefined
		? undefined
		: pause.limit + capStep(pause.cap, pause.limit, readSettings());
}

/** Asks users who are looking elsewhere, once for each limit, whether to raise it before the run has to wait. */
function nearCapNotices(services: Services): (run: Run) => Promise<void> {
	const asked = new Set<string>();
	return async run => {
		const settings = readSettings();
		const { caps } = settings;
		const near = nearCap(run, services.clock.now(), { caps, price: priceOf(modelsOf(run), settings) });
		const key = JSON.stringify([run.id, near?.cap, near?.limit]);
		if (near === undefined || asked.has(key) || run.state !== 'running' || vscode.window.state.focused) {
			return;
		}
		asked.add(key);
		const raise = vscode.l10n.t('Raise Limit');
		const text = vscode.l10n.t('{0} are used. The run pauses at the limit.', engineText(usedText(near)));
		if ((await showMessage('Information', text, raise)) === raise && services.shown.run?.id === run.id) {
			await raiseCap(services, near.cap);
		}
	};
}

/** Notifies users who are looking elsewhere that a run is waiting, unless they paused it themselves. */
async function notifyPause({ reason, cap, limit }: Paused, showRun: () => Promise<void>): Promise<void> {
	if (reason === 'person' || vscode.window.state.focused) {
		return;
	}
	const why =
		cap === undefined || limit === undefined
			? vscode.l10n.t('Waiting for your input. Review what will be sent.')
			: vscode.l10n.t('Waiting for your input. The run has reached its limit of {0}.', engineText(capText(cap, limit)));
	const show = vscode.l10n.t('Show Run');
	if ((await showMessage('Information', why, show)) === show) {
		await showRun();
	}
}
