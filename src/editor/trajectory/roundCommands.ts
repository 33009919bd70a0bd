import * as vscode from 'vscode';
import { roundNumbers } from '../../core/model/roundNumbers';
import type { Run } from '../../core/model/run';
import type { RunNode } from '../../core/model/runNode';
import { roundsOf } from '../../core/model/runTree';
import { noUsage, sumUsage, usageText } from '../../core/model/usage';
import { UserError } from '../../core/util/userError';
import type { SentRef } from '../../protocol/messages';
import type { Services } from '../services';
import type { RunDocuments } from './runDocuments';

type Parts = Pick<Services, 'shown' | 'trajectory'>;

/** What can be done with a round of the run shown: from the view's menu with the round, from the palette by choosing one. */
export class RoundCommands {
	constructor(
		private readonly parts: Parts,
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
			readRef(argument) ?? (await chooseRound(run, 'Show What Was Sent', ({ requests }) => requests.length > 0));
		if (ref !== undefined) {
			const number = roundNumbers(run).get(ref.node);
			await this.documents.openSent(run.id, ref, `Sent in ${number === undefined ? 'the run' : `round ${number}`}`);
		}
	}

	/** Only asks for it; the box for it is in the view. */
	async giveFeedback(argument: unknown): Promise<void> {
		const run = this.run(noModel);
		const ref =
			readRef(argument) ??
			(await chooseRound(run, 'Give Feedback', ({ requests, state }) => requests.length > 0 && state === 'closed'));
		if (ref !== undefined) {
			await this.parts.trajectory.askFeedback(ref.node);
		}
	}

	private run(problem: string): Run {
		const { run } = this.parts.shown;
		if (run === undefined) {
			throw new UserError(problem);
		}
		return run;
	}
}

const noModel = 'This is for runs with a model. Choose a model and locate a bug, or open a past run with one.';

/** Newest first. Throws `UserError` where there is none to choose. */
async function chooseRound(run: Run, title: string, fits: (node: RunNode) => boolean): Promise<SentRef | undefined> {
	const numbers = roundNumbers(run);
	const rows = roundsOf(run)
		.filter(fits)
		.map(node => ({
			label: `Round ${numbers.get(node.id)}`,
			description: usageText(
				node.requests.reduce((sum, { answer }) => sumUsage(sum, answer?.usage ?? noUsage), noUsage),
			),
			detail: node.summary ?? node.title,
			node: node.id,
		}));
	if (rows.length === 0) {
		throw new UserError(noModel);
	}
	return vscode.window.showQuickPick(rows.toReversed(), { title, matchOnDetail: true });
}

/** What the page sends, and what its menus hand over. */
function readRef(argument: unknown): SentRef | undefined {
	if (typeof argument !== 'object' || argument === null || !('node' in argument) || typeof argument.node !== 'string') {
		return undefined;
	}
	const { node } = argument;
	return 'request' in argument && typeof argument.request === 'string' ? { node, request: argument.request } : { node };
}
