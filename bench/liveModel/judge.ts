import type { CodeTrees } from './codeTrees';
import { runHiddenTests } from './hiddenTests';
import type { LiveInstance, TestedInstance } from './liveInstance';

/** What the hidden tests say about a patch; `notJudged` where there are none. */
export interface Judgment {
	readonly outcome: 'solved' | 'testsFail' | 'doesNotApply' | 'noPatch' | 'notJudged';
	/** Of the tests that must pass. */
	readonly nPassed: number;
	readonly nMustPass: number;
	/** Other tests of these files that pass without the patch and not with it. */
	readonly worse: readonly string[];
	/** The end of what the tests printed, where it is not solved. */
	readonly output?: string;
}

/** Runs the hidden tests with a patch in a fresh tree. What the patch changes in their own files does not count. */
export async function judge(instance: LiveInstance, trees: CodeTrees, diff: string | undefined): Promise<Judgment> {
	if (!hasTests(instance)) {
		return { outcome: 'notJudged', nPassed: 0, nMustPass: 0, worse: [] };
	}
	const { mustPass } = instance.tests;
	const none = { nPassed: 0, nMustPass: mustPass.length, worse: [] };
	if (diff === undefined) {
		return { outcome: 'noPatch', ...none };
	}
	const own = withoutFiles(diff, hiddenFiles(instance));
	try {
		(await trees.fresh(instance)).apply(own);
	} catch (error) {
		return { outcome: 'doesNotApply', ...none, output: String(error) };
	}
	const after = await runHiddenTests(instance, trees, own);
	const passed = mustPass.filter(name => after.outcomes.get(name) === true);
	const worse = await worseThanBefore(instance, trees, after.outcomes);
	const outcome = passed.length === mustPass.length && worse.length === 0 ? 'solved' : 'testsFail';
	return {
		...{ outcome, nPassed: passed.length, nMustPass: mustPass.length, worse },
		...(outcome !== 'solved' && { output: after.output.slice(-4000) }),
	};
}

export function hasTests(instance: LiveInstance): instance is TestedInstance {
	return instance.tests !== undefined;
}

async function worseThanBefore(
	instance: TestedInstance,
	trees: CodeTrees,
	after: ReadonlyMap<string, boolean>,
): Promise<string[]> {
	const isComplete = instance.tests.mustPass.every(name => after.get(name) === true);
	if (isComplete && [...after.values()].every(passed => passed)) {
		return [];
	}
	const before = await runHiddenTests(instance, trees, '');
	return [...before.outcomes].flatMap(([name, passed]) => (passed && after.get(name) !== true ? [name] : []));
}

function hiddenFiles({ tests: { files } }: TestedInstance): readonly string[] {
	return 'diff' in files ? [...files.diff.matchAll(/^(?:\+\+\+ b|--- a)\/(.*)$/gm)].map(([, path = '']) => path) : [];
}

/** A diff in git's style without the parts about some files. */
function withoutFiles(diff: string, files: readonly string[]): string {
	const parts = diff.split(/^(?=diff --git )/m);
	return parts.filter(part => !files.some(file => part.split('\n', 1)[0]?.endsWith(` b/${file}`))).join('');
}
