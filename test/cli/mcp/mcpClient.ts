import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandLineFile } from '../../support/product/commandLineFile';

export const legacy = 'legacy';
export const modern = { pin: '2026-07-28' };

export interface McpClient {
	readonly client: Client;
	readonly transport: StdioClientTransport;
	/** What of the server's output was no message of the protocol. */
	readonly errors: Error[];
}

interface Started {
	/** After `mcp`. */
	readonly args: readonly string[];
	readonly mode: typeof legacy | typeof modern;
	readonly options?: ClientOptions;
	/** Another command line than that of the build, with all of its arguments. */
	readonly server?: { readonly command: string; readonly args: string[] };
	/** By a background server, which it starts. */
	readonly isServed?: boolean;
	/** Before it is connected. */
	readonly prepare?: (client: Client) => void;
}

export function serverCommand(args: readonly string[]): { readonly command: string; readonly args: string[] } {
	return { command: process.execPath, args: [commandLineFile, 'mcp', ...args] };
}

/** Starts the built `faultline mcp` as the official client does. */
export async function startMcp({
	args,
	mode,
	options,
	prepare,
	isServed = false,
	server = serverCommand(args),
}: Started): Promise<McpClient> {
	const client = new Client({ name: 'test', version: '1' }, { ...options, versionNegotiation: { mode } });
	prepare?.(client);
	const env = { ...getDefaultEnvironment(), FAULTLINE_ALONE: isServed ? '' : '1' };
	const transport = new StdioClientTransport({ ...server, env, stderr: 'ignore' });
	const errors: Error[] = [];
	client.onerror = error => errors.push(error);
	await client.connect(transport);
	return { client, transport, errors };
}

export function textOf({ content }: { readonly content: readonly { readonly type: string }[] }): string {
	return content.map(block => ('text' in block ? String(block.text) : '')).join('');
}
