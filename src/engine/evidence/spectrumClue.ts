import { excerpt } from '../../code/pure/index/excerpt';
import { splitLines } from '../../code/pure/texts/fileTexts';
import { readIfText } from '../../code/pure/texts/readIfText';
import type { Workspace } from '../../history/pure/workspace';
import { placeName } from '../../runs/pure/model/placeText';
import {
	formulaNames,
	runByText,
	type Spectrum,
	type Suspect,
	spectrumCounts,
} from '../../runs/pure/model/testing/spectrum';
import type { TracedSuspect } from '../../runs/pure/model/testing/tracedSuspect';
import { fenced } from '../../system/pure/text/fenced';
import { fillTemplate } from '../../system/pure/text/fillTemplate';
import { suspectAt } from '../../testing/pure/callTrace/traceSuspects';
import spectrumPrompt from './spectrumClue.md';
import tracedPrompt from './tracedClue.md';

/** So many functions are shown, each with so many lines of its head and so many of its most suspicious lines. */
const most = { functions: 5, traced: 8, headLines: 4, lines: 10 };
const shownCode = { nLines: most.headLines + most.lines, nCharacters: 2000 };

/**
 * The most suspicious functions for a search, each with its signature and most suspicious lines: by the recorded calls of the
 * failing run, with the reasons, else by the scores of the spectrum.
 */
export async function spectrumClue(spectrum: Spectrum, workspace: Workspace): Promise<string> {
	const traced = tracedPlaces(spectrum).slice(0, most.traced);
	const counts = spectrumCounts(spectrum);
	if (traced.length > 0) {
		const texts = traced.map(({ suspect, place }) => tracedText(suspect, place, workspace));
		return fillTemplate(tracedPrompt, { counts, functions: (await Promise.all(texts)).join('\n') });
	}
	const texts = spectrum.suspects.slice(0, most.functions).map(suspect => {
		const name = `${suspect.score.toFixed(3)} ${rangeText(suspect)} ${placeName(suspect)}`;
		return functionText(suspect, `${name}. ${runByText(suspect, spectrum)}`, workspace);
	});
	const formula = formulaNames[spectrum.formula];
	return fillTemplate(spectrumPrompt, { formula, counts, functions: (await Promise.all(texts)).join('\n') });
}

interface TracedPlace {
	readonly suspect: TracedSuspect;
	readonly place: ShownPlace;
}

/** Each function once: a generator or a lambda in it has the same lines. */
function tracedPlaces(spectrum: Spectrum): readonly TracedPlace[] {
	const places = new Map<string, TracedPlace>();
	for (const suspect of (spectrum.traced ?? []).filter(({ score }) => score > 0)) {
		const { file, line } = suspect;
		const place = suspectAt(spectrum, suspect) ?? { file, startLine: line, endLine: line, score: 0, lines: [] };
		const range = rangeText(place);
		places.set(range, places.get(range) ?? { suspect, place });
	}
	return [...places.values()];
}

function tracedText({ name, evidence }: TracedSuspect, place: ShownPlace, workspace: Workspace): Promise<string> {
	return functionText(place, [`${rangeText(place)} ${name}.`, ...evidence].join(' '), workspace);
}

type ShownPlace = Pick<Suspect, 'file' | 'startLine' | 'endLine' | 'score' | 'lines'>;

function rangeText({ file, startLine, endLine }: ShownPlace): string {
	return `${file}:${startLine}-${endLine}`;
}

async function functionText(place: ShownPlace, why: string, { index, files }: Workspace): Promise<string> {
	const { file, startLine, endLine, score, lines } = place;
	const symbol = index.file(file)?.symbols.find(each => each.startLine === startLine && each.endLine === endLine);
	const text = splitLines(await readIfText(files, file));
	const last = Math.min(symbol?.headerEndLine ?? startLine, startLine + most.headLines - 1);
	const best = lines.filter(each => each.score === score).map(({ line }) => line);
	const ranges = best.slice(0, most.lines).map(line => ({ startLine: line, endLine: line }));
	const code = excerpt(text, [{ startLine, endLine: last }, ...ranges], shownCode).text;
	const more = best.length > most.lines ? `, ${best.length - most.lines} more are as suspicious` : '';
	const shown = best.length === 0 ? '' : ` Most suspicious lines: ${best.slice(0, most.lines).join(', ')}${more}.`;
	return `- ${why}${shown}\n${fenced(code)}`;
}
