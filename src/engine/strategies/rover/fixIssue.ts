import { type Run, rootNode } from '../../../runs/pure/fold/run';
import { leavesOf, pathTo, resultOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { ModelContext } from '../strategy';
import { FixSteps, locateAgainKey } from './fixSteps';
import type { KnownBefore, LocateIssue } from './locateIssue';
import { rankedFix } from './rankedFix';
import type { ShownBug } from './reproducerClues';
import { writeCandidates } from './writeCandidates';

/**
 * Locates the bug of an issue and writes patches for it, in AutoCodeRover's order: a reproducer first, whose failure is
 * a clue for the search; then the search; then patches, each judged by how the reproducer behaves before and after it,
 * by the project's own build and reproducer commands, and by its tests. A run that has its locations keeps them, and
 * its reproducer follows them. A limit that is reached ends it with the patches so far. Nothing is written to the
 * workspace.
 */
export function fixIssue(log: RunLog, context: ModelContext, locate: LocateIssue): Promise<void> {
	return rankedFix(log, context, async evidence => {
		const steps = new FixSteps(log, evidence, locate);
		const { at, shown } = await locateAndReproduce(log, steps, start => locate(log, start.at, context, start.known));
		if (resultOf(log.run, at).locations.length > 0) {
			// Before a patch is paid for: how tests and commands end without one is shown then.
			await steps.judging.endPlain();
			const located = [at, ...otherTrajectories(log.run, at)] as const;
			await writeCandidates(steps, { located, shown, nCandidates: context.options.nCandidates });
		}
	});
}

type Locate = (start: { readonly at: string; readonly known: KnownBefore }) => Promise<string>;

interface Located {
	/** The node that patches follow. */
	readonly at: string;
	readonly shown: ShownBug | undefined;
}

/**
 * If rounds ran before anything was reproduced, the reproducer follows them. One that could not be written before is
 * written again when the bug is located.
 */
async function locateAndReproduce(log: RunLog, steps: FixSteps, locate: Locate): Promise<Located> {
	const [, first] = pathTo(log.run, log.run.selected.leaf);
	if (first?.kind === 'round') {
		const at = locatedNode(log.run) ?? (await locate({ at: rootNode, known: { clues: [] } }));
		return steps.reproduce(at, []);
	}
	const { at: start, shown, isFinal } = await steps.reproduce(rootNode, []);
	const at = locatedNode(log.run) ?? (await locate({ at: start, known: await steps.evidence.known(shown) }));
	const isTriedAgain = !isFinal && resultOf(log.run, at).locations.length > 0;
	return isTriedAgain ? steps.reproduce(at, []) : { at, shown };
}

/**
 * The node at which the first search of the trajectory that is shown ended, since the last feedback on it; undefined
 * before that.
 */
function locatedNode(run: Run): string | undefined {
	const path = pathTo(run, run.selected.leaf);
	const again = path.findIndex(({ key }) => key.startsWith(locateAgainKey));
	const first = again === -1 ? path : path.slice(0, again);
	const since = first.findLastIndex(({ kind }) => kind === 'feedback') + 1;
	return first.slice(since).findLast(({ named }) => named?.isProvisional === false)?.id;
}

/** The nodes at which other searches than the one that ended in `at` ended with locations of their own. */
function otherTrajectories(run: Run, at: string): string[] {
	const own = pathTo(run, at).find(({ kind }) => kind === 'trajectory');
	const beside = run.nodes[own?.parent ?? '']?.children.flatMap(id => run.nodes[id] ?? []) ?? [];
	return beside
		.filter(({ id, kind }) => kind === 'trajectory' && id !== own?.id)
		.flatMap(({ id }) => leavesOf(run, id).slice(0, 1))
		.map(({ id }) => resultOf(run, id))
		.filter(({ locations, isProvisional }) => locations.length > 0 && !isProvisional)
		.map(({ leaf }) => leaf);
}
