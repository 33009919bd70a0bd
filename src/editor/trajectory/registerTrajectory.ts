import * as vscode from 'vscode';
import { isTreeTurn } from '../../runs/pure/fold/actionTree/treeTurn';
import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import type { Run } from '../../runs/pure/fold/run';
import type { RunNode } from '../../runs/pure/fold/runNode';
import { roundsOf } from '../../runs/pure/fold/runTree';
import { noUsage, sumUsage, usageText } from '../../runs/pure/fold/usage';
import type { Usage } from '../../runs/pure/model/chat';
import { UserError } from '../../system/pure/errors/userError';
import type { FromWebview, SentRef } from '../../webview/protocol/messages';
import { isMemoryDecision } from '../../webview/protocol/readMessage';
import type { RunDocuments } from '../currentRun/runDocuments';
import { pickRow } from '../display';
import type { RunPages } from '../earlyServices';
import { engineText } from '../engineText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { actOnMessage } from './pageMessages';
import { RunTab } from './runTab';
import { TrajectoryLink } from './trajectoryLink';
import { TrajectoryView } from './trajectoryView';

/** Registers the view of the run, the same view as a tab in the editor, and its content as a text document. */
export function registerTrajectory(services: Services): RunPages & vscode.Disposable {
	const { log, context, documents, extension } = services;
	const act = (message: FromWebview): Promise<void> =>
		actOnMessage(services, link, message).catch((error: unknown) => showError(log, error, () => act(message)));
	const link: TrajectoryLink = new TrajectoryLink({ ...services, memory: extension.workspaceState }, act);
	const tab = new RunTab(services, link);
	const rounds = new RoundCommands(services, documents);
	context.set(contextKeys.detail, link.detail);
	const registered = vscode.Disposable.from(
		link,
		registerCommand(log, commands.trajectoryOpenInEditor, () => tab.open()),
		registerCommand(log, commands.trajectoryShowFull, () => link.setDetail('full')),
		registerCommand(log, commands.trajectoryShowSimple, () => link.setDetail('simple')),
		registerCommand(log, commands.trajectoryOpenAsText, () => rounds.openAsText()),
		registerCommand(log, commands.requestShowSent, round => rounds.showSent(round)),
		registerCommand(log, commands.roundGiveFeedback, round => rounds.giveFeedback(round)),
		registerCommand(log, commands.branchShow, round => rounds.showBranch(round)),
		registerCommand(log, commands.branchPrune, turn => rounds.prune(turn, 'pruned')),
		registerCommand(log, commands.branchRestore, turn => rounds.prune(turn, 'restored')),
		...memoryCommands(services),
	);
	return { view: new TrajectoryView(services, link), tab, dispose: () => registered.dispose() };
}

/** The commands of the view's menu for a part of a working memory, whose context they get. */
function memoryCommands({ log, controller }: Services): vscode.Disposable[] {
	const changes = [
		[commands.memoryClose, 'closed'],
		[commands.memoryOpen, 'opened'],
		[commands.memoryPin, 'pinned'],
		[commands.memoryUnpin, 'unpinned'],
	] as const;
	return changes.map(([command, change]) =>
		registerCommand(log, command, async (context: unknown) => {
			const decision: unknown = { ...Object(context), change };
			if (isMemoryDecision(decision)) {
				await controller.changeMemory(decision);
			}
		}),
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
		const ref =
			readRef(argument) ?? (await chooseRound(run, { title: vscode.l10n.t('Show Request'), matches: wasAsked }));
		if (ref !== undefined) {
			const number = roundNumbers(run).get(ref.node);
			const title =
				number === undefined ? vscode.l10n.t('Sent in the run') : vscode.l10n.t('Sent in round {0}', number);
			await this.documents.openSent(run.id, ref, title);
		}
	}

	async showBranch(argument: unknown): Promise<void> {
		const run = this.run(noModel);
		const ref =
			readRef(argument) ??
			(await chooseRound(run, { title: vscode.l10n.t('Show Locations of This Branch'), matches: () => true }));
		if (ref !== undefined) {
			await this.deps.controller.showBranch(ref.node);
		}
	}

	async prune(argument: unknown, change: 'pruned' | 'restored'): Promise<void> {
		const run = this.run(noModel);
		const title = change === 'pruned' ? vscode.l10n.t('Prune Branch') : vscode.l10n.t('Restore Branch');
		const isOffered = (node: RunNode) => isTreeTurn(run, node) && (node.isPruned === true) === (change === 'restored');
		const ref = readRef(argument) ?? (await chooseRound(run, { title, matches: isOffered, none: noTurn[change] }));
		if (ref !== undefined) {
			await this.deps.controller.prune(ref.node, change);
		}
	}

	/** Opens the feedback box in the view. */
	async giveFeedback(argument: unknown): Promise<void> {
		const run = this.run(noModel);
		const ref =
			readRef(argument) ??
			(await chooseRound(run, {
				title: vscode.l10n.t('Give Feedback'),
				matches: node => wasAsked(node) && node.state === 'closed',
			}));
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

const noTurn = {
	pruned: 'There is nothing to prune: this run has no tree of actions that may grow, or all of it is pruned.',
	restored: 'No branch of this run is pruned.',
};

const noModel = 'This needs a run with a model. Choose a model and locate a bug, or open a past run that used one.';

interface RoundChoice {
	readonly title: string;
	readonly matches: (node: RunNode) => boolean;
	/** The message if no round matches. */
	readonly none?: string;
}

function wasAsked({ requests }: RunNode): boolean {
	return requests.length > 0;
}

function usageOf({ requests }: RunNode): Usage {
	return requests.reduce((sum, { answer }) => sumUsage(sum, answer?.usage ?? noUsage), noUsage);
}

/** Lets the user choose a round, newest first. Throws `UserError` if there is none to choose. */
async function chooseRound(run: Run, { title, matches, none = noModel }: RoundChoice): Promise<SentRef | undefined> {
	const numbers = roundNumbers(run);
	const rows = roundsOf(run)
		.filter(matches)
		.map(node => ({
			label: vscode.l10n.t('Round {0}', `${numbers.get(node.id)}`),
			description: engineText(usageText(usageOf(node))),
			detail: engineText(node.summary ?? node.title),
			node: node.id,
		}));
	if (rows.length === 0) {
		throw new UserError(none, { cures: none === noModel ? [{ kind: 'chooseModel' }] : [] });
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
