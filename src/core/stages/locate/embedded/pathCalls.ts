import type { IssueBrief } from '../../../model/brief';
import type { CodeModel } from '../../../rank/codeModel';
import { resolvePath } from '../../../rank/resolvePath';
import type { CallMeaning, PlannedCall } from './plannedCall';

const windowLines = 5;

/** One call for each file of the workspace that an issue names, by its path or as a module. */
export function pathCalls(brief: IssueBrief, model: CodeModel): PlannedCall[] {
	const said = brief.paths.flatMap(({ path, line }) =>
		resolvePath(model.files, path).map(file => ({ file, line, weight: path.includes('/') ? 1 : 0.8 })),
	);
	const modules = brief.names.flatMap(({ text, inTitle, inProse }) =>
		moduleFiles(model, text).map(file => ({ file, line: undefined, weight: inTitle ? 0.9 : inProse ? 0.7 : 0.5 })),
	);
	return [...said, ...modules]
		.sort((a, b) => b.weight - a.weight)
		.map(({ file, line, weight }) => ({
			tool: 'get_code_around_line',
			args: { file_name: file, line_number: line ?? 1, window_size: windowLines },
			says: meaning(file, line, weight),
		}));
}

function meaning(file: string, line: number | undefined, weight: number): CallMeaning {
	const place = line === undefined ? file : `${file}:${line}`;
	return { kind: 'path', weight, text: `The issue names ${place}.` };
}

/** The files of the longest part of a dotted name that is a module. */
function moduleFiles(model: CodeModel, name: string): readonly string[] {
	const parts = name.split('.');
	for (let end = parts.length; end > 1; end--) {
		const files = model.filesOfModule(parts.slice(0, end).join('/'));
		if (files.length > 0) {
			return files.length > 2 ? [] : files;
		}
	}
	return [];
}
