import { qualifiedName } from '../../../../runs/pure/model/symbol';
import { excerpt } from '../../index/excerpt';
import type { AnswerBlock } from '../answerBlocks';
import { codePart } from '../answerText';
import { placeOfSymbol } from '../foundPlace';
import { reportMarks } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import type { RankedHit } from './bestHits';
import { nearLines } from './wordQuery';

const limit = { nLines: 25, nCharacters: 4000 };
const signatureLength = 200;

/**
 * A hit as a model or a user reads it: its file, its line, the signature of the definition around it, and its lines.
 */
export async function hitBlock(context: SearchContext, hit: RankedHit): Promise<AnswerBlock> {
	const { file, startLine, endLine, home } = hit;
	const lines = await context.texts.lines(file);
	const { class: owner, method } = home === undefined ? {} : placeOfSymbol(context.workspace.index, home);
	const tags = [
		`<file>${file}</file>`,
		...(owner === undefined ? [] : [`<class>${owner}</class>`]),
		...(method === undefined ? [] : [`<func>${method}</func>`]),
	];
	const nAround = context.brevity?.linesAround ?? nearLines;
	const around = { startLine: startLine - nAround, endLine: endLine + nAround };
	const { text, shown } = excerpt(lines, [around], limit, reportMarks(context.focus, file));
	const signature = home === undefined ? [] : [`in: ${signatureOf(lines, home)}`];
	return {
		text: [`${tags.join(' ')} (line ${startLine})`, ...signature, '<code>', text, '</code>'].join('\n'),
		part: { ...codePart(file, home === undefined ? '' : qualifiedName(home), shown), isHit: true },
	};
}

function signatureOf(
	lines: readonly string[],
	{ startLine, headerEndLine }: { readonly startLine: number; readonly headerEndLine: number },
): string {
	const text = lines
		.slice(startLine - 1, headerEndLine)
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim();
	return text.length <= signatureLength ? text : `${text.slice(0, signatureLength)} …`;
}
