import type { Phase } from '../events/runEvent';
import { pathEnding, reasonText } from './pathEnding';
import { roundNumbers } from './roundNumbers';
import { type Run, rootNode } from './run';
import { phaseOf, type RunNode } from './runNode';
import { branchRoot, nodesOf, subtreeOf } from './runTree';

/** Something of a run that ended without its result, wherever in its tree. */
export interface RunProblem {
	/** The node that ended so. */
	readonly node: string;
	readonly phase: Phase;
	/** The user asked for its result: it is feedback, or the whole run. */
	readonly isAsked: boolean;
	/** What the user can do about it, as a sentence. */
	readonly next: string;
	/** How it ended and why, in sentences. */
	readonly text: string;
}

/**
 * What ended without its result, most important first: what the user asked for last, feedback that was not followed, and
 * steps that failed. `isLive`: what is under way has not ended.
 */
export function runProblems(run: Run, isLive: boolean): readonly RunProblem[] {
	const asked = askedProblem(run, isLive);
	const superseded = nodesOf(run)
		.filter(({ id, kind }) => kind === 'feedback' && id !== asked?.node && pathEnding(run, id) === 'superseded')
		.map(({ id }) => pathProblem(run, id, 'superseded'));
	return [...(asked === undefined ? [] : [asked]), ...superseded, ...failedSteps(run, asked?.node)];
}

/** What the user asked for last, if that ended without a result. A run that was stopped has not ended. */
export function askedProblem(run: Run, isLive: boolean): RunProblem | undefined {
	const start = branchRoot(run);
	const reason = isLive || run.state !== 'done' || run.imported !== undefined ? undefined : pathEnding(run, start);
	return reason === undefined || reason === 'pruned' || isOfTree(run) ? undefined : pathProblem(run, start, reason);
}

/** A run that has nothing but the changes of the working tree. */
function isOfTree({ nodes }: Run): boolean {
	return Object.values(nodes).some(({ patches }) => patches.some(({ isInFiles }) => isInFiles));
}

function pathProblem(run: Run, start: string, reason: Parameters<typeof reasonText>[0]): RunProblem {
	const { next, why } = reasonText(reason, run);
	const result = run.goal === 'fix' ? 'no patch' : 'no location';
	return {
		...{ node: start, phase: run.goal === 'fix' ? 'patch' : 'locate', isAsked: reason !== 'superseded' },
		next: start === rootNode && run.goal !== 'fix' ? nextWithoutLocation : next,
		text: `${pathName(run, start)} led to ${result}. ${why}`,
	};
}

const nextWithoutLocation = 'Name a function, a file or an error message in the issue, if there is one.';

function pathName(run: Run, start: string): string {
	if (start === rootNode) {
		return 'This run';
	}
	const after = roundNumbers(run).get(run.nodes[start]?.parent ?? '');
	return after === undefined ? 'Your feedback' : `Your feedback after round ${after}`;
}

/** Those of what the user asked for have its ending already. */
function failedSteps(run: Run, asked: string | undefined): readonly RunProblem[] {
	const known = new Set(
		asked === undefined ? [] : subtreeOf(run, asked).flatMap(each => (isBeside(each) ? [] : each.id)),
	);
	return nodesOf(run).flatMap((node): RunProblem[] => {
		const { id, outcome, summary = '', notes } = node;
		if (outcome?.kind !== 'failed' || known.has(id)) {
			return [];
		}
		const [why = ''] = notes.at(-1)?.split('\n') ?? [];
		const isKnown = why === '' || summary.startsWith(why) || why.startsWith(summary);
		return [
			{
				...{ node: id, phase: phaseOf(node), isAsked: false, next: outcome.next },
				text: isKnown ? asSentence(summary) : `${asSentence(summary)} ${why}`,
			},
		];
	});
}

function isBeside({ isAside, kind }: RunNode): boolean {
	return isAside === true || kind === 'trajectory';
}

function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
