import { treeCounts, treeCountsText } from '../../runs/pure/fold/actionTree/treeCounts';
import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import type { Run } from '../../runs/pure/fold/run';
import type { RunNode } from '../../runs/pure/fold/runNode';
import { roundsOf } from '../../runs/pure/fold/runTree';
import { shownEvidence } from '../../runs/pure/fold/shownEvidence';
import { confidence } from '../../runs/pure/model/confidence';
import { brokeByText, culpritPercent } from '../../runs/pure/model/culprit';
import { originText } from '../../runs/pure/model/imported';
import type { BugLocation } from '../../runs/pure/model/location';
import { focusText, placeName, placeText } from '../../runs/pure/model/placeText';
import type { Terminal } from '../terminal';

const nShownLocations = 10;

/** The title of the run, and its workspace, or the file that it was imported from. */
export function headText(run: Run, terminal: Terminal): string {
	const { title, workspace, index, imported } = run;
	const size = index === undefined ? '' : ` (${index.nFiles} files, ${index.nSymbols} symbols)`;
	return [
		...wrapText(title, { columns: terminal.columns }).map(line => terminal.style('bold', line)),
		terminal.style('dim', originText(run) ?? `in ${workspace.join(', ')}${size}`),
		...(imported === undefined ? [] : [treeCountsText(treeCounts(run))]),
		'',
	].join('\n');
}

/** One line for each round, more only if it is long. */
export function roundsText(run: Run, terminal: Terminal): string[] {
	const numbers = roundNumbers(run);
	return roundsOf(run).map(round => numberedText(round, numbers.get(round.id) ?? '', terminal));
}

/** The same for a round or a stage. Undefined for another node. */
export function roundText(run: Run, node: string, terminal: Terminal): string | undefined {
	const round = run.nodes[node];
	if (round?.kind !== 'round' && round?.kind !== 'stage') {
		return undefined;
	}
	return numberedText(round, roundNumbers(run).get(node) ?? '', terminal);
}

function numberedText({ summary, title }: RunNode, number: string, terminal: Terminal): string {
	const [first = '', ...rest] = wrapText(summary ?? `${title} (not finished)`, {
		columns: terminal.columns,
		indent: '    ',
	});
	return [`${terminal.style('dim', number.padStart(2))}  ${first.trimStart()}`, ...rest].join('\n');
}

/** The commit that broke it, and the lines of it that the failure executes; nothing if it is not known. */
export function brokeByLines({ culprit }: Run, terminal: Terminal): string[] {
	if (culprit === undefined) {
		return [];
	}
	const text = `Broke by: ${brokeByText(culprit)} (probability: ${culpritPercent(culprit)})`;
	const places = culprit.lines.map(
		({ file, line, text: code }) => `    ${terminal.style('cyan', `${file}:${line}`)}  ${code}`,
	);
	return ['', ...wrapText(text, { columns: terminal.columns }), ...places];
}

/** The ranked locations: place, name, intended behavior, and why it is suspected; the less likely ones in a line each. */
export function locationsText({ selected: { locations }, dismissed }: Run, terminal: Terminal): string {
	if (locations.length === 0) {
		return 'No location was found: name a function, a file or an error message in the issue, if there is one.';
	}
	const shown = locations.slice(0, nShownLocations).map((location, at) => {
		const sure = location.lessLikely === true ? '' : confidence(location, { locations });
		const remark = dismissed.includes(location.id) ? 'not the bug' : sure;
		return locationText({ location, rank: at + 1, remark }, terminal);
	});
	const likely = shown.filter((_, at) => locations[at]?.lessLikely !== true);
	const folded = shown.filter((_, at) => locations[at]?.lessLikely === true);
	const nMore = locations.length - shown.length;
	return [
		...likely,
		...(folded.length > 0
			? [likely.length > 0 ? `\n${terminal.style('dim', 'Less likely:')}` : 'No place is likely. Guesses:', ...folded]
			: []),
		...(nMore > 0 ? [`… and ${nMore} more: --json has them all.`] : []),
	].join('\n');
}

interface RankedLocation {
	readonly location: BugLocation;
	readonly rank: number;
	/** Its suspiciousness in words; '' if a heading states it. */
	readonly remark: string;
}

function locationText({ location, rank, remark }: RankedLocation, terminal: Terminal): string {
	const { intendedBehavior, cause = '', fromIssue = '', lessLikely, focus = [] } = location;
	const details = [
		...labelled('at', focusText(focus, location), terminal),
		...labelled('should', intendedBehavior, terminal),
		...labelled('cause', cause, terminal),
		...labelled('issue', fromIssue, terminal),
		...shownEvidence(location).flatMap(({ text }, at) => labelled(at === 0 ? 'why' : '', text, terminal)),
	];
	const number = terminal.style('bold', String(rank).padStart(2));
	const [place, name] = [placeText(location), placeName(location)];
	const line = `${number}  ${terminal.style('cyan', place)}  ${terminal.style('bold', name)}`;
	return [
		remark === '' ? line : `${line}  ${terminal.style('dim', remark)}`,
		...(lessLikely === true ? [] : details),
	].join('\n');
}

function labelled(label: string, text: string, terminal: Terminal): string[] {
	const indent = ' '.repeat(12);
	const [first, ...rest] = wrapText(text, { columns: terminal.columns, indent });
	return first === undefined ? [] : [`    ${terminal.style('dim', label.padEnd(8))}${first.trimStart()}`, ...rest];
}

/**
 * Lines of at most `columns` characters, broken between words; a longer word gets its own line. An empty text has no
 * lines.
 */
export function wrapText(text: string, { columns, indent = '' }: { columns: number; indent?: string }): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).filter(Boolean)) {
		if (line !== '' && indent.length + line.length + 1 + word.length > columns) {
			lines.push(indent + line);
			line = '';
		}
		line = line === '' ? word : `${line} ${word}`;
	}
	return line === '' ? lines : [...lines, indent + line];
}
