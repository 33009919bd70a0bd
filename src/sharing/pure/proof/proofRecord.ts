import { type PatchCandidate, patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import { isJudged, patchProof } from '../../../runs/pure/fold/patchProof';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { ExecutedTree, ProgramVersion } from '../../../runs/pure/model/executedTree';
import type { Reproducer, ReproducerRun } from '../../../runs/pure/model/reproducer';
import type { CrashCheck } from '../../../runs/pure/model/testing/crashCheck';
import type { TestOutcomes, ValidationRun } from '../../../runs/pure/model/testing/validation';
import { sha256 } from '../../../system/pure/text/contentHash';
import type { SharedRun } from '../exports/sharedRun';
import { notRunTexts } from './recordFacts';
import {
	type FixPredicate,
	fixType,
	type ProofRecord,
	type RecordedCheck,
	type RecordedReproducer,
	type RecordedRun,
	type RecordedText,
	type Subject,
	statementType,
	type TestPredicate,
	type TestStatement,
	testResultType,
} from './statements';

/** The proof record of a patch of a run, by the patch's id; undefined if the run has no such patch, or did not judge it. */
export async function proofRecord({ run, events }: SharedRun, patch: string): Promise<ProofRecord | undefined> {
	const candidate = patchCandidates(fixOf(run)).find(each => each.patch.id === patch);
	if (candidate === undefined || !isJudged(candidate)) {
		return undefined;
	}
	const started = events.find(event => event.type === 'runStarted');
	const tree = treeOf(candidate, run);
	const facts = await factsOf(candidate, run, { tree, faultline: started?.version ?? '' });
	const patchSubject: Subject = { name: 'patch', digest: { sha256: await sha256(candidate.patch.diff) } };
	const subject = [...(tree === undefined ? [] : [workspaceSubject(tree)]), patchSubject];
	const tests = await testsOf(candidate.validation, tree, patchSubject);
	const both = tests && { before: tests.before.predicate, after: tests.after.predicate };
	const { isFixed, why } = patchProof(candidate);
	const predicate: FixPredicate = {
		...{ result: isFixed ? 'fixed' : 'notProven', why },
		...{ ...facts, notRun: notRunTexts(facts, both) },
	};
	return {
		fix: { _type: statementType, subject, predicateType: fixType, predicate },
		...(tests !== undefined && { tests }),
	};
}

/** The files that the deciding executions were given. */
function treeOf({ before, after, validation, crash }: PatchCandidate, { trees }: Run): ExecutedTree | undefined {
	const digest = after?.tree ?? before?.tree ?? crash?.tree ?? validation?.tree;
	return digest === undefined ? undefined : trees?.[digest];
}

function workspaceSubject({ sha256: digest, commit }: ExecutedTree): Subject {
	return { name: 'workspace', digest: { sha256: digest, ...(commit !== undefined && { gitCommit: commit }) } };
}

interface KnownOfRun {
	readonly tree: ExecutedTree | undefined;
	/** Its version. */
	readonly faultline: string;
}

async function factsOf(
	candidate: PatchCandidate,
	run: Run,
	{ tree, faultline }: KnownOfRun,
): Promise<Omit<FixPredicate, 'result' | 'why' | 'notRun'>> {
	const { patch, before, after, crash, plainCrash, review } = candidate;
	const used = after?.reproducer ?? before?.reproducer;
	const reproducer = fixOf(run).reproducers.find(({ id }) => id === used);
	const commands = crash?.commands ?? plainCrash?.commands;
	return {
		...(tree !== undefined && { nFiles: tree.nFiles }),
		patch: patch.diff,
		...(reproducer !== undefined && { reproducer: await recordedReproducer(reproducer, run) }),
		...(reproducer !== undefined && before !== undefined && { before: await recordedRun(before) }),
		...(reproducer !== undefined && after !== undefined && { after: await recordedRun(after) }),
		...(commands !== undefined && { commands }),
		...(plainCrash !== undefined && { commandsBefore: recordedCheck(plainCrash) }),
		...(crash !== undefined && { commandsAfter: recordedCheck(crash) }),
		...(review !== undefined && {
			review: {
				patchCorrect: review.patchCorrect,
				...(review.testCorrect !== undefined && { testCorrect: review.testCorrect }),
				...(review.wrongTests !== undefined && { wrongTests: review.wrongTests }),
			},
		}),
		environment: { programs: programsOf([before, after]), locks: tree?.locks ?? [], faultline },
	};
}

async function recordedReproducer({ language, file, text }: Reproducer, { brief }: Run): Promise<RecordedReproducer> {
	const errors = [...new Set(brief?.tracebacks.flatMap(({ error }) => error ?? []))];
	return { language, file, text, sha256: await sha256(text), errors };
}

async function recordedRun({ tree, commands = [], verdict, execution }: ReproducerRun): Promise<RecordedRun> {
	const { exitCode, signal, stdout, stderr } = execution;
	return {
		...(tree !== undefined && { tree }),
		...{ commands, verdict, exitCode },
		...(signal !== undefined && { signal }),
		...{ stdout: await recordedText(stdout), stderr: await recordedText(stderr) },
	};
}

async function recordedText(text: string): Promise<RecordedText> {
	return { text, sha256: await sha256(text) };
}

function recordedCheck({ tree, verdict, nRuns, execution: { exitCode } }: CrashCheck): RecordedCheck {
	return { ...(tree !== undefined && { tree }), verdict, nRuns, exitCode };
}

function programsOf(runs: readonly (ReproducerRun | undefined)[]): readonly ProgramVersion[] {
	const programs = runs.flatMap(run => run?.programs ?? []);
	return [...new Map(programs.map(each => [each.name, each])).values()];
}

/** Undefined if the tests were not run with the patch, or an older version ran them. */
async function testsOf(
	ran: ValidationRun | undefined,
	tree: ExecutedTree | undefined,
	patch: Subject,
): Promise<ProofRecord['tests']> {
	const { tests, outcomes } = ran ?? {};
	if (ran === undefined || tests === undefined || outcomes === undefined) {
		return undefined;
	}
	const { runner, isPart, isByExitCode, leftOut, flaky } = tests;
	const workspace = tree === undefined ? [] : [workspaceSubject(tree)];
	const digest = await sha256(ran.command);
	const of = (subject: readonly Subject[], found: TestOutcomes): TestStatement => {
		const annotations = {
			command: ran.command,
			...(ran.tree !== undefined && { tree: ran.tree }),
			...(isPart === true && { isPart }),
			...(isByExitCode === true && { isByExitCode }),
			...(found.nMore !== undefined && { nMore: found.nMore }),
			leftOut,
		};
		const predicate = {
			...{ result: 'PASSED' as const, ...named(found, flaky.names) },
			configuration: [{ name: runner, digest: { sha256: digest }, annotations }] as const,
		};
		return {
			...{ _type: statementType, subject, predicateType: testResultType },
			predicate: { ...predicate, result: testResult(predicate) },
		};
	};
	const before = of(workspace.length === 0 ? [patch] : workspace, outcomes.before);
	return { before, after: of([...workspace, patch], outcomes.after) };
}

function named({ passed, failed, skipped }: TestOutcomes, flaky: readonly string[]) {
	const isFirm = (test: string) => !flaky.includes(test);
	return {
		passedTests: passed.filter(isFirm),
		warnedTests: flaky,
		failedTests: failed.filter(isFirm),
		skippedTests: skipped.filter(isFirm),
	};
}

/** As in-toto defines it. */
export function testResult({
	failedTests,
	warnedTests,
}: Pick<TestPredicate, 'failedTests' | 'warnedTests'>): TestPredicate['result'] {
	return failedTests.length > 0 ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED';
}
