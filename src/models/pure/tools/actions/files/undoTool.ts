import { parseDiff } from '../../../../../runs/pure/diff/parseDiff';
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
		const bench = benchOf(context);
		const path = await bench.undo();
		if (path === undefined) {
			return refused('There is nothing to undo.');
		}
		const changed = parseDiff(await bench.diff()).map(({ newPath, oldPath }) => newPath ?? oldPath ?? '');
		const left = changed.length === 0 ? 'Nothing else is changed.' : `Still changed: ${changed.join(', ')}.`;
		return { ok: true, text: `Undid the last change to ${path}. ${left}`, places: [] };
	},
};
