import type { Tool } from '../tool';
import { numberArgument } from '../toolArguments';
import description from './showResultTool.md';

/** Answers with an earlier result of the trajectory, for a conversation that leaves older ones out. */
export const showResultTool: Tool = {
	name: 'show_result',
	description,
	parameters: [{ name: 'number', type: 'integer' }],
	changes: false,
	async run(args, { results = [] }) {
		const number = numberArgument(args, 'number');
		const text = results[number - 1];
		return text === undefined
			? { ok: false, text: `There is no result ${number}: they are numbered from 1 to ${results.length}.`, places: [] }
			: { ok: true, text, places: [] };
	},
};
