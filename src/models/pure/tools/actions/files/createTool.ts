import { splitLines } from '../../../../../code/pure/texts/fileTexts';
import { counted } from '../../../../../system/pure/text/counted';
import { pathParts } from '../../../../../system/pure/text/pathParts';
import type { Tool } from '../../tool';
import { textArgument } from '../../toolArguments';
import { benchOf, refused } from '../benchAnswer';
import { newTextNames, pathNames } from './argumentNames';
import description from './createTool.md';
import { namedFile } from './namedFile';

/** Creates a file: a reproducer, which is no part of the patch, or a file of the project. */
export const createTool: Tool = {
	name: 'create',
	aliases: ['create_file', 'new_file', 'write_file'],
	description,
	parameters: [
		{ name: 'path', type: 'string', aliases: pathNames, example: 'reproduce.txt' },
		{ name: 'text', type: 'string', default: '', aliases: newTextNames },
		{ name: 'purpose', type: 'string', default: 'reproducer', aliases: ['kind'] },
	],
	changes: true,
	async run(args, context) {
		const bench = benchOf(context);
		const purpose = textArgument(args, 'purpose').trim().toLowerCase();
		const written = textArgument(args, 'path').trim();
		const path = written.startsWith('/') ? written : (pathParts(written)?.join('/') ?? written);
		if (purpose !== 'reproducer' && purpose !== 'source') {
			return refused(`purpose must be "reproducer" or "source", not "${purpose}".`);
		}
		const found = await namedFile(context, path);
		if (!('problem' in found) && found.path === path) {
			return refused(`${path} already exists: use edit, insert or append to change it.`);
		}
		const given = textArgument(args, 'text');
		const text = given === '' || given.endsWith('\n') ? given : `${given}\n`;
		await bench.write(path, text, purpose === 'reproducer' ? purpose : undefined);
		bench.open({ path, line: 1 });
		const lines = splitLines(text);
		const note =
			purpose === 'reproducer' ? 'a reproducer, which is no part of the patch' : 'which is a part of the patch';
		const places = lines.length === 0 ? [] : [{ file: path, startLine: 1, endLine: lines.length }];
		return { ok: true, text: `Created ${path} (${counted(lines.length, 'line')}), ${note}.`, places };
	},
};
