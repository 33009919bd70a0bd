import { basename } from 'node:path';
import type { ToolResult } from '../../mcp/publicTool';
import { searchingTools } from '../../mcp/searchingTools';
import { redactedLog } from '../../outgoing/pure/gate/redactedLog';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import type { Command, CommandCall } from '../command';
import { KeptWorkspace } from '../keptWorkspace';
import { indexing, reportProblems, requireCode } from '../openCliWorkspace';
import { reportError } from '../output/reportError';
import type { AnswerLine, SearchQuestion, ToolQuestion } from './questions';

interface Answering {
	readonly signal: AbortSignal;
	readonly send: (line: AnswerLine) => void;
}

/**
 * Answers the questions of all clients about one workspace, with the functions that a process alone calls. It reads:
 * nothing that a client asks runs a program of the workspace, asks a model or another server, or writes a run.
 */
export class ServedQuestions implements Disposable {
	private readonly kept: KeptWorkspace;
	private isPrepared = false;

	/** `call`: that of the server, whose environment and options decide on the answers. */
	constructor(
		private readonly folder: string,
		private readonly searchCommand: Command,
		private readonly call: CommandCall,
	) {
		const folders = { list: [folder], roots: [{ name: basename(folder), dir: folder }] };
		this.kept = new KeptWorkspace(folders, { ...call, values: {} }, { isKept: true });
	}

	get isIndexed(): boolean {
		return this.kept.isOpen;
	}

	[Symbol.dispose](): void {
		this.kept[Symbol.dispose]();
	}

	/** Before the first question. */
	async warm(signal: AbortSignal): Promise<void> {
		using uses = new Disposals();
		await this.open(uses, signal, () => undefined);
	}

	/** As `runCli` does, on the client's screen. */
	async search({ values, positionals, screen }: SearchQuestion, { signal, send }: Answering): Promise<AnswerLine> {
		const { columns, isOutputTerminal, isErrorTerminal, env } = screen;
		const terminal = this.call.terminal.another({
			...{ verbose: false, env },
			stdout: { isTTY: isOutputTerminal, columns, write: out => send({ out }) },
			stderr: { isTTY: isErrorTerminal, write: err => send({ err }) },
		});
		using uses = new Disposals();
		const log = redactedLog(terminal.log());
		const open: CommandCall['open'] = async () => {
			const code = await this.open(uses, signal, progress => terminal.progress(indexing(progress)));
			reportProblems(code.problems, log);
			const { patientHistory: history } = code;
			return { ...code, workspace: { ...code.workspace, ...(history && { history }) } };
		};
		try {
			const call = { ...this.call, values: { ...values, workspace: this.folder }, positionals, terminal, log, signal };
			return { exitCode: await this.searchCommand.run({ ...call, open }) };
		} catch (error) {
			return { exitCode: reportError(error, terminal, signal) };
		}
	}

	async callTool({ name, args }: ToolQuestion, { signal, send }: Answering): Promise<AnswerLine> {
		const tool = searchingTools.find(each => each.name === name);
		if (tool === undefined) {
			return { refused: `There is no tool ${name} that only reads.` };
		}
		using uses = new Disposals();
		const unused = () => Promise.reject(new Error(`The tool ${name} only searches.`));
		try {
			const result: ToolResult = await tool.run(args, {
				open: async () => {
					const code = await this.open(uses, signal, each =>
						send({ progress: { ...each, message: `Indexing ${each.message}`.trim() } }),
					);
					requireCode(code, this.folder);
					return code.visible;
				},
				hidden: unused,
				runs: { start: unused, read: unused, list: unused },
				...{ log: this.call.log, signal, onProgress: progress => send({ progress }) },
			});
			return { result };
		} catch (error) {
			if (error instanceof UserError) {
				return { failed: error.message, cures: error.cures };
			}
			throw error;
		}
	}

	private async open(...how: Parameters<KeptWorkspace['open']>): ReturnType<KeptWorkspace['open']> {
		const code = await this.kept.open(...how);
		if (!this.isPrepared) {
			this.isPrepared = true;
			const { log, signal } = this.call;
			this.kept.prepareTexts(signal).catch(error => log.error('The words and trigrams were not made.', error));
		}
		return code;
	}
}
