import type { Run } from '../../runs/pure/fold/run';
import { nodesOf, roundsOf } from '../../runs/pure/fold/runTree';
import { usageText } from '../../runs/pure/fold/usage';
import type { BugLocation } from '../../runs/pure/model/location';
import { placeName, placeText } from '../../runs/pure/model/placeText';
import { plainLine } from '../../system/pure/text/fenced';

/** Provides the texts of the document, and the engine's texts in it, in the language of the user. */
export interface Language {
	/** Such as `en`. */
	readonly id: string;
	readonly t: (text: string, ...args: (string | number)[]) => string;
	readonly engineText: (text: string) => string;
}

/** Two runs side by side as a markdown document: their issues, their cost, the locations of both and of only one. */
export function comparedMarkdown(a: Run, b: Run, language: Language): string {
	const { t } = language;
	const ranked = (run: Run, at: number) => rankedText(run, at, language);
	const listed = (lines: readonly string[]) => (lines.length === 0 ? t('None.') : lines.join('\n'));
	const pairs = a.selected.locations.flatMap((location, at) => {
		const other = b.selected.locations.findIndex(each => isSame(location, each));
		return other === -1 ? [] : [{ a: ranked(a, at), b: ranked(b, other) }];
	});
	const alone = (run: Run, other: Run) =>
		run.selected.locations.flatMap((location, at) =>
			other.selected.locations.some(each => isSame(location, each)) ? [] : [`- ${ranked(run, at)}`],
		);
	return [
		`# ${t('Compared runs')}`,
		[`- A: ${plainLine(a.title)}`, `- B: ${plainLine(b.title)}`].join('\n'),
		factTable(a, b, language),
		`## ${t('Named by both')}`,
		pairs.length === 0
			? t('None.')
			: table(
					['A', 'B'],
					pairs.map(pair => [pair.a, pair.b]),
				),
		`## ${t('Only in A')}`,
		listed(alone(a, b)),
		`## ${t('Only in B')}`,
		listed(alone(b, a)),
	]
		.join('\n\n')
		.concat('\n');
}

function factTable(a: Run, b: Run, language: Language): string {
	const ofB = new Map(facts(b, language));
	return table(
		['', 'A', 'B'],
		facts(a, language).map(([name, value]) => [name, value, ofB.get(name) ?? '']),
	);
}

function facts(run: Run, { id, t, engineText }: Language): [name: string, value: string][] {
	const { engine, server, startedAt, nRequests, usage, selected, message } = run;
	const nFeedback = nodesOf(run).filter(({ kind }) => kind === 'feedback').length;
	const state = engineText(run.state);
	const nLocations = selected.locations.length;
	return [
		[t('Model'), plainLine(server === undefined ? engine : t('{0} at {1}', engine, server))],
		[t('Started'), new Date(startedAt).toLocaleString(id)],
		[t('Outcome'), message === undefined ? state : `${state}: ${plainLine(engineText(message))}`],
		[t('Locations'), selected.isProvisional ? t('{0}, provisional', nLocations) : `${nLocations}`],
		[t('Rounds'), String(roundsOf(run).length)],
		[t('Feedback given'), String(nFeedback)],
		[t('Requests'), String(nRequests)],
		[t('Tokens'), nRequests === 0 ? t('none') : engineText(usageText(usage))],
		[t('Time'), t('{0} s', (workedMs(run) / 1000).toFixed(1))],
	];
}

/** Working time, without pauses and interruptions. */
function workedMs({ state, activeMs, updatedAt, activeSince }: Run): number {
	return state === 'running' ? activeMs + updatedAt - activeSince : activeMs;
}

/** The same definition, or lines of one file that overlap. */
function isSame(a: BugLocation, b: BugLocation): boolean {
	return a.id === b.id || (a.file === b.file && a.startLine <= b.endLine && b.startLine <= a.endLine);
}

function rankedText({ selected, dismissed }: Run, at: number, { t }: Language): string {
	const location = selected.locations[at];
	if (location === undefined) {
		return '';
	}
	const verdict = dismissed.includes(location.id) ? `, ${t('not the bug')}` : '';
	return `${at + 1}. **${plainLine(placeName(location))}** (${plainLine(placeText(location))})${verdict}`;
}

/** Maximum column width in characters, so that two columns fit side by side. Longer cells stick out. */
const maxColumn = 48;

/** Pads all columns but the last to one width, so that the table can be read as text. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const lines = [head, ...rows].map(cells => cells.map(cellText));
	const widths = head.map((_, at) => Math.min(maxColumn, Math.max(3, ...lines.map(cells => cells[at]?.length ?? 0))));
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
	const [first = [], ...rest] = lines;
	return [
		line(first),
		line(widths.map((width, at) => '-'.repeat(at === widths.length - 1 ? 3 : width))),
		...rest.map(line),
	].join('\n');
}

/** On one line, with `|` escaped because it would end the cell. */
function cellText(text: string): string {
	return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
