import type { Tool } from '../../tool';
import { numberArgument, textArgument } from '../../toolArguments';
import { benchOf, refused, windowText } from '../benchAnswer';
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
		{ name: 'path', type: 'string', default: '', aliases: ['file', 'file_name', 'file_path'] },
		{ name: 'line', type: 'integer', default: 0, aliases: ['line_number', 'start_line', 'view_range.0'] },
	],
	changes: true,
	async run(args, context) {
		const file = await namedFile(context, textArgument(args, 'path').trim());
		if ('problem' in file) {
			return refused(file.problem);
		}
		const bench = benchOf(context);
		const { path, lines } = file;
		const shown = bench.place.open?.path === path ? bench.place.open.line : undefined;
		const isContinued = textArgument(args, 'path').trim() === '';
		const asked = firstLine(numberArgument(args, 'line'), isContinued ? shown : undefined);
		const last = Math.max(1, lines.length - window.nLines + 1);
		const first = Math.max(1, Math.min(asked, asked > lines.length ? last : asked));
		const end = Math.min(first + window.nLines - 1, lines.length);
		bench.open({ path, line: first });
		const places = lines.length === 0 ? [] : [{ file: path, startLine: first, endLine: end }];
		return { ok: true, text: windowText(path, lines, [first, end]), places };
	},
};

/** `line`: 0 is the next window, a negative number the one before. */
function firstLine(line: number, shown: number | undefined): number {
	if (line > 0 || shown === undefined) {
		return Math.max(1, line);
	}
	const step = window.nLines - window.nOverlap;
	return Math.max(1, line < 0 ? shown - step : shown + step);
}
