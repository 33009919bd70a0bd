import type { Workspace } from '../history/pure/workspace';
import { testIssueText, testSource } from '../localizer/pure/brief/failedTest';
import type { Issue } from '../runs/pure/model/issue';
import { issueFromText } from '../runs/pure/model/issueFromText';
import type { TestResult } from '../runs/pure/model/testing/testReport';
import { type ExecutionDeps, usualTestTimeoutMs } from '../sandbox/pure/execution/executionDeps';
import { UserError } from '../system/pure/errors/userError';
import { openTestSuite } from '../testing/pure/openTestSuite';
import type { CommandCall } from './command';

/**
 * The issue of a failing test: its name and how it fails, found out by running it in a scratch copy. `id`: as
 * `faultline tests` names it. Throws `UserError` if it does not fail, is not found or its runner is not installed, and
 * the signal's reason.
 */
export async function readFailingTest(
	id: string,
	workspace: Workspace,
	execution: ExecutionDeps,
	{ signal, log }: Pick<CommandCall, 'signal' | 'log'>,
): Promise<Issue> {
	const suite = await openTestSuite(workspace, execution);
	if (suite === undefined) {
		throw new UserError('No test runner is known for this folder: give the issue with --issue.');
	}
	log.info(`Running ${id} in a copy of the folder.`);
	const { testTimeoutMs: timeoutMs = usualTestTimeoutMs } = execution;
	const checkout = await execution.checkouts.create('failing test', signal);
	try {
		const { tests, problem } = await suite.run(checkout, { tests: [id] }, { timeoutMs, signal });
		const test = tests.find(each => each.id === id);
		if (test?.outcome !== 'failed') {
			throw new UserError(notFailing(id, test, problem));
		}
		const { file, trace, message = '' } = test;
		const failed = { id, names: id.split('::'), message: trace ?? message, ...(file !== undefined && { file }) };
		const [text, source] = [testIssueText(failed, workspace.parser.languages), testSource(failed)];
		return issueFromText(text, source) ?? { title: id, body: text, source };
	} finally {
		await checkout.dispose();
	}
}

function notFailing(id: string, test: TestResult | undefined, problem: string | undefined): string {
	if (test !== undefined) {
		return `${id} ${test.outcome === 'passed' ? 'passes' : 'is skipped'}: name a test that fails.`;
	}
	const names = 'To see the names of the tests: faultline tests --run.';
	return [`${id} was not found among the tests that ran.`, problem, names].filter(each => each !== undefined).join(' ');
}
