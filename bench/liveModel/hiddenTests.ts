import { cpSync } from 'node:fs';
import { runProgram } from '../entryPoints/runCommand';
import { allOf, type CodeTrees } from './codeTrees';
import type { TestedInstance } from './liveInstance';
import { type TestOutcomes, testOutcomes } from './testOutcomes';

/** The results of the hidden tests on the code with a change. */
export interface Judged {
	readonly outcomes: TestOutcomes;
	readonly output: string;
	/** The tests took longer than their limit. */
	readonly isTimeout: boolean;
}

/** Runs the hidden tests of an instance in a fresh tree with a change, a unified diff that may be empty. */
export async function runHiddenTests(instance: TestedInstance, trees: CodeTrees, diff: string): Promise<Judged> {
	const tree = await trees.fresh(instance);
	tree.apply(diff);
	const { command, results, files } = instance.tests;
	// Last, so that a change cannot replace the tests that judge it.
	if ('diff' in files) {
		tree.apply(files.diff);
	} else {
		cpSync(files.folder, tree.folder, { recursive: true });
	}
	const run = await runProgram(command, { cwd: tree.folder, env: allOf(instance.environment), timeoutMs });
	const outcomes = testOutcomes(results, run.output, run.exitCode);
	return { outcomes, output: run.output, isTimeout: run.exitCode === undefined };
}

/** Enough for the tests of a few files on a busy machine. */
const timeoutMs = 240_000;
