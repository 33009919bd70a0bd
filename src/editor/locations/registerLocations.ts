import * as vscode from 'vscode';
import { counted } from '../../core/model/counted';
import { rootNode } from '../../core/model/run/run';
import { shownLine } from '../../core/util/shownText';
import { UserError } from '../../core/util/userError';
import { codeLens } from '../display';
import { colors, commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { readSettings } from '../settings';
import { openPlace, rangeOfLines } from '../workspacePaths';
import { LocationHover } from './locationHover';
import { LocationTree } from './locationTree';
import { type TrackedLocation, TrackedLocations } from './trackedLocations';

/** Registers the locations of the run shown: in the text, in a list, in hovers, and by command. */
export function registerLocations(services: Services): vscode.Disposable {
	const { extension, log, shown, context } = services;
	const locations = new TrackedLocations(shown);
	const data = new LocationTree(locations, shown);
	const tree = vscode.window.createTreeView(views.locations, { treeDataProvider: data });
	const act = new LocationCommands(services, locations, tree);
	const lenses = new LocationLenses(locations);
	const files = { scheme: 'file' };
	const refresh = () => {
		const nOpen = locations.open().length;
		context.set(contextKeys.hasLocations, nOpen > 0);
		tree.badge = nOpen === 0 ? undefined : { value: nOpen, tooltip: counted(nOpen, 'location') };
		data.refresh();
	};
	refresh();
	return vscode.Disposable.from(
		...[tree, lenses, locations, new LocationDecorations(locations, extension.extensionUri)],
		locations.onDidChange(refresh),
		vscode.window.registerFileDecorationProvider(data),
		vscode.languages.registerHoverProvider(files, new LocationHover(locations, shown)),
		vscode.languages.registerCodeLensProvider(files, lenses),
		registerCommand(log, commands.locationOpen, at => act.open(at)),
		registerCommand(log, commands.locationNext, () => act.walk(1)),
		registerCommand(log, commands.locationPrevious, () => act.walk(-1)),
		registerCommand(log, commands.locationGoToRound, (at, round) => act.goToRound(at, round)),
		registerCommand(log, commands.locationDismiss, at => act.judge(at, 'locationDismissed')),
		registerCommand(log, commands.locationRestore, at => act.judge(at, 'locationRestored')),
	);
}

/** Code lenses above each location. They are off by default because lenses make the text jump. */
class LocationLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.changed.event;

	constructor(private readonly locations: TrackedLocations) {
		this.disposable = vscode.Disposable.from(
			this.changed,
			locations.onDidChange(() => this.changed.fire()),
			vscode.workspace.onDidChangeConfiguration(
				event => event.affectsConfiguration('faultline') && this.changed.fire(),
			),
		);
	}

	provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
		return readSettings().codeLens ? this.locations.in(uri).flatMap(lenses) : [];
	}

	dispose(): void {
		this.disposable.dispose();
	}
}

function lenses({ lines, location, number }: TrackedLocation): vscode.CodeLens[] {
	const range = rangeOfLines({ startLine: lines.startLine, endLine: lines.startLine });
	const args = [location.id];
	const title = `${number}: ${location.intendedBehavior}`;
	return [
		{ title, command: commands.locationGoToRound, arguments: args },
		{ title: 'Not the bug', command: commands.locationDismiss, arguments: args },
	].map(command => codeLens(range, command));
}

type LocationCommandsDeps = Pick<Services, 'controller' | 'trajectory'>;

/** The commands for locations. Next and previous follow the numbers, best first, and wrap around. */
class LocationCommands {
	/** Id of the location opened last. */
	private last: string | undefined;

	constructor(
		private readonly deps: LocationCommandsDeps,
		private readonly locations: TrackedLocations,
		private readonly tree: vscode.TreeView<TrackedLocation>,
	) {}

	async open(argument: unknown): Promise<void> {
		await this.show(locationOfArgument(this.locations, argument));
	}

	async walk(step: 1 | -1): Promise<void> {
		const open = this.locations.open();
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
		const { location, lines } = target;
		this.last = location.id;
		if (!(await openPlace({ ...lines, file: location.file }))) {
			throw new UserError(`${location.file} is outside the workspace and is not opened.`);
		}
		if (this.tree.visible) {
			await this.tree.reveal(target, { select: true, focus: false });
		}
	}
}

/**
 * The location a command acts on. The argument is an id (hovers, lenses), an item of the tree, the context of the webview's
 * menu, or absent (palette); if absent, the location at the caret is used.
 */
function locationOfArgument(locations: TrackedLocations, argument: unknown): TrackedLocation {
	const id = idOf(argument);
	const found = id === undefined ? locationAtCaret(locations) : locations.find(id);
	if (found === undefined) {
		throw new UserError(
			id === undefined
				? 'There is no location at the caret. Move the caret into the marked lines, or use the list of locations.'
				: 'This location belongs to another run. Open that run in the Runs view first.',
		);
	}
	return found;
}

function idOf(argument: unknown): string | undefined {
	if (typeof argument === 'string') {
		return argument;
	}
	const location = fieldOf(argument, 'location');
	return typeof location === 'string' ? location : asText(fieldOf(location, 'id'));
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

const endOfLineCharacters = 100;

/**
 * The marks in the text: a tint of the lines, an icon in the gutter, the number after the first line, a mark in the overview
 * ruler. All use one color that themes can change.
 */
class LocationDecorations implements vscode.Disposable {
	private readonly disposable: vscode.Disposable;
	private readonly tint: vscode.TextEditorDecorationType;
	private readonly firstLine: vscode.TextEditorDecorationType;
	private readonly wholeRange: vscode.TextEditorDecorationType;

	constructor(
		private readonly locations: TrackedLocations,
		extensionUri: vscode.Uri,
	) {
		this.tint = vscode.window.createTextEditorDecorationType({
			isWholeLine: true,
			backgroundColor: new vscode.ThemeColor(colors.rangeBackground),
		});
		this.wholeRange = vscode.window.createTextEditorDecorationType({
			isWholeLine: true,
			borderStyle: 'solid',
			borderWidth: '0 0 0 2px',
			borderColor: new vscode.ThemeColor(colors.rangeBorder),
			overviewRulerColor: new vscode.ThemeColor(colors.overviewRuler),
			overviewRulerLane: vscode.OverviewRulerLane.Right,
		});
		const gutterIcon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `location-${theme}.svg`);
		this.firstLine = vscode.window.createTextEditorDecorationType({
			dark: { gutterIconPath: gutterIcon('dark') },
			light: { gutterIconPath: gutterIcon('light') },
			gutterIconSize: 'contain',
		});
		this.disposable = vscode.Disposable.from(
			...[this.tint, this.wholeRange, this.firstLine],
			locations.onDidChange(() => this.drawAll()),
			vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()),
			vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration('faultline') && this.drawAll()),
		);
		this.drawAll();
	}

	dispose(): void {
		this.disposable.dispose();
	}

	private drawAll(): void {
		const { rangeTint, endOfLineText } = readSettings();
		for (const editor of vscode.window.visibleTextEditors) {
			const here = this.locations.in(editor.document.uri);
			const ranges = here.map(({ lines }) => editor.document.validateRange(rangeOfLines(lines)));
			editor.setDecorations(this.tint, rangeTint ? ranges : []);
			editor.setDecorations(this.wholeRange, ranges);
			editor.setDecorations(
				this.firstLine,
				here.map(at => firstLineOptions(editor.document, at, endOfLineText)),
			);
		}
	}
}

function firstLineOptions(
	document: vscode.TextDocument,
	{ lines, number, location }: TrackedLocation,
	endOfLineText: boolean,
): vscode.DecorationOptions {
	const { end } = document.validateRange(rangeOfLines({ startLine: lines.startLine, endLine: lines.startLine }));
	const text = endOfLineText ? { after: endOfLine(location.intendedBehavior) } : {};
	return { range: new vscode.Range(end, end), renderOptions: { before: badge(number), ...text } };
}

function badge(number: number): vscode.ThemableDecorationAttachmentRenderOptions {
	return {
		contentText: String(number),
		color: new vscode.ThemeColor(colors.badgeForeground),
		backgroundColor: new vscode.ThemeColor(colors.badgeBackground),
		margin: '0 0 0 1.5em',
		fontWeight: '600',
		// The API has no option for these styles; extensions add them through `textDecoration`.
		textDecoration: 'none; border-radius: 4px; padding: 0 5px; font-size: 0.85em',
	};
}

function endOfLine(text: string): vscode.ThemableDecorationAttachmentRenderOptions {
	const line = shownLine(text);
	const short = line.length <= endOfLineCharacters ? line : `${line.slice(0, endOfLineCharacters - 1)}…`;
	return {
		contentText: short,
		color: new vscode.ThemeColor(colors.endOfLineForeground),
		margin: '0 0 0 1em',
		fontStyle: 'italic',
	};
}
