import { askJson } from '../../../models/pure/loop/askJson';
import { joinRemarks } from '../../../models/pure/protocols/joinRemarks';
import { yesOrNo } from '../../../models/pure/reply/yesOrNo';
import type { StageDeps } from '../../../models/pure/requests/agentDeps';
import { researcherTools } from '../../../models/pure/tools/toolTable';
import type { BugLocation } from '../../../runs/pure/model/location';
import type { Patch, PatchReview } from '../../../runs/pure/model/patch';
import { placeName, placeText } from '../../../runs/pure/model/placeText';
import type { Reproducer, ReproducerRun } from '../../../runs/pure/model/reproducer';
import type { CrashCheck } from '../../../runs/pure/model/testing/crashCheck';
import { brokenTestText } from '../../../runs/pure/model/testing/testFindings';
import type { ValidationRun } from '../../../runs/pure/model/testing/validation';
import { tagged } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { changedCode } from './changedCode';
import opening from './opening.md';
import questionWithoutTest from './questionWithoutTest.md';
import questionWithTest from './questionWithTest.md';
import system from './system.md';
import wrongTests from './wrongTests.md';

/** In so many rounds the code may be searched. */
const maxCallRounds = 3;

/** So many broken tests are shown. */
const mostTests = 10;

/** The patch and the evidence a reviewer looks at. */
export interface Reviewed {
	readonly issue: string;
	/** The locations the patch was written for. */
	readonly locations: readonly BugLocation[];
	readonly patch: Patch;
	/** A reproducer, before and after the patch; absent if there is none. */
	readonly reproduced?: Reproduced;
	/** The project's tests with the patch; absent if they were not run. */
	readonly tests?: ValidationRun;
	/** The project's own build and reproducer commands with the patch. */
	readonly crash?: CrashCheck;
	/** Tests that the patch breaks and changes, by name, and their code without it. */
	readonly contested?: { readonly tests: readonly string[]; readonly code: string };
}

export interface Reproduced {
	readonly reproducer: Reproducer;
	readonly before: ReproducerRun;
	readonly after: ReproducerRun;
}

/**
 * Asks whether a patch resolves the issue: by reading, by how a reproducer behaves before and after it, and by the
 * project's tests. The reproducer may be wrong as well (AutoCodeRover's reviewer). Undefined if the model gives no
 * verdict.
 */
export async function reviewPatch(node: string, deps: StageDeps, reviewed: Reviewed): Promise<PatchReview | undefined> {
	const { issue, patch, reproduced } = reviewed;
	const { workspace, signal } = deps.context;
	const evidence = evidenceText(reviewed, await changedCode(patch.files, workspace, signal));
	const asked = (reproduced === undefined ? questionWithoutTest : questionWithTest).trim();
	const { tests: contested = [], code: testsNow = '' } = reviewed.contested ?? {};
	const about = { tests: contested.join(', '), code: testsNow };
	const task = contested.length === 0 ? asked : joinRemarks([fillTemplate(wrongTests, about), withWrongTests(asked)]);
	const verdicts = await askJson(node, deps, {
		prompts: {
			system: system.trim(),
			opening: [fillTemplate(opening, { issue, evidence })],
			question: task,
			purpose: 'review the patch',
		},
		look: { toolset: { tools: researcherTools, callNoun: { one: 'search', many: 'searches' } }, maxCallRounds },
		read: object => readVerdicts(object, { hasTest: reproduced !== undefined, contested }),
	});
	return verdicts && { patch: patch.id, ...(reproduced && { reproducer: reproduced.reproducer.id }), ...verdicts };
}

/** The question with a further key in its object. */
function withWrongTests(question: string): string {
	return question.replace(
		/\}$/,
		', "wrong-tests": ["the name of each test that asserted what the issue reports as wrong"]}',
	);
}

/** The evidence to judge by, each part between tags that name it. */
function evidenceText({ locations, patch, reproduced, tests, crash }: Reviewed, code: string): string {
	const intended = locations.flatMap(location =>
		location.intendedBehavior === ''
			? []
			: [`${placeText(location)} ${placeName(location)}: ${location.intendedBehavior}`],
	);
	const parts: readonly (readonly [tag: string, text: string | undefined])[] = [
		['intended_behavior', intended.join('\n')],
		['patch', patch.diff.trimEnd()],
		['changed_code_with_patch', code],
		['test', reproduced?.reproducer.text.trimEnd()],
		['test_run_without_patch', reproduced && ranText(reproduced.before)],
		['test_run_with_patch', reproduced && ranText(reproduced.after)],
		['build_and_reproducer_command_with_patch', crash && crashText(crash)],
		['project_tests_with_patch', tests === undefined ? notRunText(reproduced, crash) : testsText(tests)],
	];
	return parts.flatMap(([tag, text = '']) => (text === '' ? [] : [tagged(tag, text)])).join('\n\n');
}

/** The end and the output of a run, for a model. */
export function ranText({ execution, why }: ReproducerRun): string {
	const { exitCode, timedOut } = execution;
	const ended = timedOut ? 'Timed out' : `It ended with exit code ${exitCode}`;
	const how = why.startsWith(ended) ? why : `${ended}. ${why}`;
	return [how, outputText({ execution })].join('\n');
}

/** Both outputs of a run, for a model. */
export function outputText({ execution: { stdout, stderr } }: Pick<ReproducerRun, 'execution'>): string {
	return [labelled('stdout', stdout), labelled('stderr', stderr)].join('\n');
}

function notRunText(reproduced: Reproduced | undefined, crash: CrashCheck | undefined): string {
	if (crash !== undefined && hasFailed(crash)) {
		return 'They were not run, because the project does not build or crashes.';
	}
	const isRed = reproduced !== undefined && reproduced.after.verdict !== 'passed';
	return isRed ? 'They were not run, because the test fails.' : 'They were not run in this run.';
}

/** The output of a run that ends well shows nothing. */
function crashText(check: CrashCheck): string {
	const { why, execution } = check;
	const { stdout, stderr } = execution;
	return hasFailed(check) ? [why, labelled('stdout', stdout), labelled('stderr', stderr)].join('\n') : why;
}

function hasFailed({ verdict }: CrashCheck): boolean {
	return verdict === 'notBuilt' || verdict === 'sameCrash' || verdict === 'otherCrash';
}

/** The output of tests that pass shows nothing. */
function testsText({ why, verdict, tests, execution: { stdout, stderr } }: ValidationRun): string {
	if (tests !== undefined && tests.isByExitCode !== true) {
		return [why, ...tests.broken.slice(0, mostTests).map(brokenTestText)].join('\n\n');
	}
	return verdict === 'passed' ? why : [why, labelled('stdout', stdout), labelled('stderr', stderr)].join('\n');
}

function labelled(name: string, text: string): string {
	return text.trim() === '' ? `<${name}></${name}>` : tagged(name, text.trimEnd());
}

type Verdicts = Omit<PatchReview, 'patch' | 'reproducer'>;

type Answer = Readonly<Record<string, unknown>>;

function readVerdicts(
	object: Answer,
	{ hasTest, contested }: { readonly hasTest: boolean; readonly contested: readonly string[] },
): { answer: Verdicts } | { problems: string[] } {
	const named = object['wrong-tests'];
	const wrong = Array.isArray(named) ? contested.filter(name => named.some(each => isNameOf(String(each), name))) : [];
	const patch = readVerdict('patch', object);
	const test = hasTest ? readVerdict('test', object) : undefined;
	const isMissing = contested.length > 0 && !Array.isArray(named);
	const problems = [
		...[...patch.problems, ...(test?.problems ?? [])],
		...(isMissing
			? ['"wrong-tests" must be a list of names; [] if none of the tests asserted what the issue reports as wrong.']
			: []),
	];
	if (patch.isCorrect === undefined || problems.length > 0) {
		return { problems };
	}
	return {
		answer: {
			...{ patchCorrect: patch.isCorrect, patchAnalysis: patch.analysis, patchAdvice: patch.advice },
			...{ testAnalysis: test?.analysis ?? '', testAdvice: test?.advice ?? '' },
			...(test?.isCorrect !== undefined && { testCorrect: test.isCorrect }),
			...(wrong.length > 0 && { wrongTests: wrong }),
		},
	};
}

/** The whole name of a test, or its end. */
function isNameOf(given: string, name: string): boolean {
	const [short, whole] = [given.trim(), name].map(each => each.replace(/\(\)$/, '')) as [string, string];
	return short !== '' && whole.endsWith(short) && !/[\p{L}\p{N}_]$/u.test(whole.slice(0, whole.length - short.length));
}

/** A negative verdict needs advice for the next attempt. */
function readVerdict(what: 'patch' | 'test', object: Answer) {
	const isCorrect = yesOrNo(object[`${what}-correct`]);
	const [analysis, advice] = [textOf(object[`${what}-analysis`]), textOf(object[`${what}-advice`])];
	const problems = [
		...(isCorrect === undefined ? [`"${what}-correct" must be true or false.`] : []),
		...(isCorrect === false && advice === ''
			? [`"${what}-correct" is false, so "${what}-advice" must say what to do instead.`]
			: []),
	];
	return { isCorrect, analysis, advice, problems };
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
