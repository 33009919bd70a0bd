import type { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { PublicContext } from '../../mcp/publicTool';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import type { CommandCall } from '../command';
import { McpFolders } from './mcpFolders';
import { McpService } from './mcpService';
import { WholeLines } from './wholeLines';

/** The folders and services a server works with. */
export interface McpOptions {
	/** Absolute. */
	readonly folders: readonly string[];
	/** Absent if no program may be run. */
	readonly execution: ExecutionDeps | undefined;
	/** Opens the services for a run that fixes; absent if no patch may be written. */
	readonly openFix: PublicContext['openFix'];
}

/**
 * Serves the public tools over standard input and output until the client closes them or the signal of the call is
 * aborted. Resolves when all work has ended.
 */
export async function serveMcp({ folders, ...allowed }: McpOptions, call: CommandCall): Promise<void> {
	const service = new McpService({ folders: new McpFolders(folders), ...allowed, call });
	const lines = process.stdin.pipe(new WholeLines());
	process.stdin.once('error', error => lines.destroy(error));
	const transport = new StdioServerTransport(lines, oneLineEach(call.terminal.messages));
	const server = serveStdio(({ era }) => service.newServer(era), {
		transport,
		onerror: error => call.log.info(`A message could not be handled: ${error.message}`),
	});
	const { onclose } = transport;
	const closed = new Promise<void>(resolve => {
		transport.onclose = () => {
			onclose?.();
			resolve();
		};
	});
	const close = () => void server.close();
	call.signal.addEventListener('abort', close, { once: true });
	if (call.signal.aborted) {
		close();
	}
	await closed;
	// Nothing keeps the process that could still come.
	process.stdin.unpipe(lines).pause();
	await service.end();
}

/**
 * A message is one line. Some clients also end lines at characters that JSON may contain, as Python and Node do: text of
 * a repository could then begin a message of its own. So they are escaped, which means the same.
 */
function oneLineEach(output: Writable): Writable {
	const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const write = (message: string) => output.write(message.replaceAll(/[\u0085\u2028\u2029]/g, escaped));
	return new Proxy(output, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			return name === 'write' ? write : typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
