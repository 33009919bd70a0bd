import { foundText } from '../../../../localizer/pure/embedded/outcomeText';
import type { ToolArgs } from '../../../../models/pure/tools/tool';
import { shortened } from '../../../../runs/pure/model/shortened';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { listed } from '../../../../system/pure/text/listed';

/** A call that looked at code, with its answer. */
interface Look {
	readonly call: { readonly args: ToolArgs };
	readonly answer: ToolAnswer;
}

/** The files read or listed, and the searches, in one line: `Looked at a.x; looked for cancel: found 3 places`. */
export function lookedText(results: readonly Look[]): string {
	const isRead = ({ call }: Look) => /^(?:file_name|folder)$/.test(Object.keys(call.args)[0] ?? '');
	const read = results.filter(isRead);
	const searched = results.filter(each => !isRead(each));
	const parts = [
		...(read.length > 0 ? [`looked at ${targetsOf(read, shortText)}`] : []),
		...(searched.length > 0 ? [`looked for ${targetsOf(searched, targetText)}: ${foundText(searched)}`] : []),
	];
	return capitalized(parts.join('; '));
}

function capitalized(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The first argument of a call is the file, the name or the text, and for a file the second may be a line. */
function targetsOf(results: readonly Look[], shown: (text: string) => string): string {
	const texts = results.map(({ call }) => {
		const [first = '', second] = Object.values(call.args).filter(value => value !== '');
		return `${shown(String(first)) || 'the workspace'}${typeof second === 'number' && second > 1 ? `:${second}` : ''}`;
	});
	return listed([...new Set(texts)], 3);
}

/** A name as it is, any other text in quotation marks. */
function targetText(text: string): string {
	const line = shortText(text);
	return /[^\p{L}\p{N}_.$]/u.test(line) ? `“${line}”` : line;
}

function shortText(text: string): string {
	return shortened(text.trim().split('\n')[0] ?? '', longestText);
}

const longestText = 40;
