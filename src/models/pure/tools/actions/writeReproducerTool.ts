import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import { fixingOf } from './benchAnswer';
import description from './writeReproducerTool.md';

/** Runs a program on the project without any change, and keeps it as the reproducer if it fails because of the bug. */
export const writeReproducerTool: Tool = {
	name: 'write_reproducer',
	aliases: ['reproduce', 'create_reproducer'],
	description,
	parameters: [
		{ name: 'program', type: 'string', aliases: ['text', 'code', 'content', 'script'] },
		{ name: 'language', type: 'string', default: '' },
	],
	changes: true,
	run: (args, context) =>
		fixingOf(context).writeReproducer({
			text: textArgument(args, 'program'),
			language: textArgument(args, 'language').trim(),
		}),
};
