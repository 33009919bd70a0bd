import { linesAsTheyWere } from '../../../localizer/pure/embedded/culpritLines';
import { type Culprit, culpritPercent, shortCommit } from '../../../runs/pure/model/culprit';
import { shortened } from '../../../runs/pure/model/shortened';
import type { Files } from '../../../system/pure/files';
import { counted } from '../../../system/pure/text/counted';
import { tagged } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import brokeBy from './brokeBy.md';
import brokeByOne from './brokeByOne.md';

const mostCharacters = 600;
const subjectCharacters = 120;

/**
 * The commit that broke what fails, as evidence for a model, in at most 600 characters. Of its lines, those that are in the
 * files as they were: a file that the model may not see, or that has changed, gives none.
 */
export async function culpritClue(culprit: Culprit, files: Files): Promise<string> {
	const { kind, subject, nCommits } = culprit;
	const head = fillTemplate(kind === 'found' ? brokeBy : brokeByOne, {
		commit: `${shortCommit(culprit)} ${shortened(subject, subjectCharacters)}`,
		commits: counted(nCommits, 'commit'),
		probability: culpritPercent(culprit),
	});
	const heading = 'Lines of it that are executed:';
	let text = '';
	for (const { file, line, text: code } of await linesAsTheyWere(culprit.lines, files)) {
		const longer = `${text}${text === '' ? '' : '\n'}${file}:${line} ${code}`;
		if (withLines(head, heading, longer).length > mostCharacters) {
			break;
		}
		text = longer;
	}
	return text === '' ? head : withLines(head, heading, text);
}

function withLines(head: string, heading: string, lines: string): string {
	return `${head}\n${heading}\n${tagged('code', lines)}`;
}
