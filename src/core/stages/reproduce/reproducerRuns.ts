import type { ExecutionDeps } from '../../execution/executionDeps';
import { keptExecution, type PatchedCopy } from '../../execution/patchedCopy';
import type { ReproducerData } from '../../index/reproducerData';
import type { Patch } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { ReproducerRan } from '../../model/run/runEvent';
import type { RunLog } from '../../runLog';
import type { Workspace } from '../../workspace';
import { MissingModuleError } from './missingModule';
import { runReproducer } from './runReproducer';

export interface ReproducerRunsDeps {
	readonly execution: ExecutionDeps;
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

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

	private async runNow(reproducer: Reproducer, patch: Patch | undefined): Promise<ReproducerRun> {
		const { execution: deps, copy, signal } = this.deps;
		const { runner, timeoutMs, onOutput, interpreters } = deps;
		const checkout = await copy.with(patch);
		const { verdict, why, execution, program, missing } = await runReproducer(
			{
				...{ runner, checkout, signal, language: this.languageOf(reproducer) },
				issueErrors: this.log.run.brief?.tracebacks.flatMap(({ error }) => error ?? []) ?? [],
				...(interpreters !== undefined && { interpreters }),
				...(timeoutMs !== undefined && { timeoutMs }),
				...(onOutput !== undefined && { onOutput }),
			},
			reproducer.text,
		);
		if (missing?.isOwn === false) {
			throw new MissingModuleError(program, missing);
		}
		return {
			reproducer: reproducer.id,
			...(patch !== undefined && { patch: patch.id }),
			...{ verdict, why },
			...(missing !== undefined && { missing: missing.name }),
			execution: keptExecution(execution, checkout),
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
