import type { PublicContext, PublicTool, ToolResult } from '../../mcp/publicTool';
import { searchingTools } from '../../mcp/searchingTools';
import type { ToolArgs } from '../../models/pure/tools/tool';
import { UserError } from '../../system/pure/errors/userError';
import { type CommandCall, textOption } from '../command';
import type { KeptFolders } from '../keptWorkspace';
import { askServer } from './askServer';
import { isAlone, type ServedCode, servePlace } from './servePlace';
import { startServer } from './startServer';

/** A server that does not start, or was ended, is started again after this time at the earliest. */
const againMs = 30_000;

/** Has the server of a workspace answer the tools that only search and read, while it can; it starts one. */
export class ServedTools {
	private started: { readonly folder: string; readonly at: number; readonly ready: Promise<unknown> } | undefined;

	constructor(
		private readonly folders: KeptFolders,
		private readonly call: CommandCall,
	) {}

	/** The tool, answered by the server where that is possible. */
	served(tool: PublicTool): PublicTool {
		const run: PublicTool['run'] = async (args, context) =>
			(await this.ask(tool.name, args, context)) ?? tool.run(args, context);
		return searchingTools.includes(tool) ? { ...tool, run } : tool;
	}

	private async ask(
		name: string,
		args: ToolArgs,
		{ signal, onProgress }: PublicContext,
	): Promise<ToolResult | undefined> {
		const code = this.code();
		if (code === undefined) {
			return undefined;
		}
		if ((await this.ready(code)) === undefined) {
			return undefined;
		}
		const question = { kind: 'tool', name, args } as const;
		const answer = await askServer(servePlace(code), question, {
			signal,
			onLine: line => 'progress' in line && onProgress(line.progress),
		});
		if (answer !== undefined && 'failed' in answer) {
			throw new UserError(answer.failed, answer.cures && { cures: answer.cures });
		}
		return answer !== undefined && 'result' in answer ? answer.result : undefined;
	}

	/** Undefined if the answers may depend on more than a server knows. */
	private code(): ServedCode | undefined {
		const { values, storage, packageRoot, env } = this.call;
		const [folder, ...others] = this.folders.list;
		const hasOwn = ['zoekt', 'memory-limit'].some(name => textOption(values, name) !== undefined);
		return folder === undefined || others.length > 0 || hasOwn || isAlone(env)
			? undefined
			: { folder, storage, packageRoot, env };
	}

	/** A server that cannot be started costs time only. */
	private ready(code: ServedCode): Promise<unknown> {
		const { started } = this;
		if (started?.folder !== code.folder || performance.now() - started.at > againMs) {
			const { log, signal } = this.call;
			const ready = startServer(code, { signal }).catch(error => log.info(`No server was started: ${error}`));
			this.started = { folder: code.folder, at: performance.now(), ready };
			return ready;
		}
		return started.ready;
	}
}
