import type { AnswerPart } from '../../../runs/pure/model/answerPart';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';

/** A paragraph of an answer. */
export interface AnswerBlock {
	readonly text: string;
	/** The part it is on its own; absent for an introduction of the blocks after it. */
	readonly part?: Omit<AnswerPart, 'start' | 'end'>;
	/** It follows the block before it without a blank line. */
	readonly isContinued?: boolean;
}

/** Returns the text of an answer with the positions of its parts. Empty blocks are left out. */
export function joinedBlocks(blocks: readonly AnswerBlock[]): Pick<ToolAnswer, 'text' | 'parts'> {
	let text = '';
	const parts: AnswerPart[] = [];
	for (const block of blocks.filter(each => each.text !== '')) {
		const joint = text === '' ? '' : block.isContinued === true ? '\n' : '\n\n';
		const start = text.length + joint.length;
		text += joint + block.text;
		if (block.part !== undefined) {
			parts.push({ ...block.part, start, end: text.length });
		}
	}
	return { text, ...(parts.length > 0 && { parts }) };
}
