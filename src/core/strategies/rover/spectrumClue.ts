import { fillTemplate } from '../../agent/fillTemplate';
import { placeName } from '../../model/placeText';
import { formulaNames, runByText, type Spectrum, type Suspect, spectrumCounts } from '../../model/testing/spectrum';
import { readIfText } from '../../rank/readIfText';
import { splitLines } from '../../search/text/fileTexts';
import { fenced } from '../../util/fenced';
import type { Workspace } from '../../workspace';
import spectrumPrompt from './spectrumClue.md';

/** So many functions are shown, each with so many lines of its head. */
const most = { functions: 5, headLines: 4, lineLength: 200 };

/** The most suspicious functions of a spectrum for a search: place, score, most suspicious lines and signature. */
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
	const head = text.slice(startLine - 1, last).map(line => line.slice(0, most.lineLength));
	const best = lines.filter(each => each.score === score).map(({ line }) => line);
	const shown = best.slice(0, 10).join(', ') + (best.length > 10 ? ', ...' : '');
	const where = `- ${score.toFixed(3)} ${file}:${startLine}-${suspect.endLine} ${placeName(suspect)}`;
	return `${where}. ${runByText(suspect, spectrum)} Most suspicious lines: ${shown}.\n${fenced(head.join('\n'))}`;
}
