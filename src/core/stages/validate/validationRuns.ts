import { fillTemplate } from '../../agent/fillTemplate';
import type { ExecutionParts } from '../../execution/executionParts';
import { keptExecution, type PatchedCopy } from '../../execution/patchedCopy';
import type { Execution } from '../../model/execution';
import type { Patch } from '../../model/patch';
import type { ValidationRun } from '../../model/validation';
import type { RunLog } from '../../runLog';
import broken from './broken.md';

export interface ValidationParts {
	readonly parts: ExecutionParts;
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
	/** A line for the system's shell. */
	readonly command: string;
}

/** For a whole run of the project's tests. */
const timeoutMs = 600_000;

/**
 * Runs the project's tests in the scratch copy of a run, once as it is and once for each patch, and keeps what they said in
 * the log. What the log holds is not run again. Tests that fail without a patch as well say nothing about it.
 */
export class ValidationRuns {
	private readonly log: RunLog;
	private readonly parts: ValidationParts;

	constructor(log: RunLog, parts: ValidationParts) {
		this.log = log;
		this.parts = parts;
	}

	/** Throws `UserError` where no copy can be made, and the signal's reason. */
	async run(node: string, patch: Patch): Promise<ValidationRun> {
		const before = this.known(undefined) ?? (await this.keep(node, await this.runPlain()));
		return this.known(patch) ?? (await this.keep(node, await this.runPatched(patch, before)));
	}

	private known(patch: Patch | undefined): ValidationRun | undefined {
		const { command } = this.parts;
		return this.log.run.fix.validationRuns.find(ran => ran.patch === patch?.id && ran.command === command);
	}

	private async keep(node: string, ran: ValidationRun): Promise<ValidationRun> {
		await this.log.emit(node, { type: 'validationRan', ran });
		return ran;
	}

	private async runPlain(): Promise<ValidationRun> {
		const execution = await this.execute(undefined);
		const { command } = this.parts;
		return isGood(execution)
			? { command, execution, verdict: 'passed', why: 'The tests pass without a patch.' }
			: { command, execution, verdict: 'failed', why: `The tests fail without a patch: ${endText(execution)}.` };
	}

	private async runPatched(patch: Patch, before: ValidationRun): Promise<ValidationRun> {
		const execution = await this.execute(patch);
		const ran = { command: this.parts.command, patch: patch.id, execution };
		if (isGood(execution)) {
			const alsoBefore = before.verdict === 'passed' ? 'as they do without it' : 'and fail without it';
			return { ...ran, verdict: 'passed', why: `The tests pass with the patch, ${alsoBefore}.` };
		}
		if (before.verdict !== 'passed') {
			return { ...ran, verdict: 'unclear', why: 'The tests fail with the patch, and without it as well.' };
		}
		return !execution.timedOut && isGood(await this.execute(patch))
			? { ...ran, verdict: 'unclear', why: 'The tests fail with the patch only now and then.' }
			: {
					...ran,
					verdict: 'failed',
					why: `The tests pass without the patch and fail with it: ${endText(execution)}.`,
				};
	}

	private async execute(patch: Patch | undefined): Promise<Execution> {
		const { copy, command, signal, parts } = this.parts;
		const checkout = await copy.with(patch);
		const { onOutput, runner } = parts;
		const line = { command, cwd: checkout.folder, timeoutMs, signal, ...(onOutput && { onOutput }) };
		return keptExecution(await runner.run(line), checkout);
	}
}

/** What who writes the next patch is told of one that the tests turn down. */
export function brokenText({ command, execution }: ValidationRun): string {
	const { stdout, stderr } = execution;
	const output = [stdout, stderr].map(text => text.trim()).filter(text => text !== '');
	return fillTemplate(broken, { command, end: endText(execution), output: output.join('\n') });
}

function isGood({ exitCode, timedOut }: Execution): boolean {
	return exitCode === 0 && !timedOut;
}

function endText({ exitCode, signal, timedOut }: Execution): string {
	if (timedOut) {
		return 'their time was up';
	}
	return exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
}
