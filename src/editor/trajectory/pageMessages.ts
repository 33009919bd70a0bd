import * as vscode from 'vscode';
import { assertNever } from '../../runs/pure/model/assertNever';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import type { Action, FrameRef, FromWebview, PatchAction } from '../../webview/protocol/messages';
import { applyCure } from '../applyCure';
import { engineText } from '../engineText';
import { commands } from '../ids';
import { locateText } from '../locate/startLocating';
import { openEvidence } from '../patches/evidenceDocuments';
import { decideCap, raiseCap } from '../runControls/registerPause';
import type { Services } from '../services';
import { settingNames } from '../settings/settingNames';
import { openPlace } from '../workspacePaths';
import type { TrajectoryLink } from './trajectoryLink';

/** Handles a message of a page. The page is not trusted: actions come from a closed list, and places are checked. */
export async function actOnMessage(services: Services, link: TrajectoryLink, message: FromWebview): Promise<void> {
	switch (message.type) {
		case 'locate':
			return locate(services, link, message.text);
		case 'openPlace':
			if (!(await openPlace(message.place))) {
				throw new UserError(`${message.place.file} is outside the workspace and is not opened.`);
			}
			return;
		case 'openFrame':
			return openFrame(services, message);
		case 'openLocation':
			return run(commands.locationOpen, message.location);
		case 'dismiss':
			return run(commands.locationDismiss, message.location);
		case 'restore':
			return run(commands.locationRestore, message.location);
		case 'showSent':
			return run(commands.requestShowSent, message);
		case 'actOnPatch':
			return run(patchCommandOf[message.action], message.patch);
		case 'openPatchFile':
			return run(commands.patchOpenDiff, message.patch, message.path);
		case 'openEvidence':
			return showEvidence(services, message);
		case 'openReproducer':
			return services.documents.openReproducer(services.shown.run?.id ?? '', message.reproducer);
		case 'agree':
			return services.controller.agree(message.text, message.forServer);
		case 'decideCap':
			decideCap(services, message.raise);
			return;
		case 'raiseCap':
			return raiseCap(services, message.cap);
		case 'openMemory':
			return services.documents.openMemory(services.shown.run?.id ?? '', message);
		case 'changeMemory':
			return services.controller.changeMemory(message);
		case 'giveFeedback':
			return giveFeedback(services, link, message);
		case 'replay':
			return message.to === 'close' ? services.replays.close() : services.replays.go(message.to);
		case 'cure':
			return cureRun(services, message.at);
		case 'act':
			return message.action === 'chooseModelToFix' ? chooseModelToFix(services) : run(...commandOf[message.action]);
		case 'ready':
		case 'resync':
		case 'readAnswer':
		case 'find':
		case 'setDetail':
			return;
		default:
			return assertNever(message);
	}
}

const commandOf: Readonly<Record<Exclude<Action, 'chooseModelToFix'>, readonly [string, ...unknown[]]>> = {
	cancel: [commands.runCancel],
	resume: [commands.runResume],
	pause: [commands.runPause],
	continue: [commands.runContinue],
	retryNow: [commands.runRetryNow],
	fix: [commands.runFix],
	chooseSource: [commands.runStart],
	locateCommand: [commands.runStartFromCommand],
	chooseModel: [commands.modelChoose],
	runTests: [commands.testsRun],
	handOn: [commands.deliveryHandOn],
	openPullRequest: [commands.pullRequestOpen],
	openFolder: ['vscode.openFolder'],
	manageTrust: ['workbench.trust.manage'],
	buildIndex: [commands.indexBuild],
	rebuildIndex: [commands.indexRebuild],
	showExcludes: ['workbench.action.openSettings', settingNames.indexExclude],
	openWalkthrough: [commands.walkthroughOpen],
	showLog: [commands.logShow],
};

const patchCommandOf: Readonly<Record<PatchAction, string>> = {
	review: commands.patchReview,
	openDiff: commands.patchOpenDiff,
	accept: commands.patchAccept,
	reject: commands.patchReject,
	undo: commands.patchUndo,
	compare: commands.patchCompare,
	pick: commands.patchPick,
};

/** A patch that the run shown does not have any more is not an error: the view gets the new list. */
async function showEvidence(
	{ patches, shown }: Services,
	{ patch: id, label }: { readonly patch: string; readonly label: string },
): Promise<void> {
	const patch = patches.patch(id);
	if (patch !== undefined) {
		await openEvidence(patch, { run: shown.run?.id ?? '', patch: id, label });
	}
}

/** Has the user choose a model, then continues with the patch it was chosen for. Does nothing if the user cancels. */
async function chooseModelToFix({ controller, models, shown }: Services): Promise<void> {
	const runId = shown.run?.id;
	const isChosen = (await vscode.commands.executeCommand(commands.modelChoose)) === true;
	if (isChosen && models.recipient !== undefined && shown.run?.id === runId && !controller.isRunning) {
		await run(commands.runFix);
	}
}

/** Applies a cure of the run shown. One that succeeds continues the run. */
async function cureRun({ shown, controller }: Services, at: number): Promise<void> {
	const cure = shown.run?.cures?.[at];
	if (cure !== undefined && (await applyCure(cure)) && controller.session.resumable) {
		await run(commands.runResume);
	}
}

/**
 * Opens the code of a frame of the brief: its line, or its function if the lines have moved since. Throws `UserError`
 * if the workspace does not have it.
 */
async function openFrame({ shown, index }: Services, { traceback, fromInnermost }: FrameRef): Promise<void> {
	const brief = shown.run?.brief;
	const frame = brief?.tracebacks[traceback]?.frames.at(-1 - fromInnermost);
	if (brief === undefined || frame === undefined) {
		return;
	}
	const { workspaceFrames } = await import('../../testing/pure/traces/workspaceFrames');
	const { places } = await workspaceFrames(brief, await index.ready());
	const place = places.get(frame);
	const line = place?.line ?? place?.functionLine ?? 1;
	if (place === undefined || !(await openPlace({ file: place.file, startLine: line, endLine: line }))) {
		const name = frame.function ?? frame.file;
		throw new UserError(`${name} is not in this workspace. Open the folder with its code.`);
	}
}

/** A rejected issue is reported in its own box in the view, and in a notification only if that can cure it. */
async function locate(services: Services, link: TrajectoryLink, text: string): Promise<void> {
	try {
		await locateText(services, text, services.trajectory.sourceOf(text));
	} catch (error) {
		if (!(error instanceof UserError)) {
			throw error;
		}
		link.send({ type: 'issueRefused', message: engineText(errorText(error)) });
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
		link.send({ type: 'feedbackRefused', message: engineText(errorText(error)) });
		if (error.cures.length > 0) {
			throw error;
		}
	}
}

async function run(command: string, ...args: readonly unknown[]): Promise<void> {
	await vscode.commands.executeCommand(command, ...args);
}
