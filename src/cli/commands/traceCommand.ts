import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { reproducerLanguages } from '../../engine/stages/reproduce/reproducerLanguages';
import { traceReproducer } from '../../engine/stages/reproduce/traceReproducer';
import type { Workspace } from '../../history/pure/workspace';
import { usualTestTimeoutMs } from '../../sandbox/pure/execution/executionDeps';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { readLineTexts, traceReport } from '../../testing/pure/callTrace/traceReport';
import { type ReadTrace, type TraceDeps, traceTest } from '../../testing/pure/callTrace/traceTests';
import { traceText } from '../../testing/pure/callTrace/traceText';
import { executionOptions, openExecution } from '../cliEngine';
import { type Command, textOption, UsageError, workspaceOption } from '../command';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import help from './traceHelp.md';

/** `faultline trace`: what a failing run did. */
export const traceCommand: Command = {
	name: 'trace',
	help,
	options: {
		...workspaceOption,
		test: { type: 'string' },
		reproducer: { type: 'string' },
		function: { type: 'string' },
		...executionOptions,
	},
	async run(call) {
		const { values, terminal, signal } = call;
		const [test, reproducer] = [textOption(values, 'test'), textOption(values, 'reproducer')];
		if ((test === undefined) === (reproducer === undefined)) {
			throw new UsageError('trace takes either --test ID or --reproducer FILE.');
		}
		const wanted = textOption(values, 'function');
		const folder = workspaceFolder(call);
		using opened = await openCliWorkspace(folder, call);
		requireCode(opened, folder);
		const { workspace } = opened;
		const {
			checkouts,
			testTimeoutMs: timeoutMs = usualTestTimeoutMs,
			...execution
		} = await openExecution(folder, call);
		const checkout = await checkouts.create('trace', signal);
		try {
			const deps: TracingDeps = { ...execution, checkout, index: workspace.index, wanted, timeoutMs };
			const { report, textOf } =
				test === undefined
					? await ofProgram(reproducer ?? '', workspace, deps, signal)
					: await traceTest(test, workspace, deps, { timeoutMs, signal });
			if (values.json === true) {
				const { trace, ...rest } = report;
				terminal.printJson({ ...trace, ...rest });
				return 0;
			}
			terminal.print(traceText(report, textOf, wanted));
			return 0;
		} finally {
			await checkout.dispose();
		}
	},
};

interface TracingDeps extends TraceDeps {
	readonly timeoutMs: number;
}

async function ofProgram(
	file: string,
	workspace: Workspace,
	deps: TracingDeps,
	signal: AbortSignal,
): Promise<ReadTrace> {
	const text = readProgram(file);
	const languages = reproducerLanguages(workspace);
	const named = languages.find(({ data }) => extname(data.file) === extname(file));
	const language = (named ?? languages[0])?.data;
	if (language === undefined) {
		throw new UserError('No program can be run for the languages of this folder.');
	}
	const trace = await traceReproducer({ ...deps, language, signal }, text, deps);
	const textOf = await readLineTexts(deps.checkout.files, [trace]);
	return { report: traceReport(trace, [], textOf), textOf };
}

function readProgram(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw new UserError(`${file} cannot be read: ${errorText(error)}`);
	}
}
