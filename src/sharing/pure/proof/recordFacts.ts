import { counted } from '../../../system/pure/text/counted';
import type { FixPredicate, ProofRecord, TestPredicate } from './statements';

type Facts = Omit<FixPredicate, 'result' | 'why' | 'notRun'>;
type Tests = { readonly before: TestPredicate; readonly after: TestPredicate };

/** The parts that were not executed, in sentences; the list follows from the other parts of a record. */
export function notRunTexts(
	{ reproducer, before, after, review, commands }: Facts,
	tests: Tests | undefined,
): string[] {
	const own = tests?.after.configuration[0].annotations;
	const nSkipped = tests?.after.skippedTests.length ?? 0;
	const nMore = own?.nMore ?? 0;
	return [
		...(reproducer === undefined && commands === undefined ? ['There is no reproducer.'] : []),
		...(reproducer !== undefined && before === undefined ? ['The reproducer was not run without the patch.'] : []),
		...(reproducer !== undefined && after === undefined ? ['The reproducer was not run with the patch.'] : []),
		...(tests === undefined ? ["The project's tests were not run with the patch."] : []),
		...(own?.isPart === true ? ["Of the project's tests, only those near to the patch were run."] : []),
		...(nSkipped > 0 ? [`${counted(nSkipped, 'test was', 'tests were')} skipped.`] : []),
		...(nMore > 0 ? [`${counted(nMore, 'test that was run is', 'tests that were run are')} not named.`] : []),
		...(own !== undefined && own.leftOut.length > 0
			? [`The tests were run without the patch's own changes of ${own.leftOut.join(', ')}.`]
			: []),
		...(review === undefined ? ['The patch was not reviewed.'] : []),
	];
}

/** The tests that pass without the patch and not with it, and that no review calls wrong. */
function brokenTests({ review }: Pick<FixPredicate, 'review'>, tests: Tests | undefined): readonly string[] {
	if (tests === undefined) {
		return [];
	}
	const { passedTests, warnedTests } = tests.after;
	const left = new Set([...passedTests, ...warnedTests, ...(review?.wrongTests ?? [])]);
	return tests.before.passedTests.filter(test => !left.has(test));
}

/** Why the facts of a record that calls its patch fixed do not show that; undefined if they do. */
export function missingProof({ fix: { predicate }, tests }: ProofRecord): string | undefined {
	const { before, after, commandsBefore, commandsAfter, review } = predicate;
	const isByReproducer = before?.verdict === 'reproduced' && after?.verdict === 'passed';
	const isByCommands = commandsBefore?.verdict === 'sameCrash' && commandsAfter?.verdict === 'noCrash';
	if (!isByReproducer && !isByCommands) {
		return 'nothing in it fails without the patch and passes with it';
	}
	const trees = isByReproducer ? [before?.tree, after?.tree] : [commandsBefore?.tree, commandsAfter?.tree];
	if (trees[0] === undefined || trees[0] !== trees[1]) {
		return 'the runs without the patch and with it were not made on the same files';
	}
	if (review?.patchCorrect === false || (isByReproducer && review?.testCorrect === false)) {
		return 'its review rejects the patch or the reproducer';
	}
	const both = tests && { before: tests.before.predicate, after: tests.after.predicate };
	const [broken] = brokenTests(predicate, both);
	return broken === undefined ? undefined : `the patch breaks ${broken}`;
}
