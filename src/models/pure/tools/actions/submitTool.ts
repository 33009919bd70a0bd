import type { EndingTool } from '../toolset';
import description from './submitTool.md';

/** Submits the changes. Its report is the model's comment on them. */
export const submitTool: EndingTool<string> = {
	name: 'submit',
	description,
	field: 'summary',
	schema: { type: 'string' },
	prompts: {
		question: 'that the bug is fixed',
		item: 'summary',
		example: '"Count the end as the next day."',
		conversion: 'summary is one sentence about the change, where the text submits it.',
	},
	read: value => (typeof value === 'string' ? { report: [value] } : { problems: ['summary must be a text.'] }),
};
