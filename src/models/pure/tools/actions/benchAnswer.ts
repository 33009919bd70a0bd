import { excerpt } from '../../../../code/pure/index/excerpt';
import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import type { ActionOutput, Workbench } from '../../../../sandbox/pure/workbench/workbench';
import type { FixActions, ToolContext } from '../tool';

/** The workbench of a context. Only strategies that give one offer these tools. */
export function benchOf({ workbench }: ToolContext): Workbench {
	if (workbench === undefined) {
		throw new Error('this tool needs a workbench');
	}
	return workbench;
}

/** The steps of a fix that the agent of a context can have done. Only an agent that fixes is offered these tools. */
export function fixingOf({ fixing }: ToolContext): FixActions {
	if (fixing === undefined) {
		throw new Error('this tool needs a fix');
	}
	return fixing;
}

export function refused(text: string): ToolAnswer {
	return { ok: false, text, places: [] };
}

/** The output of a program, and its end in a last line. */
export function outputAnswer({ text, end, ok }: ActionOutput): ToolAnswer {
	return { ok, text: [text, `[${end}]`].filter(each => each !== '').join('\n'), places: [] };
}

/** How much of a window is shown. */
const windowCharacters = 20_000;

/** Lines of a file with their numbers, for a model. `shown`: those that fit; undefined for an empty file. */
export function windowOf(
	path: string,
	lines: readonly string[],
	[startLine, endLine]: readonly [number, number],
): { readonly text: string; readonly shown?: LineRange } {
	const range = { startLine: Math.max(1, startLine), endLine: Math.min(endLine, lines.length) };
	if (range.endLine < range.startLine) {
		return { text: `${path} is empty.` };
	}
	const limit = { nLines: range.endLine - range.startLine + 1, nCharacters: windowCharacters };
	const { text, shown } = excerpt(lines, [range], limit);
	const last = shown.at(-1)?.endLine ?? range.endLine;
	return {
		text: `${path}, lines ${range.startLine} to ${last} of ${lines.length}:\n<code>\n${text}\n</code>`,
		shown: { startLine: range.startLine, endLine: last },
	};
}
