import type { Tool } from '../tool';
import { fixingOf } from './benchAnswer';
import description from './submitTool.md';

/** Submits the changes as a patch. Its answer is the verdict on them. */
export const submitTool: Tool = {
	name: 'submit',
	aliases: ['finish', 'submit_patch'],
	description,
	parameters: [
		{
			name: 'summary',
			type: 'string',
			default: '',
			example: 'Count the end as the next day.',
			aliases: ['message', 'description', 'text', 'explanation'],
		},
	],
	changes: true,
	run: (_args, context) => fixingOf(context).submit(),
};
