import { fillTemplate } from '../../agent/fillTemplate';
import type { ExecutionDeps } from '../../execution/executionDeps';
import { keptExecution, type PatchedCopy } from '../../execution/patchedCopy';
import type { Execution } from '../../model/execution';
import type { Patch } from '../../model/patch';
import type { ValidationRan } from '../../model/run/runEvent';
import { couldNotStart, type ValidationRun } from '../../model/testing/validation';
import type { RunLog } from '../../runLog';
import broken from './broken.md';

export interface ValidationDeps {
	readonly execution: ExecutionDeps;
	/** A line for the system's shell. */
	readonly command: string;
}

/** For a whole run of the project's tests. */
const timeoutMs = 600_000;

/** Where the tests run, and the signal that ends them. */
interface Place {
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/**
 * Runs the project's tests in a scratch copy, once without a patch and once with each, and records the results.
 * Executions that are in the log are not repeated. Tests that fail without a patch as well are no evidence about it.
 */
export class ValidationRuns {
	constructor(
		private readonly log: RunLog,
		private readonly deps: ValidationDeps,
	) {}

	/** Without a patch. Throws `UserError` where no copy can be made, and the signal's reason. */
	plain(node: string, place: Place): Promise<ValidationRun> {
		return this.record(node, undefined, async () => plainRun(this.deps.command, await this.execute(undefined, place)));
	}

	/** With a patch; `before`: without one. Throws as `plain` does. */
	run(node: string, patch: Patch, before: ValidationRun, place: Place): Promise<ValidationRun> {
		return this.record(node, patch, () => this.runPatched(patch, before, place));
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

	private async runPatched(patch: Patch, before: ValidationRun, place: Place): Promise<ValidationRun> {
		const execution = await this.execute(patch, place);
		const ran = { command: this.deps.command, patch: patch.id, execution };
		if (isGood(execution)) {
			const alsoBefore = before.verdict === 'passed' ? 'as they do without it' : 'and fail without it';
			return { ...ran, verdict: 'passed', why: `The tests pass with the patch, ${alsoBefore}.` };
		}
		if (before.verdict !== 'passed') {
			return { ...ran, verdict: 'unclear', why: 'The tests fail with the patch, and without it as well.' };
		}
		return !execution.timedOut && isGood(await this.execute(patch, place))
			? { ...ran, verdict: 'unclear', why: 'The tests are flaky with the patch.' }
			: {
					...ran,
					verdict: 'failed',
					why: `The tests pass without the patch and fail with it: ${endText(execution)}.`,
				};
	}

	private async execute(patch: Patch | undefined, { copy, signal }: Place): Promise<Execution> {
		const { command, execution: deps } = this.deps;
		const checkout = await copy.with(patch);
		const { onOutput, runner } = deps;
		const { folder: cwd, reach } = checkout;
		const line = { command, cwd, reach, timeoutMs, signal, ...(onOutput && { onOutput }) };
		return keptExecution(await runner.run(line), checkout);
	}
}

function plainRun(command: string, execution: Execution): ValidationRun {
	if (isGood(execution)) {
		return { command, execution, verdict: 'passed', why: 'The tests pass without a patch.' };
	}
	const failed = couldNotStart(execution) ? 'The test command could not be run' : 'The tests fail without a patch';
	return { command, execution, verdict: 'failed', why: `${failed}: ${endText(execution)}.` };
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
