import { traceReproducer } from '../../engine/stages/reproduce/traceReproducer';
import type { Workspace } from '../../history/pure/workspace';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../system/pure/errors/userError';
import { readLineTexts, traceReport } from '../../testing/pure/callTrace/traceReport';
import { isTestIn, type ReadTrace, type TraceOptions, traceTest } from '../../testing/pure/callTrace/traceTests';
import { traceText } from '../../testing/pure/callTrace/traceText';
import { openExecution } from '../cliEngine';
import { type Command, textOption, UsageError, workspaceOption } from '../command';
import { executionOptions } from '../engineOptions';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import { readChosenText } from '../readChosenText';
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
		const execution = await openExecution(folder, call);
		const { report, textOf } =
			reproducer === undefined
				? await traceTest(test ?? '', workspace, execution, { wanted, signal })
				: await traceProgram(reproducer, workspace, execution, { wanted, signal });
		if (values.json === true) {
			const { trace, ...rest } = report;
			terminal.printJson({ ...trace, ...rest });
		} else {
			terminal.print(traceText(report, textOf, wanted));
		}
		return 0;
	},
};

async function traceProgram(
	file: string,
	workspace: Workspace,
	{ checkouts, ...execution }: ExecutionDeps,
	{ wanted, signal }: TraceOptions,
): Promise<ReadTrace> {
	const text = readChosenText(file, 'a program');
	const language = workspace.languages.of(file)?.reproducer;
	if (language === undefined) {
		throw new UserError(`It is not known how ${file} is run.`);
	}
	const checkout = await checkouts.create('trace', signal);
	try {
		const { index } = workspace;
		const trace = await traceReproducer({ ...execution, checkout, language, signal }, text, { index, wanted });
		const textOf = await readLineTexts(checkout.files, [trace]);
		return { report: traceReport(trace, [], { textOf, isTest: isTestIn(index) }), textOf };
	} finally {
		await checkout.dispose();
	}
}
