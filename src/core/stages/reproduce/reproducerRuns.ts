import type { ExecutedFunction } from '../../execution/executedFunctions';
import type { ExecutionDeps } from '../../execution/executionDeps';
import { keptExecution, type PatchedCopy } from '../../execution/patchedCopy';
import type { ReproducerData } from '../../index/reproducerData';
import type { Patch } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { ReproducerRan } from '../../model/run/runEvent';
import type { RunLog } from '../../runLog';
import { UserError } from '../../util/userError';
import type { Workspace } from '../../workspace';
import { coverReproducer, type ReproducerLines } from './coverReproducer';
import { MissingModuleError } from './missingModule';
import { type ReproducerRunContext, runReproducer } from './runReproducer';
import { type TracedRun, traceReproducer } from './traceReproducer';

export interface ReproducerRunsDeps {
	readonly execution: ExecutionDeps;
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/** Functions of a trace that are recorded. */
const mostExecuted = 2000;

/**
 * Runs reproducers of one run in its scratch copy, with a patch or without, and records the results. Executions that
 * are in the log are not repeated.
 */
export class ReproducerRuns {
	constructor(
		private readonly log: RunLog,
		private readonly workspace: Workspace,
		private readonly deps: ReproducerRunsDeps,
	) {}

	/**
	 * Throws `MissingModuleError` where something is not installed, which is not recorded, so that a resumed run tries
	 * again; `UserError` where no copy can be made, and the signal's reason.
	 */
	async run(node: string, reproducer: Reproducer, patch?: Patch): Promise<ReproducerRun> {
		const { language, text } = reproducer;
		const input = { language, text, patch: patch?.diff };
		const { ran } = await this.log.step(
			node,
			'run the reproducer',
			input,
			async (): Promise<ReproducerRan> => ({ type: 'reproducerRan', ran: await this.runNow(reproducer, patch) }),
		);
		return ran;
	}

	/**
	 * The functions that a reproducer executes before it fails, in a further run without a patch: tracing can change no
	 * verdict. A trace that fails is a note in the log. Throws the signal's reason.
	 */
	async trace(node: string, reproducer: Reproducer): Promise<readonly ExecutedFunction[] | undefined> {
		const { language, text } = reproducer;
		const { executed, problem }: TracedRun = await this.log.value(
			node,
			'trace the reproducer',
			{ language, text },
			() => this.traceNow(reproducer),
		);
		if (problem !== undefined) {
			await this.log.once(node, {
				type: 'noted',
				text: `Which functions the reproducer executed is not known: ${problem}`,
			});
		}
		return executed;
	}

	/**
	 * The lines that a reproducer executes before it fails, or why they are not known. Not recorded. Throws `UserError` where
	 * no copy can be made or something is not installed, and the signal's reason.
	 */
	async cover(reproducer: Reproducer): Promise<ReproducerLines> {
		const { parser, index } = this.workspace;
		const coverage = parser.languages.find(({ id }) => id === reproducer.language)?.tests?.coverage;
		if (coverage === undefined) {
			return { problem: 'Which lines a reproducer in this language executes cannot be measured.' };
		}
		return coverReproducer(await this.contextOf(reproducer, undefined), reproducer.text, { coverage, index });
	}

	private async traceNow(reproducer: Reproducer): Promise<TracedRun> {
		try {
			const traced = await traceReproducer(await this.contextOf(reproducer, undefined), reproducer.text);
			return traced.executed === undefined ? traced : { executed: this.ofProject(traced.executed) };
		} catch (error) {
			if (!(error instanceof UserError)) {
				throw error;
			}
			this.deps.signal.throwIfAborted();
			return { problem: error.message };
		}
	}

	/**
	 * What is kept of a trace: functions of the project, without tests and what ran only while modules were imported. The
	 * program could have written any amount of it.
	 */
	private ofProject(executed: readonly ExecutedFunction[]): readonly ExecutedFunction[] {
		const isOfProject = ({ file, isImport }: ExecutedFunction) =>
			!isImport && this.workspace.index.file(file)?.isTest === false;
		return executed.filter(isOfProject).slice(0, mostExecuted);
	}

	private async runNow(reproducer: Reproducer, patch: Patch | undefined): Promise<ReproducerRun> {
		const context = await this.contextOf(reproducer, patch);
		const { verdict, why, execution, program, missing } = await runReproducer(context, reproducer.text);
		// With a patch it is the patch that needs it, and is wrong.
		if (missing?.isOwn === false && patch === undefined) {
			throw new MissingModuleError(program, missing);
		}
		return {
			reproducer: reproducer.id,
			...(patch !== undefined && { patch: patch.id }),
			...{ verdict, why },
			...(missing !== undefined && { missing: missing.name }),
			execution: keptExecution(execution, context.checkout),
		};
	}

	private async contextOf(reproducer: Reproducer, patch: Patch | undefined): Promise<ReproducerRunContext> {
		const { execution: deps, copy, signal } = this.deps;
		const { runner, timeoutMs, onOutput, interpreters } = deps;
		const checkout = await copy.with(patch);
		return {
			...{ runner, checkout, signal, language: this.languageOf(reproducer) },
			issueErrors: this.log.run.brief?.tracebacks.flatMap(({ error }) => error ?? []) ?? [],
			...(interpreters !== undefined && { interpreters }),
			...(timeoutMs !== undefined && { timeoutMs }),
			...(onOutput !== undefined && { onOutput }),
		};
	}

	private languageOf({ language }: Reproducer): ReproducerData {
		const data = this.workspace.parser.languages.find(({ id }) => id === language)?.reproducer;
		if (data === undefined) {
			throw new Error(`there is no way to run a reproducer in ${language}`);
		}
		return data;
	}
}
