import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { BugLocation } from '../../../runs/pure/model/location';
import { placeText } from '../../../runs/pure/model/placeText';
import { fenced } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import located from './located.md';

/** Limit for the code shown; later locations get the rest. */
const mostCharacters = 8000;

/** The code of located places for the author of a reproducer, as a prompt; '' if nothing was located. */
export async function locatedCode({ files }: Workspace, locations: readonly BugLocation[]): Promise<string> {
	const shown: string[] = [];
	let rest = mostCharacters;
	for (const location of locations) {
		const lines = (await readIfText(files, location.file)).split('\n');
		const code = lines
			.slice(location.startLine - 1, location.endLine)
			.join('\n')
			.slice(0, Math.max(0, rest));
		if (code !== '') {
			shown.push(`${placeText(location)}\n${fenced(code)}`);
			rest -= code.length;
		}
	}
	return shown.length === 0 ? '' : fillTemplate(located, { code: shown.join('\n\n') });
}
