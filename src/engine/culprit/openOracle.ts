import type { LanguageData } from '../../code/pure/languages/languageData';
import type { FailureClues } from '../../history/pure/culprit/commitFacts';
import type { Workspace } from '../../history/pure/workspace';
import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import type { NamedTest } from '../../runs/pure/model/issue';
import { issueFromText } from '../../runs/pure/model/issueFromText';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import type { CommitExecution } from '../../sandbox/pure/execution/commitCheckouts';
import { usualTestTimeoutMs } from '../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../system/pure/errors/userError';
import { recordTest } from '../../testing/pure/coverage/recordTest';
import { detectRunners } from '../../testing/pure/detectRunners';
import { idOfTest } from '../../testing/pure/findTest';
import { openTestSuite } from '../../testing/pure/openTestSuite';
import { workspaceFrames } from '../../testing/pure/traces/workspaceFrames';
import type { CulpritTarget } from './culpritTarget';
import { graftTest, type TestInFile } from './graftTest';
import type { Oracle } from './oracle';
import { ReproducerOracle } from './reproducerOracle';
import { testFiles } from './testFiles';
import { TestOracle } from './testOracle';

export interface OracleDeps {
	readonly workspace: Workspace;
	readonly execution: CommitExecution;
	/** Workspace paths of further files that are as they are now at each commit. */
	readonly with: readonly string[];
	readonly signal: AbortSignal;
}

/** Runs what fails in a copy of the workspace as it is now. Throws `UserError` if it does not fail. */
export function openOracle(target: CulpritTarget, checkout: Checkout, deps: OracleDeps): Promise<Oracle> {
	return target.kind === 'test'
		? openTest(target.test, checkout, deps)
		: ReproducerOracle.open(target, checkout, reproducerDeps(target, deps), deps.signal);
}

async function openTest(test: string | NamedTest, checkout: Checkout, deps: OracleDeps): Promise<Oracle> {
	const { workspace, execution, signal } = deps;
	const suite = await openTestSuite(workspace, execution);
	if (suite === undefined) {
		throw new UserError('No test runner is known for this folder: name the command with --test-command LINE.');
	}
	const { parser, index } = workspace;
	const { testTimeoutMs: timeoutMs = usualTestTimeoutMs, testCommand } = execution;
	const projects = testCommand === undefined ? await detectRunners(workspace) : [];
	const id = await idOfTest(test, projects, { ...execution, checkout }, { timeoutMs, signal });
	const record = recordTest(projects, { ...execution, index, timeoutMs });
	const filesOf = (file: string | undefined) => testFiles(workspace, file, deps.with);
	const graft = (today: TestInFile, then: string) => graftTest(today, then, workspace);
	const oracle = { suite, languages: parser.languages, timeoutMs, record, graft, filesOf };
	return TestOracle.open(id, checkout, oracle, signal);
}

function reproducerDeps({ name, language: id }: CulpritTarget & { kind: 'reproducer' }, deps: OracleDeps) {
	const { parser, languages, index } = deps.workspace;
	const language = id === undefined ? languages.of(name) : parser.languages.find(each => each.id === id);
	if (language === undefined || !hasReproducer(language)) {
		throw new UserError(`It is not known how ${name} is run.`);
	}
	return { ...deps.execution, language, languages: parser.languages, index };
}

function hasReproducer(
	language: LanguageData,
): language is LanguageData & { readonly reproducer: NonNullable<LanguageData['reproducer']> } {
	return language.reproducer !== undefined;
}

/** What its failure says about commits. */
export async function cluesOf(
	oracle: Oracle,
	{ workspace }: Pick<OracleDeps, 'workspace'>,
): Promise<Omit<FailureClues, 'executed'>> {
	const { parser, languages } = workspace;
	const issue = issueFromText(oracle.output, { kind: 'command' });
	const brief = issue && makeBrief(issue, parser.languages);
	const { project = [] } = brief === undefined ? {} : await workspaceFrames(brief, workspace);
	return {
		frames: new Set(project.map(({ file }) => file)),
		text: `${oracle.name}\n${oracle.output}`,
		isTest: (path: string) => languages.isTest(path),
		isCode: (path: string) => languages.of(path) !== undefined,
	};
}
