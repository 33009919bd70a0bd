import type { TestReport, TestResult } from '../../runs/pure/model/testing/testReport';
import { couldNotStart, lastLines } from '../../runs/pure/model/testing/validation';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { headAndTail, keptExecution } from '../../sandbox/pure/execution/patchedCopy';
import type { TestRunOptions, TestSelection, TestSuite } from './testSuite';

/** A command of the user, with only an exit code: it is one test. */
export class CommandSuite implements TestSuite {
	readonly name: string;
	readonly selects = false;

	/** `command`: a line for the system's shell. */
	constructor(
		command: string,
		private readonly deps: Pick<ExecutionDeps, 'runner'>,
	) {
		this.name = command;
	}

	/** Runs all, regardless of the selection. */
	async run(
		checkout: Checkout,
		_selection: TestSelection,
		{ timeoutMs, signal, onOutput }: TestRunOptions,
	): Promise<TestReport> {
		const { folder: cwd, reach } = checkout;
		const command = this.name;
		const line = { command, cwd, reach, timeoutMs, signal, ...(onOutput && { onOutput }) };
		const execution = keptExecution(await this.deps.runner.run(line), checkout);
		const { exitCode, timedOut, exceeded } = execution;
		const hasPassed = exitCode === 0 && !timedOut && exceeded === undefined;
		const problem = timedOut
			? `The command timed out after ${Math.round(timeoutMs / 1000)} s.`
			: exceeded !== undefined
				? `The command was ended because it used ${exceeded}.`
				: couldNotStart(execution)
					? `The command could not be run: exit code ${exitCode}.`
					: undefined;
		const output = headAndTail([execution.stdout, execution.stderr].filter(text => text.trim() !== '').join('\n'));
		const failed = { message: problem ?? (lastLines(execution) || `exit code ${exitCode}`), trace: output };
		const test: TestResult = { id: command, outcome: hasPassed ? 'passed' : 'failed', ...(!hasPassed && failed) };
		return {
			...{ runner: command, command, tests: [test], isByExitCode: true, execution },
			...(problem !== undefined && { problem }),
		};
	}
}
