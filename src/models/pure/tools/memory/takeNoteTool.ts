import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import takeNoteDescription from './takeNoteTool.md';

/** Adds to the model's own notes, which it is shown in each round (Code Researcher's scratchpad). */
export const takeNoteTool: Tool = {
	name: 'take_note',
	aliases: ['note', 'scratchpad', 'add_note', 'write_note', 'remember'],
	description: takeNoteDescription,
	parameters: [{ name: 'text', type: 'string', aliases: ['note', 'notes', 'content'] }],
	changes: true,
	isOfMemory: true,
	async run(args, { memory }) {
		const text = textArgument(args, 'text').trim();
		if (text === '') {
			return { ok: false, text: 'The note is empty.', places: [] };
		}
		await memory?.note(text);
		return { ok: true, text: 'Noted.', places: [] };
	},
};
