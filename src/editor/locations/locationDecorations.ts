import * as vscode from 'vscode';
import { shortened } from '../../runs/pure/model/shortened';
import { shownLine } from '../../system/pure/text/shownText';
import type { TrackedLocation, TrackedLocations } from '../currentRun/trackedLocations';
import { colors } from '../ids';
import { readSettings, type Settings } from '../settings/settings';
import { rangeOfLines } from '../workspacePaths';
import { knownText } from './locationHover';

/** How strongly a location is marked. */
type Prominence = 'first' | 'later' | 'lessLikely';

/** The decorations of one prominence. */
interface Marks {
	/** The focus lines: a tint, and a mark in the overview ruler. */
	readonly focus: vscode.TextEditorDecorationType | undefined;
	readonly tint: vscode.TextEditorDecorationType | undefined;
	/** The whole definition: a thin bar. */
	readonly bar: vscode.TextEditorDecorationType;
	/** The first focus line: an icon in the gutter, the number and the text after the line. */
	readonly head: vscode.TextEditorDecorationType;
}

const endOfLineCharacters = 100;

/**
 * The marks in the text, strongest at the first location. A less likely location has only the bar and a faint icon. All
 * colors can be changed by themes.
 */
export class LocationDecorations implements vscode.Disposable {
	private readonly disposable: vscode.Disposable;
	private readonly marks: Readonly<Record<Prominence, Marks>>;

	constructor(
		private readonly locations: TrackedLocations,
		extensionUri: vscode.Uri,
	) {
		const icon = (name: string) => gutterIcon(extensionUri, name);
		this.marks = {
			first: {
				...focusMarks(colors.rangeBackground, colors.rangeBorder, colors.overviewRuler),
				...{ bar: bar(colors.rangeBorder), head: icon('location') },
			},
			later: {
				...focusMarks(colors.laterRangeBackground, colors.laterRangeBorder, colors.laterOverviewRuler),
				...{ bar: bar(colors.laterRangeBorder), head: icon('location') },
			},
			lessLikely: {
				...{ focus: undefined, tint: undefined },
				...{ bar: bar(colors.laterRangeBorder), head: icon('location-faint') },
			},
		};
		this.disposable = vscode.Disposable.from(
			...Object.values(this.marks).flatMap(marks => typesOf(marks)),
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
		const settings = readSettings();
		for (const editor of vscode.window.visibleTextEditors) {
			const here = this.locations.in(editor.document.uri);
			for (const [prominence, marks] of Object.entries(this.marks)) {
				const locations = here.filter(each => prominenceOf(each) === prominence);
				draw(editor, marks, locations, settings);
			}
		}
	}
}

function prominenceOf({ number, location }: TrackedLocation): Prominence {
	return location.lessLikely === true ? 'lessLikely' : number === 1 ? 'first' : 'later';
}

function draw(
	editor: vscode.TextEditor,
	{ focus, tint, bar, head }: Marks,
	here: readonly TrackedLocation[],
	{ rangeTint, endOfLineText }: Settings,
): void {
	const { document } = editor;
	const focused = here.flatMap(at => at.focus.map(lines => document.validateRange(rangeOfLines(lines))));
	if (focus !== undefined && tint !== undefined) {
		editor.setDecorations(focus, focused);
		editor.setDecorations(tint, rangeTint ? focused : []);
	}
	editor.setDecorations(
		bar,
		here.map(({ lines }) => document.validateRange(rangeOfLines(lines))),
	);
	editor.setDecorations(
		head,
		here.map(at => headOptions(document, at, endOfLineText)),
	);
}

function typesOf({ focus, tint, bar, head }: Marks): vscode.TextEditorDecorationType[] {
	return [focus, tint, bar, head].filter(type => type !== undefined);
}

/** The wider bar distinguishes these lines if the theme, or the user, has no tint. */
function focusMarks(background: string, border: string, ruler: string): Pick<Marks, 'focus' | 'tint'> {
	return {
		focus: vscode.window.createTextEditorDecorationType({
			...{ isWholeLine: true, borderStyle: 'solid', borderWidth: '0 0 0 5px' },
			borderColor: new vscode.ThemeColor(border),
			overviewRulerColor: new vscode.ThemeColor(ruler),
			overviewRulerLane: vscode.OverviewRulerLane.Right,
		}),
		tint: vscode.window.createTextEditorDecorationType({
			isWholeLine: true,
			backgroundColor: new vscode.ThemeColor(background),
		}),
	};
}

function bar(color: string): vscode.TextEditorDecorationType {
	return vscode.window.createTextEditorDecorationType({
		...{ isWholeLine: true, borderStyle: 'solid', borderWidth: '0 0 0 1px' },
		borderColor: new vscode.ThemeColor(color),
	});
}

function gutterIcon(extensionUri: vscode.Uri, name: string): vscode.TextEditorDecorationType {
	const file = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
	return vscode.window.createTextEditorDecorationType({
		dark: { gutterIconPath: file('dark') },
		light: { gutterIconPath: file('light') },
		gutterIconSize: 'contain',
	});
}

function headOptions(
	document: vscode.TextDocument,
	{ lines, focus, number, location }: TrackedLocation,
	endOfLineText: boolean,
): vscode.DecorationOptions {
	const isFolded = location.lessLikely === true;
	const line = isFolded ? lines.startLine : (focus[0]?.startLine ?? lines.startLine);
	const { end } = document.validateRange(rangeOfLines({ startLine: line, endLine: line }));
	const known = endOfLineText && !isFolded ? knownText(location) : '';
	const text = known === '' ? {} : { after: endOfLine(known) };
	return { range: new vscode.Range(end, end), renderOptions: isFolded ? {} : { before: badge(number), ...text } };
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
	return {
		contentText: shortened(shownLine(text), endOfLineCharacters),
		color: new vscode.ThemeColor(colors.endOfLineForeground),
		margin: '0 0 0 1em',
		fontStyle: 'italic',
	};
}
