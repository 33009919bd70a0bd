import * as vscode from 'vscode';
import { assertNever } from '../../core/model/assertNever';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { Action, FromWebview } from '../../protocol/messages';
import { commands } from '../ids';
import { locateText } from '../locate/startLocating';
import { decideCap } from '../run/registerPause';
import type { Services } from '../services';
import { openPlace } from '../workspacePaths';
import type { TrajectoryLink } from './trajectoryLink';

/** Does what the page asks for. A page is not trusted: it names actions from a closed list, and places that are checked. */
export async function actOnMessage(services: Services, link: TrajectoryLink, message: FromWebview): Promise<void> {
	switch (message.type) {
		case 'locate':
			return locate(services, link, message.text);
		case 'openPlace':
			if (!(await openPlace(message.place))) {
				throw new UserError(`${message.place.file} lies outside the workspace and is not opened.`);
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
			services.controller.supervisor?.agree(message.text);
			return;
		case 'decideCap':
			decideCap(services, message.raise);
			return;
		case 'giveFeedback':
			return giveFeedback(services, link, message);
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
	goOn: commands.runGoOn,
	fix: commands.runFix,
	chooseSource: commands.runStart,
	chooseModel: commands.chooseModel,
	buildIndex: commands.indexBuild,
	cancelIndex: commands.indexCancel,
	showLog: commands.logShow,
	openAsText: commands.trajectoryOpenAsText,
};

/** An issue that is refused is told in the box it stands in, not in a corner of the window. */
async function locate(services: Services, link: TrajectoryLink, text: string): Promise<void> {
	try {
		await locateText(services, text, { kind: 'text' });
	} catch (error) {
		if (!(error instanceof UserError)) {
			throw error;
		}
		link.send({ type: 'issueRefused', message: errorText(error) });
	}
}

/** Feedback that is refused is told in the box it stands in, too. */
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
	}
}

async function run(command: string, ...args: readonly unknown[]): Promise<void> {
	await vscode.commands.executeCommand(command, ...args);
}
