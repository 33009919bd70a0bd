import type { OpenFile } from '../../../../../sandbox/pure/workbench/workbench';
import type { Tool } from '../../tool';
import { numberArgument, textArgument } from '../../toolArguments';
import { benchOf, refused, windowOf } from '../benchAnswer';
import { pathNames } from './argumentNames';
import { namedFile } from './namedFile';
import description from './viewTool.md';

/** How many lines are shown at once, and how many of them the next window shows again. */
const window = { nLines: 100, nOverlap: 2 };

/** Opens a file, and shows a window of it. */
export const viewTool: Tool = {
	name: 'view',
	aliases: ['open', 'open_file', 'goto', 'scroll_down', 'cat', 'view_file'],
	description,
	parameters: [
		{ name: 'path', type: 'string', default: '', aliases: pathNames },
		{ name: 'line', type: 'integer', default: 0, aliases: ['line_number', 'start_line', 'view_range.0', 'lines.0'] },
	],
	changes: true,
	async run(args, context) {
		const file = await namedFile(context, textArgument(args, 'path').trim());
		if ('problem' in file) {
			return refused(file.problem);
		}
		const bench = benchOf(context);
		const { path, lines } = file;
		const { open } = bench.place;
		const isContinued = textArgument(args, 'path').trim() === '' && open?.path === path;
		const asked = firstLine(numberArgument(args, 'line'), isContinued ? open : undefined);
		const last = Math.max(1, lines.length - window.nLines + 1);
		const first = Math.max(1, Math.min(asked, asked > lines.length ? last : asked));
		const { text, shown } = windowOf(path, lines, [first, first + window.nLines - 1]);
		bench.open({ path, line: first, ...(shown && { lastLine: shown.endLine }) });
		return { ok: true, text, places: shown === undefined ? [] : [{ file: path, ...shown }] };
	},
};

/** `line`: 0 is the next window, a negative number the one before. */
function firstLine(line: number, shown: OpenFile | undefined): number {
	if (line > 0 || shown === undefined) {
		return Math.max(1, line);
	}
	if (line < 0) {
		return Math.max(1, shown.line - window.nLines + window.nOverlap);
	}
	return shown.lastLine === undefined ? shown.line : Math.max(shown.line, shown.lastLine + 1 - window.nOverlap);
}
