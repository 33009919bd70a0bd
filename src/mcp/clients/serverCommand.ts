/** A program that serves the tools over standard input and output. */
export interface ServerCommand {
	readonly command: string;
	readonly args: readonly string[];
}

/**
 * Our own command line as an MCP server for these folders, for an agent with a shell. `node` runs `program`: the command line, or
 * its launcher.
 */
export function serverCommand(node: string, program: string, folders: readonly string[]): ServerCommand {
	const workspaces = folders.flatMap(folder => ['--workspace', folder]);
	return { command: node, args: [program, 'mcp', '--few-tools', ...workspaces] };
}
