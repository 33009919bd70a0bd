import * as vscode from 'vscode';
import { assertNever } from '../../core/model/assertNever';
import { roundNumbers } from '../../core/model/run/roundNumbers';
import type { Run } from '../../core/model/run/run';
import type { RunNode } from '../../core/model/run/runNode';
import { roundsOf } from '../../core/model/run/runTree';
import { noUsage, sumUsage, usageText } from '../../core/model/run/usage';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { Action, FromWebview, SentRef } from '../../protocol/messages';
import { applyCure } from '../applyCure';
import { decideCap } from '../currentRun/registerPause';
import { pickRow } from '../display';
import { commands, contextKeys, views } from '../ids';
import { locateText } from '../locate/startLocating';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { openPlace } from '../workspacePaths';
import type { RunDocuments } from './runDocuments';
import { TrajectoryLink } from './trajectoryLink';
import { TrajectoryView } from './trajectoryView';

/** Registers the view of the rounds, and the same content as a text document. */
export function registerTrajectory(services: Services): vscode.Disposable {
	const { log, context, documents, extension } = services;
	const act = (message: FromWebview): Promise<void> =>
		actOnMessage(services, link, message).catch((error: unknown) => showError(log, error, () => act(message)));
	const link: TrajectoryLink = new TrajectoryLink({ ...services, memory: extension.workspaceState }, act);
	const rounds = new RoundCommands(services, documents);
	context.set(contextKeys.detail, link.detail);
	return vscode.Disposable.from(
		link,
		vscode.window.registerWebviewViewProvider(views.trajectory, new TrajectoryView(services, link)),
		registerCommand(log, commands.trajectoryShowFull, () => link.setDetail('full')),
		registerCommand(log, commands.trajectoryShowSimple, () => link.setDetail('simple')),
		registerCommand(log, commands.trajectoryOpenAsText, () => rounds.openAsText()),
		registerCommand(log, commands.requestShowSent, round => rounds.showSent(round)),
		registerCommand(log, commands.roundGiveFeedback, round => rounds.giveFeedback(round)),
		registerCommand(log, commands.branchShow, round => rounds.showBranch(round)),
	);
}

type RoundCommandsDeps = Pick<Services, 'shown' | 'trajectory' | 'controller'>;

/** Commands for a round of the run shown: the view's menu passes the round, the palette lets the user choose one. */
class RoundCommands {
	constructor(
		private readonly deps: RoundCommandsDeps,
		private readonly documents: RunDocuments,
	) {}

	async openAsText(): Promise<void> {
		await this.documents.openRun(
			this.run('There is no run to open as text. Locate a bug first, or open a past run.').id,
		);
	}

	async showSent(argument: unknown): Promise<void> {
		const run = this.run(noModel);
		const ref = readRef(argument) ?? (await chooseRound(run, 'Show Request', ({ requests }) => requests.length > 0));
		if (ref !== undefined) {
			const number = roundNumbers(run).get(ref.node);
			await this.documents.openSent(run.id, ref, `Sent in ${number === undefined ? 'the run' : `round ${number}`}`);
		}
	}

	async showBranch(argument: unknown): Promise<void> {
		const run = this.run(noModel);
		const ref = readRef(argument) ?? (await chooseRound(run, 'Show Locations of This Branch', () => true));
		if (ref !== undefined) {
			await this.deps.controller.showBranch(ref.node);
		}
	}

	/** Opens the feedback box in the view. */
	async giveFeedback(argument: unknown): Promise<void> {
		const run = this.run(noModel);
		const ref =
			readRef(argument) ??
			(await chooseRound(run, 'Give Feedback', ({ requests, state }) => requests.length > 0 && state === 'closed'));
		if (ref !== undefined) {
			await this.deps.trajectory.askFeedback(ref.node);
		}
	}

	private run(problem: string): Run {
		const { run } = this.deps.shown;
		if (run === undefined) {
			throw new UserError(problem, { cures: [{ kind: 'locate' }] });
		}
		return run;
	}
}

const noModel = 'This needs a run with a model. Choose a model and locate a bug, or open a past run that used one.';

/** Lets the user choose a round, newest first. Throws `UserError` if there is none to choose. */
async function chooseRound(run: Run, title: string, matches: (node: RunNode) => boolean): Promise<SentRef | undefined> {
	const numbers = roundNumbers(run);
	const rows = roundsOf(run)
		.filter(matches)
		.map(node => ({
			label: `Round ${numbers.get(node.id)}`,
			description: usageText(
				node.requests.reduce((sum, { answer }) => sumUsage(sum, answer?.usage ?? noUsage), noUsage),
			),
			detail: node.summary ?? node.title,
			node: node.id,
		}));
	if (rows.length === 0) {
		throw new UserError(noModel, { cures: [{ kind: 'chooseModel' }] });
	}
	return pickRow(rows.toReversed(), { title, matchOnDetail: true });
}

/** Reads the round and request from a message of the page or from the context of its menu. */
function readRef(argument: unknown): SentRef | undefined {
	if (typeof argument !== 'object' || argument === null || !('node' in argument) || typeof argument.node !== 'string') {
		return undefined;
	}
	const { node } = argument;
	return 'request' in argument && typeof argument.request === 'string' ? { node, request: argument.request } : { node };
}

/** Handles a message of the page. The page is not trusted: actions come from a closed list, and places are checked. */
async function actOnMessage(services: Services, link: TrajectoryLink, message: FromWebview): Promise<void> {
	switch (message.type) {
		case 'locate':
			return locate(services, link, message.text);
		case 'openPlace':
			if (!(await openPlace(message.place))) {
				throw new UserError(`${message.place.file} is outside the workspace and is not opened.`);
			}
			return;
		case 'openLocation':
			return run(commands.locationOpen, message.location);
		case 'dismiss':
			return run(commands.locationDismiss, message.location);
		case 'restore':
			return run(commands.locationRestore, message.location);
		case 'showSent':
			return run(commands.requestShowSent, message);
		case 'agree':
			return services.controller.agree(message.text, message.forServer);
		case 'decideCap':
			decideCap(services, message.raise);
			return;
		case 'giveFeedback':
			return giveFeedback(services, link, message);
		case 'cure':
			return cureRun(services, message.at);
		case 'act':
			return run(commandOf[message.action]);
		case 'ready':
		case 'resync':
		case 'readAnswer':
		case 'setDetail':
			return;
		default:
			return assertNever(message);
	}
}

const commandOf: Readonly<Record<Action, string>> = {
	cancel: commands.runCancel,
	resume: commands.runResume,
	pause: commands.runPause,
	continue: commands.runContinue,
	retryNow: commands.runRetryNow,
	fix: commands.runFix,
	chooseSource: commands.runStart,
	chooseModel: commands.modelChoose,
	buildIndex: commands.indexBuild,
	cancelIndex: commands.indexCancel,
	showLog: commands.logShow,
	openAsText: commands.trajectoryOpenAsText,
};

/** Applies a cure of the run shown. One that succeeds continues the run. */
async function cureRun({ shown, controller }: Services, at: number): Promise<void> {
	const cure = shown.run?.cures?.[at];
	if (cure !== undefined && (await applyCure(cure)) && controller.session.resumable) {
		await run(commands.runResume);
	}
}

/** A rejected issue is reported in its own box in the view, and in a notification only where that can cure it. */
async function locate(services: Services, link: TrajectoryLink, text: string): Promise<void> {
	try {
		await locateText(services, text, { kind: 'text' });
	} catch (error) {
		if (!(error instanceof UserError)) {
			throw error;
		}
		link.send({ type: 'issueRefused', message: errorText(error) });
		if (error.cures.length > 0) {
			throw error;
		}
	}
}

/** Rejected feedback is also reported in its own box. */
async function giveFeedback(
	{ controller }: Services,
	link: TrajectoryLink,
	{ round, text }: { readonly round: string; readonly text: string },
): Promise<void> {
	try {
		await controller.giveFeedback(round, text);
	} catch (error) {
		if (!(error instanceof UserError)) {
			throw error;
		}
		link.send({ type: 'feedbackRefused', message: errorText(error) });
		if (error.cures.length > 0) {
			throw error;
		}
	}
}

async function run(command: string, ...args: readonly unknown[]): Promise<void> {
	await vscode.commands.executeCommand(command, ...args);
}
