import type { BugLocation } from '../../core/model/location';
import { placeName, placeText } from '../../core/model/placeText';
import type { Run } from '../../core/model/run/run';
import { nodesOf, roundsOf } from '../../core/model/run/runTree';
import { usageText } from '../../core/model/run/usage';
import { plainLine } from '../../core/util/fenced';

/** Two runs side by side as a markdown document: their issues, their cost, the locations of both and of only one. */
export function comparedMarkdown(a: Run, b: Run): string {
	const pairs = a.selected.locations.flatMap((location, at) => {
		const other = b.selected.locations.findIndex(each => isSame(location, each));
		return other === -1 ? [] : [{ a: ranked(a, at), b: ranked(b, other) }];
	});
	const alone = (run: Run, other: Run) =>
		run.selected.locations.flatMap((location, at) =>
			other.selected.locations.some(each => isSame(location, each)) ? [] : [`- ${ranked(run, at)}`],
		);
	return [
		'# Compared runs',
		[`- A: ${plainLine(a.title)}`, `- B: ${plainLine(b.title)}`].join('\n'),
		factTable(a, b),
		'## Named by both',
		pairs.length === 0
			? none
			: table(
					['A', 'B'],
					pairs.map(pair => [pair.a, pair.b]),
				),
		'## Only in A',
		listed(alone(a, b)),
		'## Only in B',
		listed(alone(b, a)),
	]
		.join('\n\n')
		.concat('\n');
}

const none = 'None.';

function factTable(a: Run, b: Run): string {
	const ofB = new Map(facts(b));
	return table(
		['', 'A', 'B'],
		facts(a).map(([name, value]) => [name, value, ofB.get(name) ?? '']),
	);
}

function facts(run: Run): [name: string, value: string][] {
	const { engine, server, startedAt, nRequests, usage, selected, message } = run;
	const nFeedback = nodesOf(run).filter(({ kind }) => kind === 'feedback').length;
	return [
		['Model', plainLine(server === undefined ? engine : `${engine} at ${server}`)],
		['Started', new Date(startedAt).toLocaleString()],
		['Outcome', message === undefined ? run.state : `${run.state}: ${plainLine(message)}`],
		['Locations', `${selected.locations.length}${selected.isProvisional ? ', provisional' : ''}`],
		['Rounds', String(roundsOf(run).length)],
		['Feedback given', String(nFeedback)],
		['Requests', String(nRequests)],
		['Tokens', nRequests === 0 ? 'none' : usageText(usage)],
		['Time', `${(workedMs(run) / 1000).toFixed(1)} s`],
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

function ranked({ selected, dismissed }: Run, at: number): string {
	const location = selected.locations[at];
	if (location === undefined) {
		return '';
	}
	const verdict = dismissed.includes(location.id) ? ', not the bug' : '';
	return `${at + 1}. **${plainLine(placeName(location))}** (${plainLine(placeText(location))})${verdict}`;
}

function listed(lines: readonly string[]): string {
	return lines.length === 0 ? none : lines.join('\n');
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
