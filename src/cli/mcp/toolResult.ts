import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/server';
import type { PublicAnswer } from '../../mcp/callPublicTool';
import type { PublicTool } from '../../mcp/publicTool';
import { descriptionOf, inputSchema } from '../../mcp/toolSchemas';
import { placeText } from '../../runs/pure/model/placeText';
import type { McpFolders } from './mcpFolders';
import { runUri } from './mcpResources';

/** A client shows the links beside the answer. */
const mostLinks = 5;

/** A public tool as the protocol lists it. */
export function listedTool(tool: PublicTool): Tool {
	const isReadOnly = tool.executes !== true;
	return {
		name: tool.name,
		title: tool.title,
		description: descriptionOf(tool),
		inputSchema: inputSchema(tool) as Tool['inputSchema'],
		annotations: {
			...{ title: tool.title, readOnlyHint: isReadOnly, openWorldHint: !isReadOnly },
			...(!isReadOnly && { destructiveHint: false }),
		},
	};
}

/**
 * Of the data for programs. It is no structured content: several clients (Claude Code, Codex, Cursor, opencode) give their
 * model that instead of the text.
 */
const dataKey = 'faultline/data';

/** An answer with links to the lines that it is about, and to its run. */
export function toolResult({ ok, text, data, places, run }: PublicAnswer, folders: McpFolders): CallToolResult {
	const links = places.slice(0, mostLinks).map((place): ContentBlock => {
		return { type: 'resource_link', uri: folders.uriOf(place), name: placeText(place) };
	});
	const runLinks: ContentBlock[] =
		run === undefined ? [] : [{ type: 'resource_link', uri: runUri(run), name: `Run ${run}`, mimeType: 'text/plain' }];
	return {
		content: [{ type: 'text', text }, ...runLinks, ...links],
		...(ok ? { _meta: { [dataKey]: data } } : { isError: true }),
	};
}
