import type { Phase } from '../../runs/pure/events/runEvent';
import { pathEnding } from '../../runs/pure/fold/pathEnding';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../runs/pure/fold/runFix';
import { phaseOf, phases } from '../../runs/pure/fold/runNode';
import { type RunProblem, runProblems } from '../../runs/pure/fold/runProblems';
import { locationCounts, locationsText } from '../../runs/pure/fold/runResult';
import { branchRoot, nodesOf } from '../../runs/pure/fold/runTree';
import { type PatchState, patchName } from '../../runs/pure/fold/shownPatch';
import { counted } from '../../system/pure/text/counted';
import { engineText, t } from '../language';
import type { RunView } from './runView';

/**
 * `ready`: for the user. `warned`: done, but something in it failed. `stopped`: before its end. `skipped`: a later phase
 * began without it.
 */
export type PhaseState =
	| 'todo'
	| 'running'
	| 'waiting'
	| 'ready'
	| 'done'
	| 'warned'
	| 'failed'
	| 'stopped'
	| 'skipped';

/** A phase of the run shown, as the stepper and its section show it. */
export interface PhaseView {
	readonly phase: Phase;
	readonly name: string;
	readonly state: PhaseState;
	/** The state in words. */
	readonly spoken: string;
	/** Its result in a few words; '' while there is none. */
	readonly summary: string;
	/** Whether the run is in this phase. */
	readonly isCurrent: boolean;
	readonly startsOpen: boolean;
}

type PhasedRun = Pick<RunView, 'run' | 'session' | 'maxLocations' | 'patches'>;

export function phaseViews(view: PhasedRun): PhaseView[] {
	const { run } = view;
	const fix = fixOf(run);
	const live = view.session.live ? livePhase(run) : undefined;
	const begun = phases.filter(phase => phase === live || hasBegun(run, fix, phase));
	const current = live ?? begun.at(-1) ?? 'locate';
	const problems = runProblems(run, view.session.live);
	return phases.map(phase => {
		const own = problems.filter(problem => problem.phase === phase);
		const state =
			phase === live
				? liveState(run)
				: begun.includes(phase)
					? withProblems(endStates[phase](view, fix), own)
					: unbegun(phase, begun);
		return {
			...{ phase, name: names[phase], state, spoken: spokenStates[state] },
			summary: begun.includes(phase) ? summaryOf(view, { phase, fix, own, isLive: phase === live }) : '',
			isCurrent: phase === current,
			// A running phase comes with the newest results of the run.
			startsOpen: phase === current || (live !== undefined && phase === begun.at(-1)),
		};
	});
}

/** What the user asked for last decides; a step that failed leaves no phase green. */
function withProblems(state: PhaseState, own: readonly RunProblem[]): PhaseState {
	if (own.some(({ isAsked }) => isAsked)) {
		return 'failed';
	}
	return state === 'done' && own.length > 0 ? 'warned' : state;
}

interface Summarized {
	readonly phase: Phase;
	readonly fix: RunFix;
	/** The problems of the phase. */
	readonly own: readonly RunProblem[];
	readonly isLive: boolean;
}

function summaryOf(view: PhasedRun, { phase, fix, own, isLive }: Summarized): string {
	const isOfFeedback = own.some(({ isAsked, node }) => isAsked && node !== rootNode);
	if (!isOfFeedback) {
		return summaries[phase](view, fix, isLive);
	}
	return phase === 'patch' ? t('no patch from your feedback') : t('no location from your feedback');
}

/** Before there is a run: the way ahead. */
export function phasesAhead(): PhaseView[] {
	return phases.map(phase => ({
		...{ phase, name: names[phase], state: 'todo', spoken: spokenStates.todo, summary: '' },
		...{ isCurrent: phase === 'locate', startsOpen: false },
	}));
}

const names: Readonly<Record<Phase, string>> = {
	locate: t('Locate'),
	reproduce: t('Reproduce'),
	patch: t('Patch'),
	review: t({ message: 'Review', comment: 'a phase of the run' }),
};

const spokenStates: Readonly<Record<PhaseState, string>> = {
	todo: t('not yet'),
	running: t('running'),
	waiting: t('waiting for your input'),
	ready: t('ready for you'),
	done: t('done'),
	warned: t('done, with a problem'),
	failed: t('failed'),
	stopped: t('stopped'),
	skipped: t('skipped'),
};

/** The phase of the newest node that is open; nodes beside the trajectories count only if nothing else runs. */
function livePhase(run: Run): Phase {
	const open = nodesOf(run).filter(({ id, state }) => id !== rootNode && state === 'open');
	const node = open.findLast(({ isAside }) => isAside !== true) ?? open.at(-1);
	return node === undefined ? 'locate' : phaseOf(node);
}

function liveState({ state }: Run): PhaseState {
	return state === 'paused' ? 'waiting' : 'running';
}

function hasBegun(run: Run, { reproducers, patches }: RunFix, phase: Phase): boolean {
	const hasNode = Object.values(run.nodes).some(
		node => (node.kind === 'stage' || node.phase !== undefined) && node.isAside !== true && phaseOf(node) === phase,
	);
	switch (phase) {
		case 'locate':
			return true;
		case 'reproduce':
			return hasNode || reproducers.length > 0;
		case 'patch':
			return hasNode || patches.length > 0;
		case 'review':
			return patches.length > 0;
	}
}

function unbegun(phase: Phase, begun: readonly Phase[]): PhaseState {
	const isPassed = begun.some(other => phases.indexOf(other) > phases.indexOf(phase));
	return isPassed ? 'skipped' : 'todo';
}

/** The state of a phase that has begun and is not running. */
const endStates: Readonly<Record<Phase, (view: PhasedRun, fix: RunFix) => PhaseState>> = {
	locate: ({ run }, { patches }) =>
		isLocated(run)
			? 'done'
			: run.imported === undefined && !patches.some(({ isInFiles }) => isInFiles)
				? withoutResult(run)
				: 'skipped',
	reproduce: ({ run }, fix) => (isReproduced(fix) ? 'done' : withoutResult(run)),
	patch: ({ run }, { patches }) => (patches.length > 0 && !isUnanswered(run) ? 'done' : withoutResult(run)),
	review: ({ patches }) => {
		const isOpen = patches.some(({ state, nPending }) => state === 'open' || nPending !== undefined);
		const isTaken = patches.some(({ state, nPending }) => isInFiles(state) && nPending === undefined);
		return isOpen && !isTaken ? 'ready' : 'done';
	},
};

/** A fix that was stopped before the user's feedback led to a patch. */
function isUnanswered(run: Run): boolean {
	const feedback = branchRoot(run);
	return feedback !== rootNode && run.goal === 'fix' && pathEnding(run, feedback) !== undefined;
}

/** The findings of a search that failed or was stopped are no result. */
function isLocated({ selected, state }: Run): boolean {
	return selected.locations.length > 0 && (state === 'done' || !selected.isProvisional);
}

/** `2 patches, still being tested` */
function openText(patches: PhasedRun['patches']): string {
	const count = engineText(counted(patches.length, 'patch', 'patches'));
	return patches.some(({ isBeingJudged }) => isBeingJudged) ? t('{0}, still being tested', count) : count;
}

function isInFiles(state: PatchState): boolean {
	return state === 'accepted' || state === 'partial';
}

function withoutResult({ state }: Run): PhaseState {
	return state === 'done' || state === 'failed' ? 'failed' : 'stopped';
}

function isReproduced({ reproducerRuns }: RunFix): boolean {
	return reproducerRuns.some(({ patch, verdict }) => patch === undefined && verdict === 'reproduced');
}

const summaries: Readonly<Record<Phase, (view: PhasedRun, fix: RunFix, isLive: boolean) => string>> = {
	locate: ({ run, maxLocations }) =>
		run.selected.locations.length === 0 ? '' : engineText(locationsText(locationCounts(run, maxLocations))),
	reproduce: (_view, fix, isLive) =>
		isReproduced(fix) ? t('the bug is reproduced') : isLive ? '' : t('not reproduced'),
	patch: (_view, { patches }) => (patches.length === 0 ? '' : engineText(counted(patches.length, 'attempt'))),
	review: ({ patches }) => {
		const taken = patches.find(({ state }) => isInFiles(state));
		return taken === undefined
			? openText(patches)
			: t('{0}: {1}', engineText(patchName(taken)), engineText(taken.decided ?? ''));
	},
};
