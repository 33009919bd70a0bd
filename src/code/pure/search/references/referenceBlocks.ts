import { counted } from '../../../../system/pure/text/counted';
import type { AnswerBlock } from '../answerBlocks';
import { isTestFile } from '../isTestFile';
import { reportMarks } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import type { NameUse } from './nameUse';

/** A line that is shown on its own. */
export interface ListedLine extends Pick<NameUse, 'file' | 'line' | 'within'> {
	/** Shown behind it. */
	readonly remark?: string;
}

const limits = { uses: 40, files: 20, line: 160 };

/** Lines by file: below its name, lines like `12 Outer.run: code`. Lines over the limit are counted by file. */
export async function referenceBlocks(
	context: SearchContext,
	uses: readonly ListedLine[],
	nListed = limits.uses,
): Promise<AnswerBlock[]> {
	const blocks: AnswerBlock[] = [];
	const listed = uses.slice(0, nListed);
	for (const file of new Set(listed.map(use => use.file))) {
		const isTest = isTestFile(context.workspace, file) ? ' (test code)' : '';
		const texts = await context.texts.lines(file);
		const marks = reportMarks(context.focus, file);
		const here = listed.filter(use => use.file === file);
		const lines = here.map(({ line, within, remark }) => {
			const code = (texts[line - 1] ?? '').trim();
			const short = code.length <= limits.line ? code : `${code.slice(0, limits.line)} …`;
			const remarks = [remark, marks.get(line)].filter(each => each !== undefined).map(each => `  ${each}`);
			return `${line} ${within === '' ? '' : `${within}: `}${short}${remarks.join('')}`;
		});
		const [startLine = 1, endLine = startLine] = [here.at(0)?.line, here.at(-1)?.line];
		blocks.push({
			text: [`<file>${file}</file>${isTest}`, ...lines].join('\n'),
			part: { kind: 'text', name: '', place: { file, startLine, endLine } },
			isContinued: true,
		});
	}
	return [...blocks, ...rest(uses.slice(nListed))];
}

function rest(uses: readonly ListedLine[]): AnswerBlock[] {
	const files = [...new Set(uses.map(use => use.file))];
	const counts = files.map(file => `${file} (${uses.filter(use => use.file === file).length})`);
	const more = files.length > limits.files ? ', …' : '';
	return uses.length === 0
		? []
		: [
				{
					text: `and ${uses.length} more in ${counted(files.length, 'file')}: ${counts.slice(0, limits.files).join(', ')}${more}`,
					part: { kind: 'text', name: '' },
					isContinued: true,
				},
			];
}
