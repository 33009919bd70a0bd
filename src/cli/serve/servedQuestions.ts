import { basename } from 'node:path';
import type { PublicContext } from '../../mcp/publicTool';
import { searchingTools } from '../../mcp/searchingTools';
import { redactedLog } from '../../outgoing/pure/gate/redactedLog';
import type { RootFolder } from '../../system/node/files/rootFolder';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import type { Progress } from '../../system/pure/progress';
import { counted, grouped } from '../../system/pure/text/counted';
import { fillTemplate } from '../../system/pure/text/fillTemplate';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import type { Command, CommandCall } from '../command';
import { type KeptCode, KeptWorkspace } from '../keptWorkspace';
import { indexing, reportProblems, requireCode } from '../openCliWorkspace';
import { openIndexed } from '../openIndexed';
import { reportError } from '../output/reportError';
import indexingNote from './indexingNote.md';
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
	private readonly roots: readonly RootFolder[];
	private readonly kept: KeptWorkspace;
	private isPrepared = false;

	/** `call`: that of the server, whose environment and options decide on the answers. */
	constructor(
		private readonly folder: string,
		private readonly searchCommand: Command,
		private readonly call: CommandCall,
		/** How long a tool waits for the index. */
		private readonly patienceMs = 1_000,
	) {
		this.roots = [{ name: basename(folder), dir: folder }];
		this.kept = new KeptWorkspace({ list: [folder], roots: this.roots }, { ...call, values: {} }, { isKept: true });
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

	/**
	 * While the workspace is being indexed, the answer comes from what there is, after a second, and states what is missing.
	 */
	async callTool({ name, args }: ToolQuestion, { signal, send }: Answering): Promise<AnswerLine> {
		const tool = searchingTools.find(each => each.name === name);
		if (tool === undefined) {
			return { refused: `There is no tool ${name} that only reads.` };
		}
		using uses = new Disposals();
		let missing = '';
		const open = async () => {
			const opening = this.open(uses, signal, each =>
				send({ progress: { ...each, message: `Indexing ${each.message}`.trim() } }),
			);
			const code = await withinMs(opening, this.patienceMs);
			if (code !== undefined) {
				requireCode(code, this.folder);
				return code.visible();
			}
			const { visible, nFiles, nIndexed } = await openIndexed(this.roots, { ...this.call, signal }, uses);
			missing =
				nIndexed === nFiles
					? ''
					: `${fillTemplate(indexingNote.trim(), { indexed: grouped(nIndexed), files: counted(nFiles, 'file') })}\n\n`;
			return visible;
		};
		try {
			const onProgress = (progress: Progress) => send({ progress });
			const context = { ...onlyReads(name), open, log: this.call.log, signal, onProgress };
			const result = await tool.run(args, context);
			return { result: { ...result, text: missing + result.text } };
		} catch (error) {
			if (error instanceof UserError) {
				return { failed: missing + error.message, cures: error.cures };
			}
			throw error;
		}
	}

	/** What is opened for one client is there for the others, even if the first does not wait for it. */
	private async open(
		uses: Disposals,
		signal: AbortSignal,
		onProgress: (progress: Progress) => void,
	): Promise<KeptCode> {
		const code = await untilAborted(this.kept.open(uses, this.call.signal, onProgress), signal);
		if (!this.isPrepared) {
			this.isPrepared = true;
			const { log, signal } = this.call;
			this.kept.prepareTexts(signal).catch(error => log.error('The words and trigrams were not made.', error));
		}
		return code;
	}
}

/** Undefined if it takes longer; it continues then. */
async function withinMs<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const tooLong = new Promise<undefined>(resolve => {
		timer = setTimeout(() => resolve(undefined), ms);
	});
	work.catch(() => undefined);
	return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

function onlyReads(name: string): Pick<PublicContext, 'hidden' | 'runs'> {
	const unused = () => Promise.reject(new Error(`The tool ${name} only searches.`));
	return { hidden: unused, runs: { start: unused, read: unused, list: unused } };
}
