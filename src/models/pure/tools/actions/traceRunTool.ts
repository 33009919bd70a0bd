import type { Tool } from '../tool';
import { textArgument } from '../toolArguments';
import { fixingOf } from './benchAnswer';
import description from './traceRunTool.md';

/** Records what the failing program does. */
export const traceRunTool: Tool = {
	name: 'trace_run',
	aliases: ['trace', 'trace_program'],
	description,
	parameters: [{ name: 'function', type: 'string', default: '', aliases: ['name', 'symbol', 'method'] }],
	changes: true,
	run: (args, context) => fixingOf(context).traceRun(textArgument(args, 'function').trim()),
};
