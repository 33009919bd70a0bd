import * as vscode from 'vscode';
import { rootNode } from '../../runs/pure/fold/run';
import { UserError } from '../../system/pure/errors/userError';
import type { TrackedLocation, TrackedLocations } from '../currentRun/trackedLocations';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { openPlace } from '../workspacePaths';
import { LocationDecorations } from './locationDecorations';
import { LocationHover } from './locationHover';
import { LocationLenses } from './locationLenses';

/** Registers the locations of the run shown: in the text, in hovers, and by command. */
export function registerLocations(services: Services): vscode.Disposable {
	const { extension, log, shown, context, locations, controller } = services;
	const act = new LocationCommands(services, locations);
	const lenses = new LocationLenses(locations);
	const files = { scheme: 'file' };
	const refresh = () => {
		const nOpen = locations.open().length;
		context.set(contextKeys.hasLocations, nOpen > 0);
		context.set(contextKeys.marksShown, nOpen > 0 && !locations.areCleared);
		context.set(contextKeys.marksCleared, locations.areCleared);
	};
	refresh();
	return vscode.Disposable.from(
		...[lenses, new LocationDecorations(locations, extension.extensionUri)],
		locations.onDidChange(refresh),
		vscode.languages.registerHoverProvider(files, new LocationHover(locations, shown)),
		vscode.languages.registerCodeLensProvider(files, lenses),
		registerCommand(log, commands.locationOpen, at => act.open(at)),
		registerCommand(log, commands.locationNext, () => act.walk(1)),
		registerCommand(log, commands.locationPrevious, () => act.walk(-1)),
		registerCommand(log, commands.locationGoToRound, (at, round) => act.goToRound(at, round)),
		registerCommand(log, commands.locationDismiss, at => act.judge(at, 'locationDismissed')),
		registerCommand(log, commands.locationRestore, at => act.judge(at, 'locationRestored')),
		registerCommand(log, commands.marksClear, () => controller.mark('marksCleared')),
		registerCommand(log, commands.marksShow, () => controller.mark('marksShown')),
	);
}

type LocationCommandsDeps = Pick<Services, 'controller' | 'trajectory' | 'context'>;

/** The commands for locations. Next and previous follow the numbers, less likely ones last, and wrap around. */
class LocationCommands {
	/** Id of the location opened last. */
	private last: string | undefined;

	constructor(
		private readonly deps: LocationCommandsDeps,
		private readonly locations: TrackedLocations,
	) {}

	async open(argument: unknown): Promise<void> {
		await this.show(locationOfArgument(this.locations, argument));
	}

	async walk(step: 1 | -1): Promise<void> {
		const open = this.locations.open().toSorted((a, b) => isLessLikely(a) - isLessLikely(b));
		const at = open.findIndex(({ location }) => location.id === this.last);
		const next = at === -1 ? (step === 1 ? 0 : open.length - 1) : (at + step + open.length) % open.length;
		const target = open[next];
		if (target === undefined) {
			throw new UserError('There is no location to go to. Locate a bug first.', { cures: [{ kind: 'locate' }] });
		}
		await this.show(target);
	}

	/** `round`: the round of one piece of evidence; by default the first round that found the location. */
	async goToRound(argument: unknown, round: unknown): Promise<void> {
		const { location } = locationOfArgument(this.locations, argument);
		const found = location.evidence.find(({ node }) => node !== undefined)?.node;
		await this.deps.trajectory.reveal({ kind: 'node', id: typeof round === 'string' ? round : (found ?? rootNode) });
	}

	async judge(argument: unknown, verdict: 'locationDismissed' | 'locationRestored'): Promise<void> {
		const { location } = locationOfArgument(this.locations, argument);
		await this.deps.controller.judge(location.id, verdict);
	}

	private async show(target: TrackedLocation): Promise<void> {
		const { location, lines, focus } = target;
		this.last = location.id;
		if (!(await openPlace({ ...(focus[0] ?? lines), file: location.file }))) {
			throw new UserError(`${location.file} is outside the workspace and is not opened.`);
		}
		this.deps.context.set(contextKeys.locationOpened, true);
	}
}

function isLessLikely({ location }: TrackedLocation): number {
	return Number(location.lessLikely === true);
}

/**
 * The location a command acts on. The argument is an id (hovers, lenses, the view), the context of the view's menu, or
 * absent (palette); if absent, the location at the caret is used.
 */
function locationOfArgument(locations: TrackedLocations, argument: unknown): TrackedLocation {
	const id = idOf(argument);
	const found = id === undefined ? locationAtCaret(locations) : locations.find(id);
	if (found === undefined) {
		throw id === undefined
			? new UserError('There is no location at the cursor. Move the cursor into the marked lines, or use the view.')
			: new UserError('This location belongs to another run. Open that run first.', { cures: [{ kind: 'showRuns' }] });
	}
	return found;
}

function idOf(argument: unknown): string | undefined {
	if (typeof argument === 'string') {
		return argument;
	}
	return asText(fieldOf(argument, 'location'));
}

function locationAtCaret(locations: TrackedLocations): TrackedLocation | undefined {
	const editor = vscode.window.activeTextEditor;
	const line = (editor?.selection.active.line ?? 0) + 1;
	return (
		editor && locations.in(editor.document.uri).find(({ lines }) => lines.startLine <= line && line <= lines.endLine)
	);
}

function fieldOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function asText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
