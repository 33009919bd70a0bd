import {
	acceptedContent,
	type CallToolRequest,
	type CallToolResult,
	CLIENT_CAPABILITIES_META_KEY,
	type ClientCapabilities,
	type InputRequiredResult,
	inputRequired,
	Server,
	type ServerContext,
} from '@modelcontextprotocol/server';
import { callPublicTool } from '../../mcp/callPublicTool';
import type { PublicContext, PublicTool } from '../../mcp/publicTool';
import { offeredTools, toolsBesideShell } from '../../mcp/publicTools';
import { ShownCode } from '../../mcp/shownCode';
import { OutgoingGate } from '../../outgoing/pure/gate/outgoingGate';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { Disposals } from '../../system/pure/disposing/disposals';
import { errorText } from '../../system/pure/errors/errorText';
import type { CommandCall } from '../command';
import { KeptWorkspace } from '../keptWorkspace';
import { requireCode } from '../openCliWorkspace';
import { ServedTools } from '../serve/servedTools';
import instructions from './instructions.md';
import type { McpFolders } from './mcpFolders';
import { McpProgress } from './mcpProgress';
import { listedRuns, readRun, runTemplate } from './mcpResources';
import { McpRuns } from './mcpRuns';
import { listedTool, toolResult } from './toolResult';

interface McpServiceDeps {
	readonly folders: McpFolders;
	readonly execution: ExecutionDeps | undefined;
	/** Opens the services for a run that fixes; absent if no patch may be written. */
	readonly openFix: PublicContext['openFix'];
	readonly call: CommandCall;
}

/** How long a client may take to list its roots. */
const rootsTimeoutMs = 5000;

/** The service of one process, for every version of the protocol its client speaks. */
export class McpService {
	private readonly tools: readonly PublicTool[];
	/** Those that are listed; the others may be called as well. */
	private readonly listed: readonly PublicTool[];
	/** Of all that this client is answered. */
	private readonly gate = new OutgoingGate();
	private readonly workspace: KeptWorkspace;
	private readonly runs: McpRuns;
	private readonly shown = new ShownCode();
	private readonly working = new Set<Promise<unknown>>();
	/** Settles when the client's roots are known, if any. */
	private rootsKnown: Promise<void> = Promise.resolve();

	constructor(private readonly deps: McpServiceDeps) {
		const { folders, execution, openFix, call } = deps;
		const served = new ServedTools(folders, call);
		const offered = offeredTools({ canExecute: execution !== undefined, canFix: openFix !== undefined });
		this.tools = offered.map(tool => served.served(tool));
		this.listed = call.values['few-tools'] === true ? toolsBesideShell(this.tools) : this.tools;
		this.workspace = new KeptWorkspace(folders, call, { isForRun: true });
		this.runs = new McpRuns(folders, call);
	}

	/** A server for one connection: with the handshake of 2025 (`legacy`), or with its successor. */
	newServer(era: 'legacy' | 'modern'): Server {
		const { version } = this.deps.call;
		const server = new Server(
			{ name: 'faultline', title: 'Faultline', version },
			{ capabilities: { tools: {}, resources: {} }, instructions: instructions.trim() },
		);
		server.setRequestHandler('tools/list', () => ({ tools: this.listed.map(listedTool) }));
		server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
			this.work(uses => this.callTool(params, mcpReq, { client: clientOf(server, mcpReq), uses })),
		);
		server.setRequestHandler('resources/list', async (_request, { mcpReq }) => ({
			resources: await this.work(uses => listedRuns(this.context(mcpReq, uses), this.gate)),
		}));
		server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [runTemplate] }));
		server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
			this.work(uses => readRun(params.uri, this.context(mcpReq, uses), this.gate)),
		);
		if (era === 'legacy') {
			this.followRoots(server);
		}
		return server;
	}

	/** Resolves when nothing is being worked on any more. */
	async end(): Promise<void> {
		await Promise.allSettled(this.working);
		this.workspace[Symbol.dispose]();
	}

	/** `uses` of the code end with it. */
	private async work<T>(work: (uses: Disposals) => Promise<T>): Promise<T> {
		using uses = new Disposals();
		const result = this.rootsKnown.then(() => work(uses));
		this.working.add(result);
		try {
			return await result;
		} finally {
			this.working.delete(result);
		}
	}

	private async callTool(
		{ name, arguments: args = {} }: CallToolRequest['params'],
		request: Request,
		{ client, uses }: { readonly client: ClientAbilities; readonly uses: Disposals },
	): Promise<CallToolResult | InputRequiredResult> {
		const question = this.tools.find(tool => tool.name === name)?.question;
		const parameter = question?.parameter ?? '';
		const answered = acceptedContent(request.inputResponses, parameter);
		const given = { ...args, ...answered };
		const isAsked = request.inputResponses !== undefined;
		if (question !== undefined && Object.keys(given).length === 0 && client.canAsk && !isAsked) {
			const properties = { [parameter]: { type: 'string' as const, title: question.text } };
			const requestedSchema = { type: 'object' as const, properties, required: [parameter] };
			return inputRequired({
				inputRequests: { [parameter]: inputRequired.elicit({ message: question.text, requestedSchema }) },
			});
		}
		const call = { name, args: given, listed: this.listed };
		try {
			const answer = await callPublicTool(this.tools, call, this.gate, this.context(request, uses));
			return toolResult(answer, this.deps.folders);
		} catch (error) {
			request.signal.throwIfAborted();
			this.deps.call.log.error(`The tool ${name} failed.`, error);
			const { text } = this.gate.clean(`Internal error: ${errorText(error)}`);
			return { content: [{ type: 'text', text }], isError: true };
		}
	}

	private context(request: Request, uses: Disposals): PublicContext {
		const { execution, openFix, call } = this.deps;
		const { signal } = request;
		const progress = new McpProgress(request, text => this.gate.clean(text).text);
		const onProgress: PublicContext['onProgress'] = each => progress.report(each);
		return {
			open: async () => {
				const code = await this.workspace.open(uses, signal, each =>
					onProgress({ ...each, message: `Indexing ${each.message}`.trim() }),
				);
				requireCode(code, this.deps.folders.list.join(', '));
				return code.visible();
			},
			hidden: () => this.workspace.hidden(),
			...{ runs: this.runs, shown: this.shown, execution, openFix, log: call.log, signal, onProgress },
		};
	}

	/** Clients of 2025 state which folders they work on, and when these change. */
	private followRoots(server: Server): void {
		const ask = () => {
			if (server.getClientCapabilities()?.roots !== undefined) {
				this.rootsKnown = this.takeRoots(server);
			}
		};
		server.oninitialized = ask;
		server.setNotificationHandler('notifications/roots/list_changed', ask);
	}

	private async takeRoots(server: Server): Promise<void> {
		try {
			const { roots } = await server.listRoots(undefined, { timeout: rootsTimeoutMs });
			this.deps.folders.useRoots(roots.map(({ uri }) => uri));
		} catch (error) {
			this.deps.call.log.warn(`The client does not list its roots: ${errorText(error)}`);
		}
	}
}

type Request = ServerContext['mcpReq'];

interface ClientAbilities {
	/** It shows forms to the user. */
	readonly canAsk: boolean;
}

/** With every request, or from the handshake of 2025. */
function clientOf(server: Server, { envelope }: Request): ClientAbilities {
	const own = envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
	const { elicitation } = own?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
	return { canAsk: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined) };
}
