import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ExecutionDeps } from '../../core/execution/executionDeps';
import type { PublicContext } from '../../core/publicTools/publicTool';
import type { CommandCall } from '../cli/command';
import { messageOutput } from '../cli/terminal';
import { McpFolders } from './mcpFolders';
import { McpService } from './mcpService';

/** What a server works on. */
export interface McpOptions {
	/** Absolute. */
	readonly folders: readonly string[];
	/** Absent where no program may be run. */
	readonly execution: ExecutionDeps | undefined;
	/** Opens what a run that fixes needs; absent where no patch may be written. */
	readonly openFix: PublicContext['openFix'];
}

/**
 * Serves the public tools over standard input and output until the client closes them or the signal of the call is
 * aborted. Resolves when all work has ended.
 */
export async function serveMcp({ folders, ...allowed }: McpOptions, call: CommandCall): Promise<void> {
	const service = new McpService({ folders: new McpFolders(folders), ...allowed, call });
	const transport = new StdioServerTransport(process.stdin, messageOutput());
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
	await service.end();
}
