import { counted } from '../../model/counted';
import type { AnswerBlock } from '../answerBlocks';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';
import type { NameUse } from './nameUse';

const limits = { uses: 40, files: 20, line: 160 };

/** Uses by file: below its name, lines like `12 Outer.run: code`. What is too much is counted by file. */
export async function referenceBlocks(context: SearchContext, uses: readonly NameUse[]): Promise<AnswerBlock[]> {
	const blocks: AnswerBlock[] = [];
	const listed = uses.slice(0, limits.uses);
	for (const file of new Set(listed.map(use => use.file))) {
		const remarks = isTestFile(context.workspace, file) ? ' (test code)' : '';
		const texts = await context.texts.lines(file);
		const here = listed.filter(use => use.file === file);
		const lines = here.map(({ line, within }) => {
			const code = (texts[line - 1] ?? '').trim();
			const short = code.length <= limits.line ? code : `${code.slice(0, limits.line)} …`;
			return `${line} ${within === '' ? '' : `${within}: `}${short}`;
		});
		const [startLine = 1, endLine = startLine] = [here.at(0)?.line, here.at(-1)?.line];
		blocks.push({
			text: [`<file>${file}</file>${remarks}`, ...lines].join('\n'),
			part: { kind: 'text', name: '', place: { file, startLine, endLine } },
			isContinued: true,
		});
	}
	return [...blocks, ...rest(uses.slice(limits.uses))];
}

function rest(uses: readonly NameUse[]): AnswerBlock[] {
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
