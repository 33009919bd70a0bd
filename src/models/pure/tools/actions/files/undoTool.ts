import type { Tool } from '../../tool';
import { benchOf, refused } from '../benchAnswer';
import description from './undoTool.md';

/** Undoes the last change of a file. */
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
			: { ok: true, text: `Undid the last change to ${path}.`, places: [] };
	},
};
