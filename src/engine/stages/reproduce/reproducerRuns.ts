import type { ReproducerData } from '../../../code/pure/languages/reproducerData';
import type { Workspace } from '../../../history/pure/workspace';
import type { ReproducerRan } from '../../../runs/pure/events/executionEvents';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { ProgramVersion } from '../../../runs/pure/model/executedTree';
import type { Patch } from '../../../runs/pure/model/patch';
import type { Reproducer, ReproducerRun } from '../../../runs/pure/model/reproducer';
import type { ExecutedFunction } from '../../../sandbox/pure/execution/executedFunctions';
import type { ExecutionDeps } from '../../../sandbox/pure/execution/executionDeps';
import { keptExecution, type PatchedCopy } from '../../../sandbox/pure/execution/patchedCopy';
import { UserError } from '../../../system/pure/errors/userError';
import { readLineTexts, traceReport } from '../../../testing/pure/callTrace/traceReport';
import { isTestIn, type TraceOptions } from '../../../testing/pure/callTrace/traceTests';
import { recordTree } from '../../recordTree';
import { MissingModuleError } from './missingModule';
import { programVersions } from './programVersions';
import { type RecordedReproducer, recordReproducer } from './recordReproducer';
import { type RanReproducer, type ReproducerRunContext, runReproducer } from './runReproducer';
import { traceReproducer } from './traceReproducer';

export interface ReproducerRunsDeps {
	readonly execution: ExecutionDeps;
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/** The functions that a reproducer executes, as the log keeps them. */
interface TracedRun {
	/** Absent if nothing is known. */
	readonly executed?: readonly ExecutedFunction[];
	/** Why nothing is known, in a sentence for users; absent if its language has no such recorder. */
	readonly problem?: string;
}

/** Functions of a trace that are kept. */
export const mostExecuted = 2000;

/**
 * Runs reproducers of one run in its scratch copy, with a patch or without, and records the results. Executions that
 * are in the log are not repeated.
 */
export class ReproducerRuns {
	/** By reproducer. */
	private readonly recorded = new Map<string, Promise<RecordedReproducer>>();
	/** By the programs of commands. */
	private readonly programs = new Map<string, Promise<readonly ProgramVersion[]>>();

	constructor(
		private readonly log: RunLog,
		private readonly workspace: Workspace,
		private readonly deps: ReproducerRunsDeps,
	) {}

	/**
	 * Throws `MissingModuleError` if something is not installed, which is not recorded, so that a resumed run tries again;
	 * `UserError` if no copy can be made, and the signal's reason.
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
	 * The functions that a reproducer executes before it fails, if that can be recorded. A recording that fails is a note
	 * in the log. Throws the signal's reason.
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
	 * Records the code a reproducer executes before it fails, or why it is not known, in one further run without a patch.
	 * The result is not in the log. Throws `UserError` if no copy can be made or something is not installed, and the
	 * signal's reason.
	 */
	record(reproducer: Reproducer): Promise<RecordedReproducer> {
		const key = `${reproducer.language}\n${reproducer.text}`;
		const known = this.recorded.get(key);
		if (known !== undefined) {
			return known;
		}
		const recorded = this.contextOf(reproducer, undefined).then(context =>
			recordReproducer(context, reproducer.text, this.workspace.index),
		);
		this.recorded.set(key, recorded);
		return recorded;
	}

	/**
	 * The calls that a reproducer makes, with a patch or without. Nothing is in the log. Throws `UserError` if they cannot be
	 * recorded, and as `run` does.
	 */
	async calls(
		reproducer: Reproducer,
		patch: Pick<Patch, 'diff'> | undefined,
		{ wanted, spectrum }: Partial<Pick<TraceOptions, 'wanted' | 'spectrum'>> = {},
	) {
		const context = await this.contextOf(reproducer, patch);
		const trace = await traceReproducer(context, reproducer.text, { index: this.workspace.index, wanted });
		const textOf = await readLineTexts(context.checkout.files, [trace]);
		return { report: traceReport(trace, [], { textOf, spectrum, isTest: isTestIn(this.workspace.index) }), textOf };
	}

	private async traceNow(reproducer: Reproducer): Promise<TracedRun> {
		const format = this.languageOf(reproducer).coverage?.format;
		if (format !== 'tests' && format !== 'v8') {
			return {};
		}
		try {
			const recorded = await this.record(reproducer);
			return 'problem' in recorded ? recorded : { executed: this.ofProject(recorded.called) };
		} catch (error) {
			if (!(error instanceof UserError)) {
				throw error;
			}
			this.deps.signal.throwIfAborted();
			return { problem: error.message };
		}
	}

	/**
	 * The part of a trace that is kept: functions of the project, without tests and code that ran only during imports. The
	 * program could have written any amount of it.
	 */
	private ofProject(executed: readonly ExecutedFunction[]): readonly ExecutedFunction[] {
		const isOfProject = ({ file, isImport }: ExecutedFunction) =>
			!isImport && this.workspace.index.file(file)?.isTest === false;
		return executed.filter(isOfProject).slice(0, mostExecuted);
	}

	private async runNow(reproducer: Reproducer, patch: Patch | undefined): Promise<ReproducerRun> {
		const { copy, signal } = this.deps;
		const tree = await recordTree(this.log, copy, signal);
		const context = await this.contextOf(reproducer, patch);
		const { verdict, why, execution, program, missing, commands } = await runReproducer(context, reproducer.text);
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
			...{ commands, programs: await this.programsOf(commands, context) },
			...(tree !== undefined && { tree }),
		};
	}

	private programsOf(
		commands: RanReproducer['commands'],
		{ runner, checkout, language }: ReproducerRunContext,
	): Promise<readonly ProgramVersion[]> {
		const key = JSON.stringify(commands.map(([program]) => program));
		const { signal } = this.deps;
		const known = this.programs.get(key) ?? programVersions(commands, { runner, checkout, language, signal });
		this.programs.set(key, known);
		return known;
	}

	private async contextOf(
		reproducer: Reproducer,
		patch: Pick<Patch, 'diff'> | undefined,
	): Promise<ReproducerRunContext> {
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
