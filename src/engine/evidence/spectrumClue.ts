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
import { fenced } from '../../system/pure/text/fenced';
import { fillTemplate } from '../../system/pure/text/fillTemplate';
import spectrumPrompt from './spectrumClue.md';

/** So many functions are shown, each with so many lines of its head and so many of its most suspicious lines. */
const most = { functions: 5, headLines: 4, lines: 10 };
const shownCode = { nLines: most.headLines + most.lines, nCharacters: 2000 };

/** The most suspicious functions of a spectrum for a search: place, score, signature and most suspicious lines. */
export async function spectrumClue(spectrum: Spectrum, workspace: Workspace): Promise<string> {
	const texts = spectrum.suspects.slice(0, most.functions).map(suspect => suspectText(suspect, spectrum, workspace));
	return fillTemplate(spectrumPrompt, {
		formula: formulaNames[spectrum.formula],
		counts: spectrumCounts(spectrum),
		functions: (await Promise.all(texts)).join('\n'),
	});
}

async function suspectText(suspect: Suspect, spectrum: Spectrum, { index, files }: Workspace): Promise<string> {
	const { file, startLine, score, lines } = suspect;
	const symbol = index
		.file(file)
		?.symbols.find(each => each.startLine === startLine && each.endLine === suspect.endLine);
	const text = splitLines(await readIfText(files, file));
	const last = Math.min(symbol?.headerEndLine ?? startLine, startLine + most.headLines - 1);
	const best = lines.filter(each => each.score === score).map(({ line }) => line);
	const ranges = best.slice(0, most.lines).map(line => ({ startLine: line, endLine: line }));
	const code = excerpt(text, [{ startLine, endLine: last }, ...ranges], shownCode).text;
	const more = best.length > most.lines ? `, ${best.length - most.lines} more are as suspicious` : '';
	const shown = best.slice(0, most.lines).join(', ') + more;
	const where = `- ${score.toFixed(3)} ${file}:${startLine}-${suspect.endLine} ${placeName(suspect)}`;
	return `${where}. ${runByText(suspect, spectrum)} Most suspicious lines: ${shown}.\n${fenced(code)}`;
}
