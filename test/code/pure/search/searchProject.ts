import type { SearchFocus } from '../../../../src/code/pure/search/scope/searchScopes';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import type { Tool } from '../../../../src/models/pure/tools/tool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import type { ToolAnswer } from '../../../../src/runs/pure/model/toolAnswer';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

/** A project of some texts that is asked as a model asks. */
export interface SearchProject {
	readonly workspace: MemoryWorkspace;
	/** Calls a tool with its arguments in order. */
	ask(tool: string, ...values: readonly (string | number)[]): Promise<ToolAnswer>;
}

/** Who asks: by which tools, and about what. */
export interface Asking {
	readonly tools?: readonly Tool[];
	readonly focus?: SearchFocus;
}

export async function searchProject(
	texts: Readonly<Record<string, string | Uint8Array>>,
	{ tools = searchTools, focus }: Asking = {},
): Promise<SearchProject> {
	const workspace = await memoryWorkspace(texts);
	return {
		workspace,
		ask: (tool, ...values) => callTool(tools, tool, named(tools, tool, values), { workspace, focus }),
	};
}

/** `path:startLine-endLine class method` of each place. */
export function placesOf({ places }: ToolAnswer): string[] {
	return places.map(({ file, startLine, endLine, class: owner, method }) =>
		[`${file}:${startLine}-${endLine}`, owner, method].filter(part => part !== undefined).join(' '),
	);
}

/** The numbered lines of the first code block. */
export function codeOf({ text }: ToolAnswer): string {
	return /<code>\n([\s\S]*?)\n<\/code>/.exec(text)?.[1] ?? '';
}

/** Every tag line of the answer: what is shown in full. */
export function shownIn({ text }: ToolAnswer): string[] {
	const lines = text.split('\n');
	return lines.filter((line, at) => line.startsWith('<file>') && lines[at + 1] === '<code>');
}

function named(
	tools: readonly Tool[],
	tool: string,
	values: readonly (string | number)[],
): Record<string, string | number> {
	const names = tools.find(({ name }) => name === tool)?.parameters.map(({ name }) => name) ?? [];
	return Object.fromEntries(values.map((value, at) => [names[at] ?? `argument ${at + 1}`, value]));
}
