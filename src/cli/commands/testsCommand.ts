import type { Workspace } from '../../history/pure/workspace';
import { usualTestTimeoutMs } from '../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../system/pure/errors/userError';
import { detectRunners, isTestFileOf, runnerName } from '../../testing/pure/detectRunners';
import { openTestSuite } from '../../testing/pure/openTestSuite';
import type { TestSelection } from '../../testing/pure/testSuite';
import { executionOption } from '../cliEngine';
import { type Command, type CommandCall, UsageError, workspaceOption } from '../command';
import { executionOptions } from '../engineOptions';
import { openCliWorkspace, workspaceFolder } from '../openCliWorkspace';
import { projectsText, testReportText } from '../output/testReportText';
import help from './testsHelp.md';

/** `faultline tests`: the project's tests, and with `--run` how they end. */
export const testsCommand: Command = {
	name: 'tests',
	help,
	options: { ...workspaceOption, run: { type: 'boolean' }, ...executionOptions },
	async run(call) {
		const folder = workspaceFolder(call);
		const execution = await executionOption(folder, call, 'run');
		if (execution === undefined && call.positionals.length > 0) {
			throw new UsageError(`tests takes files and tests only with --run, but got "${call.positionals.join(' ')}".`);
		}
		using opened = await openCliWorkspace(folder, call);
		const { workspace } = opened;
		return await (execution === undefined ? list(workspace, call) : run(workspace, execution, call));
	},
};

async function list({ files, parser }: Workspace, { values, terminal }: CommandCall): Promise<number> {
	const paths = (await files.list()).map(({ path }) => path);
	const projects = (await detectRunners({ files, parser })).map(detected => {
		const { folder } = detected;
		return { runner: runnerName(detected), folder, files: paths.filter(path => isTestFileOf(detected, path)) };
	});
	if (projects.length === 0) {
		throw new UserError(noRunner);
	}
	if (values.json) {
		terminal.printJson({ projects });
	} else {
		terminal.print(projectsText(projects, terminal));
	}
	return 0;
}

async function run(
	workspace: Workspace,
	execution: NonNullable<Awaited<ReturnType<typeof executionOption>>>,
	call: CommandCall,
): Promise<number> {
	const { values, terminal, signal } = call;
	const suite = await openTestSuite(workspace, execution);
	if (suite === undefined) {
		throw new UserError(noRunner);
	}
	const { testTimeoutMs: timeoutMs = usualTestTimeoutMs } = execution;
	const checkout = await execution.checkouts.create('tests', signal);
	try {
		const report = await suite.run(checkout, selectionOf(call, workspace), {
			...{ timeoutMs, signal },
			onProgress: progress => terminal.progress(progress),
		});
		if (values.json) {
			terminal.printJson(report);
		} else {
			terminal.print(testReportText(report, terminal));
		}
		const hasFailed = report.tests.some(({ outcome }) => outcome === 'failed');
		return hasFailed || report.problem !== undefined ? 1 : 0;
	} finally {
		await checkout.dispose();
	}
}

/** An argument that is no file of the workspace is the name of a test. */
function selectionOf({ positionals }: CommandCall, { index }: Workspace): TestSelection {
	if (positionals.length === 0) {
		return 'all';
	}
	const paths = positionals.map(each => each.replaceAll('\\', '/').replace(/^\.\//, ''));
	const nFiles = paths.filter(path => index.file(path) !== undefined).length;
	if (nFiles > 0 && nFiles < paths.length) {
		throw new UsageError('Name either files or tests: some of these are no files of the workspace.');
	}
	return nFiles > 0 ? { files: paths } : { tests: positionals };
}

const noRunner =
	'No test runner is known for this folder: name the command that runs the tests with --test-command LINE.';
