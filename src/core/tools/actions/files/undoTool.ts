import type { Tool } from '../../tool';
import { benchOf, refused } from '../benchAnswer';
import description from './undoTool.md';

/** Takes the last change of a file back. */
export const undoTool: Tool = {
	name: 'undo',
	aliases: ['undo_edit'],
	description,
	parameters: [],
	changes: true,
	async run(_args, context) {
		const path = await benchOf(context).undo();
		return path === undefined
			? refused('There is nothing to undo.')
			: { ok: true, text: `Took the last change of ${path} back.`, places: [] };
	},
};
