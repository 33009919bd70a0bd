import type { ExecutionParts } from '../../execution/executionParts';
import { keptExecution, type PatchedCopy } from '../../execution/patchedCopy';
import type { ReproducerData } from '../../index/reproducerData';
import type { Patch } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { RunLog } from '../../runLog';
import type { Workspace } from '../../workspace';
import { runReproducer } from './runReproducer';

/**
 * Runs reproducers of one run in its scratch copy, with a patch or without, and keeps what they showed in the log. What
 * the log holds is not run again.
 */
export class ReproducerRuns {
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	private readonly parts: ExecutionParts;
	private readonly copy: PatchedCopy;
	private readonly signal: AbortSignal;

	constructor(
		log: RunLog,
		workspace: Workspace,
		{
			parts,
			copy,
			signal,
		}: { readonly parts: ExecutionParts; readonly copy: PatchedCopy; readonly signal: AbortSignal },
	) {
		this.log = log;
		this.workspace = workspace;
		this.parts = parts;
		this.copy = copy;
		this.signal = signal;
	}

	/** Throws `UserError` where no copy can be made, and the signal's reason. */
	async run(node: string, reproducer: Reproducer, patch?: Patch): Promise<ReproducerRun> {
		const isThis = (each: ReproducerRun) => each.reproducer === reproducer.id && each.patch === patch?.id;
		const known = this.log.run.fix.reproducerRuns.find(isThis);
		if (known !== undefined) {
			return known;
		}
		const ran = await this.runNow(reproducer, patch);
		await this.log.emit(node, { type: 'reproducerRan', ran });
		return ran;
	}

	private async runNow(reproducer: Reproducer, patch: Patch | undefined): Promise<ReproducerRun> {
		const { runner, timeoutMs, onOutput } = this.parts;
		const checkout = await this.copy.with(patch);
		const { verdict, why, execution } = await runReproducer(
			{
				...{ runner, checkout, signal: this.signal, language: this.languageOf(reproducer) },
				issueErrors: this.log.run.brief?.tracebacks.flatMap(({ error }) => error ?? []) ?? [],
				...(timeoutMs !== undefined && { timeoutMs }),
				...(onOutput !== undefined && { onOutput }),
			},
			reproducer.text,
		);
		return {
			reproducer: reproducer.id,
			...(patch !== undefined && { patch: patch.id }),
			...{ verdict, why },
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
