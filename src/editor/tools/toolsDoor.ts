import * as vscode from 'vscode';
import type { PublicRunStart, PublicRuns, PublicTool } from '../../mcp/publicTool';
import { OutgoingGate } from '../../outgoing/pure/gate/outgoingGate';
import { StoredRuns } from '../../runs/node/storedRuns';
import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import { shortened } from '../../runs/pure/model/shortened';
import { Disposals } from '../../system/pure/disposing/disposals';
import { errorText } from '../../system/pure/errors/errorText';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import type { ChatSessions } from '../chats/chatSessions';
import { type NewRunDeps, newRun } from '../currentRun/newRun';
import { appendPlain, markdownText, withStatus } from '../display';
import type { CalledTools, ToolInput, ToolInvocation } from '../earlyServices';
import { engineText } from '../engineText';
import { measuredTestsText } from '../execution/executionConsent';
import { toolPrefix } from '../ids';
import type { Services } from '../services';
import { toolContext } from './toolContext';

type ToolsDoorDeps = Pick<Services, 'index' | 'runs' | 'clock' | 'log' | 'extension' | 'execution' | 'checkouts'>;

/** The public tools for the agents of VS Code: each is declared in package.json and run here. */
export class ToolsDoor implements CalledTools {
	/** Of all that models of this window are answered. */
	private readonly gate = new OutgoingGate();
	private readonly runs: WindowRuns;

	constructor(
		private readonly deps: ToolsDoorDeps,
		private readonly chats: ChatSessions,
	) {
		const { index, runs, clock, extension } = deps;
		this.runs = new WindowRuns({
			...{ runs, clock, version: String(extension.extension.packageJSON.version) },
			workspaceNames: () => (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name),
			languages: () => index.languages(),
		});
	}

	/**
	 * The text shown to the user for a call, and the question before programs run, unless the user agreed. VS Code remembers
	 * an answer if the user wants that.
	 */
	async prepare(name: string, input: ToolInput): Promise<vscode.PreparedToolInvocation> {
		const tool = await toolNamed(name);
		const invocationMessage = markdownText();
		appendPlain(invocationMessage, callTitle(tool, input));
		if (tool?.executes !== true || !this.deps.execution.isTrusted()) {
			return { invocationMessage };
		}
		const asked = await this.deps.execution.questionForTests();
		if (asked === undefined) {
			return { invocationMessage };
		}
		const message = markdownText();
		for (const text of measuredTestsText(asked)) {
			appendPlain(message, text);
			message.appendMarkdown('\n\n');
		}
		const title = vscode.l10n.t('Run the tests of this project?');
		return { invocationMessage, confirmationMessages: { title, message } };
	}

	/** Throws the reason of a cancellation. */
	async invoke(
		name: string,
		{ input, toolInvocationToken }: ToolInvocation,
		token: vscode.CancellationToken,
	): Promise<vscode.LanguageModelToolResult> {
		const tool = await toolNamed(name);
		const abort = new AbortController();
		const cancel = () => abort.abort(new vscode.CancellationError());
		const listening = token.onCancellationRequested(cancel);
		if (token.isCancellationRequested) {
			cancel();
		}
		const begun = this.chats.begin(toolInvocationToken);
		try {
			const text = await withStatus(vscode.l10n.t('Faultline: {0}', callTitle(tool, input)), show =>
				this.answer(name, input, { tool, signal: abort.signal, show, chat: toolInvocationToken }),
			);
			await untilAborted(begun, abort.signal);
			return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
		} finally {
			listening.dispose();
		}
	}

	private async answer(name: string, args: ToolInput, { tool, signal, show, chat }: Answering): Promise<string> {
		const { index, log, execution, checkouts } = this.deps;
		try {
			const { callPublicTool } = await import('../../mcp/callPublicTool');
			const canExecute = tool?.executes === true;
			using uses = new Disposals();
			const context = toolContext(
				{ index, runs: this.runs, log },
				{
					...{ signal, uses, shown: this.chats.shownTo('model', chat) },
					onProgress: ({ done, total, message }) =>
						show(total > 0 ? `${engineText(message)} ${done}/${total}` : engineText(message)),
					execution: canExecute ? await execution.forTests(each => checkouts.with(each)) : undefined,
				},
			);
			const { text } = await callPublicTool(await tools(), { name, args }, this.gate, context);
			return text;
		} catch (error) {
			signal.throwIfAborted();
			log.error(`The tool ${name} failed.`, error);
			return this.gate.clean(`Internal error: ${errorText(error)}`).text;
		}
	}
}

/** The runs of this workspace. Those that a tool starts are kept with the others, and are not the run shown. */
class WindowRuns extends StoredRuns implements PublicRuns {
	constructor(private readonly deps: NewRunDeps) {
		super(deps.runs, () => true);
	}

	async start({ issue, setup }: PublicRunStart): Promise<RunLog> {
		const { log, started } = await newRun(this.deps, issue, setup);
		await log.emit(rootNode, started);
		return log;
	}
}

interface Answering {
	readonly tool: PublicTool | undefined;
	readonly signal: AbortSignal;
	readonly show: (text: string) => void;
	/** VS Code's token of the chat that calls, if there is one. */
	readonly chat: unknown;
}

async function tools(): Promise<readonly PublicTool[]> {
	const [{ offeredTools }, { prefixedTools }] = await Promise.all([
		import('../../mcp/publicTools'),
		import('../../mcp/prefixedTools'),
	]);
	return prefixedTools(offeredTools({ canExecute: true, canFix: false }), toolPrefix);
}

async function toolNamed(name: string): Promise<PublicTool | undefined> {
	return (await tools()).find(each => each.name === name);
}

/** `Search Code: minutes between`. */
function callTitle(tool: PublicTool | undefined, input: ToolInput): string {
	const [first] = Object.values(input).filter(value => typeof value === 'string' && value.trim() !== '');
	const title = engineText(tool?.title ?? 'Faultline');
	return first === undefined ? title : `${title}: ${shortened(String(first), 80)}`;
}
