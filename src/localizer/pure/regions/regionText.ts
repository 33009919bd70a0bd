import { FileTexts } from '../../../code/pure/texts/fileTexts';
import { confidence } from '../../../runs/pure/model/confidence';
import type { BugLocation } from '../../../runs/pure/model/location';
import { placeText } from '../../../runs/pure/model/placeText';
import type { Files } from '../../../system/pure/files';
import { counted } from '../../../system/pure/text/counted';
import type { LocatedCode, Region } from './region';
import type { NamedLine, RegionsAnswer } from './regionsAnswer';

/** Longer lines are cut: they are data or generated. */
const columns = 240;

/** A line of a file as it is shown. */
export type ShownRow = readonly [line: number, text: string];

/** How an answer is shown. */
export interface ShownOptions {
	readonly files: Files;
	/** The evidence for a location, best first. */
	readonly reasonsOf: (location: BugLocation) => readonly string[];
	/** Whether the same lines were shown before; they are then only named. */
	readonly wasShown?: (file: string, rows: readonly ShownRow[]) => boolean;
}

/** An answer as it is shown, by any door. */
export interface ShownAnswer {
	/** How sure it is, in a line. */
	readonly sureness: string;
	readonly regions: readonly ShownRegion[];
	/** What else is likely; if no region is shown, guesses. */
	readonly others: readonly NamedLine[];
}

export interface ShownRegion extends Pick<Region, 'file' | 'startLine' | 'endLine' | 'names'> {
	/** The first location that it shows a part of; undefined: it is a function that follows in the ranking. */
	readonly location?: BugLocation | undefined;
	/** The best evidence for the location. */
	readonly reason?: string | undefined;
	/** Its lines, after those that they need; undefined if they were shown before. */
	readonly rows?: readonly ShownRow[];
}

/** Reads the code of the regions. */
export async function shownAnswer(
	answer: RegionsAnswer,
	located: LocatedCode,
	options: ShownOptions,
): Promise<ShownAnswer> {
	const texts = new FileTexts(options.files);
	const regions: ShownRegion[] = [];
	for (const region of answer.regions) {
		regions.push(await shownRegion(region, { located, texts, options }));
	}
	return { sureness: surenessText(answer, located), regions, others: answer.others };
}

/** The answer as text: how sure it is, the regions with their code, and a line for each place that is likely as well. */
export function answerText({ sureness, regions, others }: ShownAnswer): string {
	const named = others.map(({ file, line, name }) => `${file}:${line}  ${name}`);
	const last = named.length === 0 ? [] : [[regions.length === 0 ? 'Guesses:' : 'Also possible:', ...named].join('\n')];
	return [sureness, ...regions.map(regionText), ...last].join('\n\n');
}

function regionText({ reason, rows, names, ...place }: ShownRegion): string {
	const head = `${placeText(place)}  ${names.join(', ')}`.trimEnd();
	if (rows === undefined) {
		return `${head}  (shown above)`;
	}
	return [head, ...(reason === undefined ? [] : [`why: ${reason}`]), rowsText(rows)].join('\n');
}

/** Numbered lines; `…` where some between them are left out. */
export function rowsText(rows: readonly ShownRow[]): string {
	return rows
		.flatMap(([line, text], at) => {
			const previous = rows[at - 1]?.[0];
			return [...(previous !== undefined && line > previous + 1 ? ['…'] : []), `${line}\t${text}`];
		})
		.join('\n');
}

function surenessText({ regions, likelihood, words }: RegionsAnswer, { locations }: LocatedCode): string {
	const [first] = locations;
	if (first === undefined) {
		return ['No location was found.', ...searchText(words)].join(' ');
	}
	const share = likelihood === undefined ? '' : ` (${Math.round(100 * likelihood)} %)`;
	if (regions.length > 0 && first.lessLikely === true) {
		const guess = `Unsure: the best guess${share} is ${nameOf(first.id)}.`;
		return [guess, ...searchText(words), `${counted(regions.length, 'region')} to read:`].join(' ');
	}
	return regions.length === 0
		? [`No place is likely: the best guess${share || ' is one of several'}.`, ...searchText(words)].join(' ')
		: `${capitalized(confidence(first, { locations }))}${share}: the fix changes ${nameOf(first.id)}. ${counted(regions.length, 'region')} to read:`;
}

function searchText(words: readonly string[]): string[] {
	return words.length === 0
		? ['Search for a message, a setting or an operation that the cause would contain.']
		: [`Worth searching for: ${words.join(', ')}.`];
}

/** The name in an id: `file#Class.method`. */
function nameOf(id: string): string {
	return id.slice(id.indexOf('#') + 1);
}

function capitalized(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

async function shownRegion(
	{ context, likelihood: _, ...region }: Region,
	{
		located,
		texts,
		options,
	}: { readonly located: LocatedCode; readonly texts: FileTexts; readonly options: ShownOptions },
): Promise<ShownRegion> {
	const { file, startLine, endLine } = region;
	const all = await texts.lines(file);
	const rowOf = (line: number) => [line, (all[line - 1] ?? '').slice(0, columns)] as const;
	const own = Array.from({ length: endLine - startLine + 1 }, (_, at) => rowOf(startLine + at));
	const location = located.locations.find(
		each => each.file === file && each.startLine <= endLine && startLine <= each.endLine,
	);
	const [reason] = location === undefined ? [] : options.reasonsOf(location);
	const wasShown = options.wasShown?.(file, own) === true;
	return { ...region, location, reason, ...(!wasShown && { rows: [...context.map(rowOf), ...own] }) };
}
