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

/** How the text of an answer is made. */
export interface RegionTextOptions {
	readonly files: Files;
	/** Why a region is suspected, in a line; '' if nothing is to be added. */
	readonly reasonOf: (region: Region) => string;
	/** Whether the same lines were shown before; they are then only named. */
	readonly wasShown?: (file: string, lines: readonly (readonly [line: number, text: string])[]) => boolean;
}

/** The first reason for the first location that a region shows a part of. */
export function reasonFrom(
	locations: readonly BugLocation[],
	reasonsOf: (location: BugLocation) => readonly string[],
): (region: Region) => string {
	return ({ file, startLine, endLine }) => {
		const own = locations.find(each => each.file === file && each.startLine <= endLine && startLine <= each.endLine);
		const [reason] = own === undefined ? [] : reasonsOf(own);
		return reason === undefined ? '' : `why: ${reason}`;
	};
}

/** The answer as text: how sure it is, the regions with their code, and a line for each place that is likely as well. */
export async function regionText(
	answer: RegionsAnswer,
	located: LocatedCode,
	options: RegionTextOptions,
): Promise<string> {
	const texts = new FileTexts(options.files);
	const blocks: string[] = [];
	for (const region of answer.regions) {
		blocks.push(await regionBlock(region, texts, options));
	}
	return [surenessText(answer, located), ...blocks, ...othersText(answer)].join('\n\n');
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

async function regionBlock(
	region: Region,
	texts: FileTexts,
	{ reasonOf, wasShown }: RegionTextOptions,
): Promise<string> {
	const { file, startLine, endLine, names, context } = region;
	const all = await texts.lines(file);
	const own = Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at);
	const rows = own.map(line => [line, (all[line - 1] ?? '').slice(0, columns)] as const);
	const head = `${placeText(region)}  ${names.join(', ')}`.trimEnd();
	if (wasShown?.(file, rows) === true) {
		return `${head}  (shown above)`;
	}
	const before = context.map(line => [line, (all[line - 1] ?? '').slice(0, columns)] as const);
	const reason = reasonOf(region);
	return [
		head,
		...(reason === '' ? [] : [reason]),
		...[...before, ...rows].flatMap(([line, text], at, shown) => {
			const previous = shown[at - 1]?.[0];
			return [...(previous !== undefined && line > previous + 1 ? ['…'] : []), `${line}\t${text}`];
		}),
	].join('\n');
}

function othersText({ regions, others }: RegionsAnswer): string[] {
	const lines = others.map(({ file, line, name }: NamedLine) => `${file}:${line}  ${name}`);
	return lines.length === 0 ? [] : [[regions.length === 0 ? 'Guesses:' : 'Also possible:', ...lines].join('\n')];
}
