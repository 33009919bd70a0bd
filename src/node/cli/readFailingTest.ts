import { type ExecutionDeps, usualTestTimeoutMs } from '../../core/execution/executionDeps';
import type { Workspace } from '../../core/history/workspace';
import type { Issue } from '../../core/model/issue';
import { issueFromText } from '../../core/model/issueFromText';
import type { TestResult } from '../../core/model/testing/testReport';
import { testIssueText, testSource } from '../../core/rank/brief/failedTest';
import { openTestSuite } from '../../core/testing/openTestSuite';
import { UserError } from '../../core/util/userError';
import type { CommandCall } from './command';

/**
 * The issue of a failing test: its name and how it fails, found out by running it in a scratch copy. `id`: as `faultline
 * tests` names it. Throws `UserError` where it does not fail, is not found or its runner is not installed, and the
 * signal's reason.
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
