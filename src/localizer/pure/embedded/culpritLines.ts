import { readIfText } from '../../../code/pure/texts/readIfText';
import { addedByText, type Culprit, type CulpritCode, keptCode } from '../../../runs/pure/model/culprit';
import type { ExecutedFunctionLine } from '../../../runs/pure/model/location';
import type { Files } from '../../../system/pure/files';

/** Of the lines of a commit those that are in the files as they were: a file that is hidden or has changed gives none. */
export async function linesAsTheyWere(lines: readonly CulpritCode[], files: Files): Promise<readonly CulpritCode[]> {
	const texts = new Map<string, readonly string[]>();
	for (const { file } of lines) {
		if (!texts.has(file)) {
			texts.set(file, (await readIfText(files, file)).split(/\r?\n/));
		}
	}
	return lines.filter(({ file, line, text }) => keptCode(texts.get(file)?.[line - 1] ?? '') === text);
}

/** The lines of the commit that broke it: what fails executes them, and passed before they were there. */
export async function culpritCalled(
	culprit: Culprit | undefined,
	files: Files,
): Promise<readonly ExecutedFunctionLine[]> {
	if (culprit === undefined) {
		return [];
	}
	const { commit, probability: score } = culprit;
	const lines = await linesAsTheyWere(culprit.lines, files);
	return lines.map(({ file, line }) => ({ file, line, score, evidence: addedByText(commit) }));
}
