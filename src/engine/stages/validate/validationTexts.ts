import { joinRemarks } from '../../../models/pure/protocols/joinRemarks';
import type { Execution } from '../../../runs/pure/model/execution';
import { brokenTestText, findingsText, type TestFindings } from '../../../runs/pure/model/testing/testFindings';
import { couldNotStart, type ValidationRun } from '../../../runs/pure/model/testing/validation';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import broken from './broken.md';
import brokenTests from './brokenTests.md';
import notConfirmed from './notConfirmed.md';

interface Ended {
	readonly problem: string | undefined;
	readonly execution: Execution;
}

/** Why the tests without a patch have their verdict, for users and models. */
export function plainWhy(tests: TestFindings, { problem, execution }: Ended): string {
	const { nPassed, failing, isByExitCode } = tests;
	if (isByExitCode) {
		const failed = couldNotStart(execution)
			? 'The test command could not be run'
			: 'By its exit code only, the test command fails without a patch';
		return nPassed > 0
			? 'By its exit code only, the test command passes without a patch.'
			: `${failed}: ${endText(execution)}.`;
	}
	if (nPassed + failing.n === 0) {
		return `No test ran without a patch. ${firstLine(problem)}`.trimEnd();
	}
	return [`Without a patch, ${findingsText(tests, 'plain')}.`, firstLine(problem)].join(' ').trimEnd();
}

/** Why the tests with a patch have their verdict, for users and models. */
export function withPatchWhy(tests: TestFindings, { problem, execution }: Ended): string {
	const { leftOut, asChanged } = tests;
	const remarks = [
		...(tests.isPart ? ['Only the tests near to it were run.'] : []),
		...(leftOut.length === 0
			? []
			: [`The tests are those from before: the patch's changes of ${leftOut.join(', ')} are left out.`]),
		...(asChanged === undefined || asChanged.nPassed + asChanged.nFailed === 0
			? []
			: [
					`With these changes, ${counted(asChanged.nPassed, 'test')} of these files ${asChanged.nPassed === 1 ? 'passes' : 'pass'}, and ${asChanged.nFailed} ${asChanged.nFailed === 1 ? 'fails' : 'fail'}.`,
				]),
	];
	if (tests.isByExitCode) {
		return [exitCodeWhy(tests, execution), ...remarks].join(' ');
	}
	const nRun = tests.nPassed + tests.nBroken + tests.fixed.n;
	const text = nRun === 0 ? 'No test that passes without it can be compared.' : `${findingsText(tests, 'patch')}.`;
	return [text, firstLine(problem), ...remarks].filter(each => each !== '').join(' ');
}

function exitCodeWhy({ nPassed, nBroken, fixed, flaky }: TestFindings, execution: Execution): string {
	if (nPassed > 0) {
		return 'By its exit code only, the test command passes with the patch, as it does without it.';
	}
	if (fixed.n > 0) {
		return 'By its exit code only, the test command passes with the patch, and fails without it.';
	}
	if (nBroken > 0) {
		return `By its exit code only, the test command passes without the patch and fails with it: ${endText(execution)}.`;
	}
	return flaky.n > 0
		? 'By its exit code only, the test command is flaky with the patch.'
		: 'By its exit code only, the test command fails with the patch, and without it as well.';
}

/** For the author of a patch that breaks tests: their names, errors, traces and `code`. */
export function brokenTestsText({ command, execution, tests }: ValidationRun, code = ''): string {
	if (tests === undefined || tests.isByExitCode) {
		const { stdout, stderr } = execution;
		const output = [stdout, stderr].map(text => text.trim()).filter(text => text !== '');
		return fillTemplate(broken, { command, end: endText(execution), output: output.join('\n') });
	}
	const { nPassed, nBroken } = tests;
	const shown = tests.broken.slice(0, mostShown);
	const nMore = nBroken - shown.length;
	const list = [...shown.map(brokenTestText), ...(nMore > 0 ? [`(${nMore} more)`] : [])];
	return fillTemplate(brokenTests, {
		nPassed: String(nPassed),
		broken: nBroken === 1 ? 'This one speaks' : `These ${nBroken} speak`,
		tests: joinRemarks(list),
		code,
		unloaded: nPassed === 0 ? 'No test runs any more: the patched code probably cannot be loaded.' : '',
	});
}

/** For the author of a patch that changes tests which the reviewer does not hold to be wrong. */
export function notConfirmedText(names: readonly string[]): string {
	return fillTemplate(notConfirmed, { tests: names.join(', ') });
}

/** How many of them a model is shown. */
const mostShown = 20;

/** The printed output follows in other lines. */
function firstLine(problem = ''): string {
	const [first = ''] = problem.split('\n');
	return first.replace(/:$/, '.');
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
