import type { Execution } from '../../runs/pure/model/execution';
import type { TestReport, TestResult } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { keptExecution, ownFolder } from '../../sandbox/pure/execution/patchedCopy';
import { fillText } from '../../sandbox/pure/execution/placeholders';
import { alternatives, exists } from '../../sandbox/pure/execution/programs';
import type { Command } from '../../sandbox/pure/execution/runner';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { pathParts } from '../../system/pure/text/pathParts';
import { type DetectedRunner, runnerName } from './detectRunners';
import { readReport } from './reports/readReport';
import { crashedTests, reportProblem } from './reports/reportProblem';
import { withProgress } from './reports/reportProgress';
import { TestResults } from './reports/testResults';
import { selectionArguments } from './testCommand';
import type { TestRunOptions, TestSelection, TestSuite } from './testSuite';

/** The part of `ExecutionDeps` that a runner needs. */
export type TestingDeps = Pick<ExecutionDeps, 'runner' | 'interpreters'>;

interface SuiteRun {
	readonly checkout: Checkout;
	readonly options: TestRunOptions;
	/** Takes the pieces of stdout. */
	readonly printed: string[];
}

/** The tests of one project of the workspace, run by one runner. */
export class RunnerSuite implements TestSuite {
	readonly name: string;
	readonly selects: boolean;

	constructor(
		readonly detected: DetectedRunner,
		private readonly deps: TestingDeps,
	) {
		this.name = runnerName(detected);
		this.selects = detected.runner.files !== undefined;
	}

	async run(checkout: Checkout, selection: TestSelection, options: TestRunOptions): Promise<TestReport> {
		const { runner } = this.detected;
		const missing: string[] = [];
		for (const program of await this.programs(checkout)) {
			try {
				return await this.runWith(program, checkout, selection, options);
			} catch (error) {
				if (!(error instanceof ProgramMissingError) || error.program !== program) {
					throw error;
				}
				missing.push(error.program);
			}
		}
		throw new ProgramMissingError(missing.length > 0 ? alternatives(missing) : runner.name, runner.installPage);
	}

	private async runWith(
		program: string,
		checkout: Checkout,
		selection: TestSelection,
		options: TestRunOptions,
	): Promise<TestReport> {
		const { runner, folder } = this.detected;
		const values = await this.prepareFiles(program, checkout);
		const given = selectionArguments(runner, this.inProject(selection));
		const steps = [...(runner.prepare ?? []), [...runner.command, ...given]].map(step =>
			step.map(word => fillText(word, values)),
		);
		const printed: string[] = [];
		const { execution, isUnprepared } = await this.runSteps(steps, values, { checkout, options, printed });
		this.requireInstalled(execution);
		const results = new TestResults({ folder: values.folder ?? '', start: startOf(folder) });
		const path = reportPath(folder);
		const unread = await readReport(runner.report, {
			checkout,
			path,
			start: startOf(folder),
			printed: printed.join(''),
			results,
		});
		const kept = keptExecution(execution, checkout);
		const end = {
			...{ runner: runner.name, execution: kept, unread, isUnprepared, timeoutMs: options.timeoutMs },
			isBroken: matchIn(runner.broken, execution) !== undefined,
		};
		const problem = reportProblem(results, end);
		const isWanted = (test: TestResult) => results.notLoaded.includes(test.id) || isSelected(test, selection);
		return {
			runner: this.name,
			command: shownCommand(steps.at(-1) ?? [], checkout),
			tests: [...results.tests, ...crashedTests(results, end)].filter(isWanted),
			...(problem !== undefined && { problem }),
			execution: kept,
		};
	}

	/** Throws `ProgramMissingError` if the interpreter is installed, and the runner or a module that it needs is not. */
	private requireInstalled(execution: Execution): void {
		const { missing, name, installPage } = this.detected.runner;
		const match = matchIn(missing, execution);
		if (match !== undefined) {
			const { module } = match.groups ?? {};
			throw module === undefined || module.toLowerCase() === name.toLowerCase()
				? new ProgramMissingError(name, installPage)
				: new ProgramMissingError(module);
		}
	}

	/** Runs all steps until one fails; the last one counts. The time limit is for all of them. */
	private async runSteps(
		steps: readonly (readonly string[])[],
		values: Readonly<Record<string, string>>,
		{ checkout, options, printed }: SuiteRun,
	): Promise<{ readonly execution: Execution; readonly isUnprepared: boolean }> {
		const { timeoutMs, signal } = options;
		const onOutput = this.onOutput(checkout, options);
		let nPrinted = 0;
		const keep: Command['onOutput'] = (stream, text) => {
			onOutput?.(stream, text);
			if (stream === 'stdout' && nPrinted < mostPrinted) {
				nPrinted += text.length;
				printed.push(text);
			}
		};
		const variables = Object.entries(this.detected.runner.variables ?? {});
		const env = Object.fromEntries(variables.map(([name, value]) => [name, fillText(value, values)]));
		let left = timeoutMs;
		let execution: Execution | undefined;
		for (const command of steps) {
			execution = await this.deps.runner.run({
				...{ command, env, signal, cwd: values.folder ?? checkout.folder, reach: checkout.reach },
				timeoutMs: Math.max(1, left),
				onOutput: keep,
			});
			// It may have ended by itself in that moment.
			signal.throwIfAborted();
			left -= execution.durationMs;
			if (execution.exitCode === windowsNotFound) {
				throw new ProgramMissingError(command[0] ?? '');
			}
			if (command !== steps.at(-1) && (execution.exitCode !== 0 || execution.timedOut)) {
				return { execution, isUnprepared: true };
			}
		}
		if (execution === undefined) {
			throw new Error(`${this.name} has no command`);
		}
		return { execution, isUnprepared: false };
	}

	private onOutput(checkout: Checkout, { onOutput, onProgress }: TestRunOptions): Command['onOutput'] {
		const { runner, folder } = this.detected;
		return onProgress !== undefined && runner.report.format === 'jsonLines' && !runner.report.inOutput
			? withProgress({ checkout, path: reportPath(folder), data: runner.report }, onProgress, onOutput)
			: onOutput;
	}

	/** Puts the reporter into the copy, and removes reports of earlier runs. Returns the values of placeholders. */
	private async prepareFiles(program: string, checkout: Checkout): Promise<Readonly<Record<string, string>>> {
		const { runner, folder } = this.detected;
		const own = `${startOf(folder)}${ownFolder}`;
		await checkout.remove(reportPath(folder));
		const { report } = runner;
		for (const path of 'files' in report && report.files !== undefined
			? await checkout.find(`${startOf(folder)}${report.files}`)
			: []) {
			await checkout.remove(path);
		}
		const { reporter } = runner;
		// The folder has to be there for the report, with or without a reporter.
		await checkout.write(`${own}/${reporter?.program ?? 'reporter'}`, reporter?.text ?? '');
		const absolute = folder === '' ? checkout.folder : `${checkout.folder}/${folder}`;
		return {
			...{ program, folder: absolute, ':': checkout.folder.includes('\\') ? ';' : ':' },
			reporter: `${ownFolder}/${reporter?.program ?? ''}`,
			report: `${absolute}/${ownFolder}/${reportFile}`,
		};
	}

	/** Those in the copy that exist, and those on PATH; the project's own interpreters come first. */
	async programs(checkout: Checkout): Promise<readonly string[]> {
		const { runner, folder } = this.detected;
		const { interpreters = new Map<string, string>() } = this.deps;
		const up = '../'.repeat(folder === '' ? 0 : folder.split('/').length);
		const own = runner.programs.flatMap(name => interpreters.get(name) ?? []);
		const named = own.map(path => (path.startsWith('./') && up !== '' ? `${up}${path.slice(2)}` : path));
		const usable: string[] = [];
		for (const name of runner.programs) {
			const path = name.startsWith('.') ? pathParts(`${startOf(folder)}${name}`) : undefined;
			if (!name.startsWith('.') || (path !== undefined && (await exists(checkout.files, path.join('/'))))) {
				usable.push(name);
			}
		}
		return [...new Set([...named, ...usable])];
	}

	/** With paths in the project instead of workspace paths; files of other projects are left out. */
	private inProject(selection: TestSelection): TestSelection {
		const start = startOf(this.detected.folder);
		return typeof selection === 'object' && 'files' in selection
			? { files: selection.files.flatMap(file => (file.startsWith(start) ? [file.slice(start.length)] : [])) }
			: selection;
	}
}

/** Characters of stdout searched for a report: the output of an execution is cut in the middle. */
const mostPrinted = 20_000_000;

const reportFile = 'report';

/** The workspace path of the report. */
function reportPath(folder: string): string {
	return `${startOf(folder)}${ownFolder}/${reportFile}`;
}

/** As in `runReproducer`: the exit code of Windows for a missing program. */
const windowsNotFound = 9009;

/** Of the paths in a folder of the workspace. */
function startOf(folder: string): string {
	return folder === '' ? '' : `${folder}/`;
}

/** For users: without the path of the copy. */
function shownCommand(words: readonly string[], { folder }: Checkout): string {
	const shown = words.map(word => word.replaceAll(`${folder}/`, ''));
	return shown.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}

function matchIn(pattern: string | undefined, { stdout, stderr }: Execution): RegExpExecArray | undefined {
	const regexp = pattern === undefined ? undefined : new RegExp(pattern, 'm');
	return regexp?.exec(stdout) ?? regexp?.exec(stderr) ?? undefined;
}

/** Runners report more than the selection: the rest as skipped, or all of a file. */
function isSelected({ id, file }: TestResult, selection: TestSelection): boolean {
	if (selection === 'all') {
		return true;
	}
	return 'files' in selection ? file === undefined || selection.files.includes(file) : selection.tests.includes(id);
}
