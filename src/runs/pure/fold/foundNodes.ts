import type { Execution } from '../model/execution';
import type { Run } from './run';
import type { RunNode } from './runNode';
import { nodesOf } from './runTree';

/** A part is complete after so many characters, so that the caller can pause between two. */
const partCharacters = 200_000;

export interface FoundPart {
	/** Ids, oldest first. */
	readonly nodes: readonly string[];
	/** All nodes are searched. */
	readonly isLast: boolean;
}

/**
 * Yields the nodes that contain a text, in parts: in their title, thoughts, actions and their output, candidates,
 * notes, reproducers, patched paths, or in the findings of a review, the tests or an evaluation. Case does not count.
 * Every run has one part at least. `shown` translates the engine's own texts into the language of the display; the
 * translation is searched too.
 */
export function* foundNodes(
	run: Pick<Run, 'nodes'>,
	text: string,
	shown?: (text: string) => string,
): Generator<FoundPart> {
	const query = text.toLowerCase();
	let found: string[] = [];
	let nCharacters = 0;
	for (const node of query === '' ? [] : nodesOf(run)) {
		const texts = [...textsOf(node), ...(shown === undefined ? [] : engineTexts(node).map(shown))];
		if (texts.some(each => each.toLowerCase().includes(query))) {
			found.push(node.id);
		}
		nCharacters += texts.reduce((sum, { length }) => sum + length, 0);
		if (nCharacters >= partCharacters) {
			yield { nodes: found, isLast: false };
			found = [];
			nCharacters = 0;
		}
	}
	yield { nodes: found, isLast: true };
}

function textsOf(node: RunNode): string[] {
	return [...ownTexts(node), ...evidenceTexts(node)];
}

/** The engine's own texts about a node, as opposed to a model's. */
function engineTexts({ title, summary = '', reasoning, notes }: RunNode): string[] {
	return [title, summary, ...reasoning, ...notes];
}

/** The requests, calls and candidates of a node. */
function ownTexts(node: RunNode): string[] {
	const { requests, calls, compared } = node;
	const answers = requests.flatMap(({ answer }) => answer?.text ?? []);
	const called = calls.flatMap(({ tool, args, answer }) => [
		[tool, ...Object.values(args)].join(' '),
		...(answer === undefined ? [] : [answer.text]),
	]);
	const candidates = compared?.candidates.flatMap(({ thought, action }) => [thought, action]) ?? [];
	return [...engineTexts(node), ...answers, ...called, ...candidates, compared?.reasons ?? ''];
}

/** The reproducers and patches of a node, and the results of checking them. */
function evidenceTexts(node: RunNode): string[] {
	const { reproducers, reproducerRuns, validationRuns, crashChecks, patches, reviews, evaluations = [] } = node;
	return [
		...reproducers.flatMap(({ file, text, remark = '' }) => [file, text, remark]),
		...reproducerRuns.flatMap(ranTexts),
		...validationRuns.flatMap(ran => [ran.command, ...ranTexts(ran)]),
		...crashChecks.flatMap(ranTexts),
		...patches.flatMap(({ files }) => files.map(({ path }) => path)),
		...reviews.flatMap(review => [
			...[review.patchAnalysis, review.testAnalysis, review.patchAdvice, review.testAdvice],
		]),
		...evaluations.map(({ output }) => output),
	];
}

function ranTexts({ why, execution }: { readonly why: string; readonly execution: Execution }): string[] {
	return [why, execution.stdout, execution.stderr];
}
