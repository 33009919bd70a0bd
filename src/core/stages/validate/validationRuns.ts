import { fillTemplate } from '../../agent/fillTemplate';
import type { ExecutionDeps } from '../../execution/executionDeps';
import { keptExecution, type PatchedCopy } from '../../execution/patchedCopy';
import type { Execution } from '../../model/execution';
import type { Patch } from '../../model/patch';
import { rootNode } from '../../model/run/run';
import type { ValidationRan } from '../../model/run/runEvent';
import type { ValidationRun } from '../../model/validation';
import type { RunLog } from '../../runLog';
import broken from './broken.md';

export interface ValidationDeps {
	readonly execution: ExecutionDeps;
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
	/** A line for the system's shell. */
	readonly command: string;
}

/** For a whole run of the project's tests. */
const timeoutMs = 600_000;

/**
 * Runs the project's tests in the scratch copy of a run, once without a patch and once with each, and records the
 * results. Executions that are in the log are not repeated. Tests that fail without a patch as well are no evidence
 * about it.
 */
export class ValidationRuns {
	constructor(
		private readonly log: RunLog,
		private readonly deps: ValidationDeps,
	) {}

	/** Throws `UserError` where no copy can be made, and the signal's reason. */
	async run(node: string, patch: Patch): Promise<ValidationRun> {
		// Without a patch the tests have the same result for every candidate.
		const before = await this.record(rootNode, undefined, () => this.runPlain());
		return this.record(node, patch, () => this.runPatched(patch, before));
	}

	private async record(
		node: string,
		patch: Patch | undefined,
		make: () => Promise<ValidationRun>,
	): Promise<ValidationRun> {
		const input = { command: this.deps.command, patch: patch?.diff };
		const { ran } = await this.log.step(
			node,
			'run the tests',
			input,
			async (): Promise<ValidationRan> => ({ type: 'validationRan', ran: await make() }),
		);
		return ran;
	}

	private async runPlain(): Promise<ValidationRun> {
		const execution = await this.execute(undefined);
		const { command } = this.deps;
		return isGood(execution)
			? { command, execution, verdict: 'passed', why: 'The tests pass without a patch.' }
			: { command, execution, verdict: 'failed', why: `The tests fail without a patch: ${endText(execution)}.` };
	}

	private async runPatched(patch: Patch, before: ValidationRun): Promise<ValidationRun> {
		const execution = await this.execute(patch);
		const ran = { command: this.deps.command, patch: patch.id, execution };
		if (isGood(execution)) {
			const alsoBefore = before.verdict === 'passed' ? 'as they do without it' : 'and fail without it';
			return { ...ran, verdict: 'passed', why: `The tests pass with the patch, ${alsoBefore}.` };
		}
		if (before.verdict !== 'passed') {
			return { ...ran, verdict: 'unclear', why: 'The tests fail with the patch, and without it as well.' };
		}
		return !execution.timedOut && isGood(await this.execute(patch))
			? { ...ran, verdict: 'unclear', why: 'The tests are flaky with the patch.' }
			: {
					...ran,
					verdict: 'failed',
					why: `The tests pass without the patch and fail with it: ${endText(execution)}.`,
				};
	}

	private async execute(patch: Patch | undefined): Promise<Execution> {
		const { copy, command, signal, execution: deps } = this.deps;
		const checkout = await copy.with(patch);
		const { onOutput, runner } = deps;
		const { folder: cwd, reach } = checkout;
		const line = { command, cwd, reach, timeoutMs, signal, ...(onOutput && { onOutput }) };
		return keptExecution(await runner.run(line), checkout);
	}
}

/** For the prompt of the next patch, where the tests fail with this one. */
export function brokenText({ command, execution }: ValidationRun): string {
	const { stdout, stderr } = execution;
	const output = [stdout, stderr].map(text => text.trim()).filter(text => text !== '');
	return fillTemplate(broken, { command, end: endText(execution), output: output.join('\n') });
}

function isGood({ exitCode, timedOut, exceeded }: Execution): boolean {
	return exitCode === 0 && !timedOut && exceeded === undefined;
}

function endText({ exitCode, signal, timedOut, exceeded }: Execution): string {
	if (exceeded !== undefined) {
		return `ended because they used ${exceeded}`;
	}
	if (timedOut) {
		return 'timed out';
	}
	return exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
}
