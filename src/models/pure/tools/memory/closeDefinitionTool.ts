import { counted } from '../../../../system/pure/text/counted';
import type { RememberedCode, Tool } from '../tool';
import { numberArgument, textArgument } from '../toolArguments';
import description from './closeDefinitionTool.md';
import { numberText, resultNumbers } from './resultNumbers';

/** How many names are listed if nothing matches. */
const mostListed = 20;

/** Removes code from the text a model is shown in each round (Code Researcher's `close_definition`). */
export const closeDefinitionTool: Tool = {
	name: 'close_definition',
	aliases: ['close', 'forget', 'close_definitions'],
	description,
	parameters: [
		{ name: 'symbol', type: 'string', default: '', aliases: ['name', 'sym', 'definition', 'symbol_name'] },
		{ name: 'file', type: 'string', default: '', aliases: ['file_name', 'path'] },
		{ name: 'line', type: 'integer', default: 0, aliases: ['start_line', 'startLine'] },
		{ name: 'result', type: 'string', default: '', aliases: ['number', 'entry', 'id', 'results', 'piece'] },
	],
	changes: true,
	isOfMemory: true,
	async run(args, { memory }) {
		const [name, file] = [textArgument(args, 'symbol').trim(), textArgument(args, 'file').trim()];
		const [line, results] = [numberArgument(args, 'line'), resultNumbers(textArgument(args, 'result'))];
		if (name === '' && file === '' && line < 1 && results.length === 0) {
			return { ok: false, text: 'Name what to close: a symbol, or the number of a result.', places: [] };
		}
		const asked = await memory?.close({ name, file, line, results });
		const numbers = results.map(numberText).join(', ');
		const written = numbers || name || file;
		if (asked?.isDone === true) {
			const what = numbers !== '' ? written : asked.closed.map(codeText).join(', ');
			return { ok: true, text: `Closed ${what}.`, places: [] };
		}
		if (asked?.wasClosed === true) {
			return { ok: true, text: `${written} is closed already.`, places: [] };
		}
		const open = memory?.openCode() ?? [];
		const others = open.length > mostListed ? ` and ${open.length - mostListed} more` : '';
		const listed = `Open: ${open.slice(0, mostListed).map(codeText).join(', ')}${others}.`;
		const what = numbers !== '' ? `is ${numbers}` : `is named ${name}${file === '' ? '' : ` in ${file}`}`;
		const text = `Nothing open ${what}.`;
		return { ok: false, text: `${text} ${open.length === 0 ? 'No code is open.' : listed}`, places: [] };
	},
};

function codeText({ name, place: { file, startLine, endLine }, tokens }: RememberedCode): string {
	const size = counted(tokens, 'token');
	return name === ''
		? `lines ${startLine}-${endLine} of ${file} (${size})`
		: `${name} (${file}:${startLine}-${endLine}, ${size})`;
}
