import { fillTemplate } from '../../agent/fillTemplate';
import type { Workspace } from '../../history/workspace';
import type { BugLocation } from '../../model/location';
import { placeText } from '../../model/placeText';
import { readIfText } from '../../search/text/readIfText';
import { fenced } from '../../util/fenced';
import located from './located.md';

/** Of the code that is shown; later locations get what is left. */
const mostCharacters = 8000;

/** The code of located places for the author of a reproducer, as a prompt; '' where nothing was located. */
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
