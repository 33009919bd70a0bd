import type { ReproducerData } from '../../index/reproducerData';
import type { Patch } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { Checkout, Checkouts, Command, Runner } from '../../ports';
import type { RunLog } from '../../runLog';
import { headAndTail } from '../../util/headAndTail';
import type { Workspace } from '../../workspace';
import { runReproducer } from './runReproducer';

/** What running the code of the workspace takes. Whoever hands it over has the person's consent. */
export interface ExecutionParts {
	readonly checkouts: Checkouts;
	readonly runner: Runner;
	/** For one command; two minutes unless given. */
	readonly timeoutMs?: number;
	readonly onOutput?: Command['onOutput'];
}

/**
 * Runs reproducers of one run in one scratch copy of the workspace, with a patch or without, and keeps what they showed in
 * the log. What the log holds is not run again.
 */
export class ReproducerRuns {
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	private readonly parts: ExecutionParts;
	private readonly signal: AbortSignal;
	private checkout: Promise<Checkout> | undefined;

	constructor(log: RunLog, workspace: Workspace, parts: ExecutionParts, signal: AbortSignal) {
		this.log = log;
		this.workspace = workspace;
		this.parts = parts;
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

	/** Deletes the copy. */
	async dispose(): Promise<void> {
		const checkout = await this.checkout?.catch(() => undefined);
		this.checkout = undefined;
		await checkout?.dispose();
	}

	private async runNow(reproducer: Reproducer, patch: Patch | undefined): Promise<ReproducerRun> {
		const { checkouts, runner, timeoutMs, onOutput } = this.parts;
		this.checkout ??= checkouts.create(this.log.run.id, this.signal);
		const checkout = await this.checkout;
		await checkout.reset();
		if (patch !== undefined) {
			await checkout.apply(patch.diff);
		}
		const { verdict, why, execution } = await runReproducer(
			{
				...{ runner, checkout, signal: this.signal, language: this.languageOf(reproducer) },
				issueErrors: this.log.run.brief?.tracebacks.flatMap(({ error }) => error ?? []) ?? [],
				...(timeoutMs !== undefined && { timeoutMs }),
				...(onOutput !== undefined && { onOutput }),
			},
			reproducer.text,
		);
		// The copy's own path says nothing, and is another one each time.
		const shortened = (text: string) => headAndTail(text.replaceAll(`${checkout.folder}/`, ''));
		const { stdout, stderr } = execution;
		return {
			reproducer: reproducer.id,
			...(patch !== undefined && { patch: patch.id }),
			...{ verdict, why },
			execution: { ...execution, stdout: shortened(stdout), stderr: shortened(stderr) },
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
