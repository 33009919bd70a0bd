import { confidence } from '../../core/model/confidence';
import type { BugLocation } from '../../core/model/location';
import { placeName, placeText } from '../../core/model/placeText';
import { roundNumbers } from '../../core/model/run/roundNumbers';
import type { Run } from '../../core/model/run/run';
import type { Terminal } from './terminal';

const nShownLocations = 10;
/** The first locations are shown with more of their evidence, so that the list still fits a screen. */
const nExplainedLocations = 3;
const nShownEvidence = 3;

/** The title and the workspace of the run. */
export function headText({ title, workspace, index }: Run, terminal: Terminal): string {
	const size = index === undefined ? '' : ` (${index.nFiles} files, ${index.nSymbols} symbols)`;
	return [
		...wrapText(title, { columns: terminal.columns }).map(line => terminal.style('bold', line)),
		terminal.style('dim', `in ${workspace.join(', ')}${size}`),
		'',
	].join('\n');
}

/** One line for a round or a stage, more only if it is long. Undefined for another node. */
export function roundText(run: Run, node: string, terminal: Terminal): string | undefined {
	const round = run.nodes[node];
	if (round?.kind !== 'round' && round?.kind !== 'stage') {
		return undefined;
	}
	const number = (roundNumbers(run).get(node) ?? '').padStart(2);
	const [first = '', ...rest] = wrapText(round.summary ?? `${round.title} (not finished)`, {
		columns: terminal.columns,
		indent: '    ',
	});
	return [`${terminal.style('dim', number)}  ${first.trimStart()}`, ...rest].join('\n');
}

/** The ranked locations: place, name, intended behavior, and why it is suspected. */
export function locationsText({ selected: { locations }, dismissed }: Run, terminal: Terminal): string {
	if (locations.length === 0) {
		return 'No location was found: name a function, a file or an error message in the issue, if there is one.';
	}
	const shown = locations.slice(0, nShownLocations).map((location, at) => {
		const remark = dismissed.includes(location.id) ? 'not the bug' : confidence(location, { locations });
		const sameAs = locations.findIndex(({ intendedBehavior }) => intendedBehavior === location.intendedBehavior) + 1;
		return locationText({ location, rank: at + 1, remark, sameAs }, terminal);
	});
	const nMore = locations.length - shown.length;
	return [...shown, ...(nMore > 0 ? [`… and ${nMore} more: --json has them all.`] : [])].join('\n');
}

interface RankedLocation {
	readonly location: BugLocation;
	readonly rank: number;
	/** Its suspiciousness in words. */
	readonly remark: string;
	/** Rank of the first location with this intended behavior, which is only printed there. */
	readonly sameAs: number;
}

function locationText({ location, rank, remark, sameAs }: RankedLocation, terminal: Terminal): string {
	const place = placeText(location);
	const name = placeName(location);
	const isRepeated = location.intendedBehavior !== '' && sameAs < rank;
	const nEvidence = rank <= nExplainedLocations ? nShownEvidence : 1;
	const evidence = location.evidence.slice(0, nEvidence).map(({ text }) => text);
	const details = [
		...labelled('should', isRepeated ? `as at ${sameAs}` : location.intendedBehavior, terminal),
		...evidence.flatMap((text, at) => labelled(at === 0 ? 'why' : '', text, terminal)),
	];
	const number = terminal.style('bold', String(rank).padStart(2));
	return [
		`${number}  ${terminal.style('cyan', place)}  ${terminal.style('bold', name)}  ${terminal.style('dim', remark)}`,
		...details,
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
