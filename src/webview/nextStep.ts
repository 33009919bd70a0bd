import { type PatchCandidate, patchCandidates } from '../core/model/run/patchCandidates';
import type { Run } from '../core/model/run/run';
import { fixOf } from '../core/model/run/runFix';
import { roundsOf } from '../core/model/run/runTree';
import type { FromWebview } from '../protocol/messages';
import type { AppState } from './appState';

/** A button of the footer. */
export interface Step {
	readonly label: string;
	readonly do: StepAction;
}

export type StepAction =
	| { readonly kind: 'send'; readonly message: FromWebview }
	/** Opens the box for feedback on a round. */
	| { readonly kind: 'feedback'; readonly round: string }
	/** Opens an empty issue box. */
	| { readonly kind: 'compose' };

type Shown = Pick<AppState, 'session' | 'model' | 'isTrusted'>;

const another: Step = { label: 'Locate Another Bug', do: { kind: 'compose' } };

/** What the user can do with a run that is not active: the next step first, of which there is always one. */
export function nextSteps(run: Run, shown: Shown): readonly [Step, ...Step[]] {
	const next = nextStep(run, shown);
	const feedback = feedbackStep(run);
	const others = feedback === undefined ? [] : [feedback];
	return next === undefined ? [another, ...others] : [next, ...others, another];
}

function nextStep(run: Run, shown: Shown): Step | undefined {
	const candidates = patchCandidates(fixOf(run));
	if (candidates.length > 0) {
		return stepWithPatches(run, candidates, shown);
	}
	if (shown.session.resumable) {
		return act('Resume', 'resume');
	}
	// A fix that ended without a patch would end in the same way again.
	return run.goal === 'fix' || run.isReadOnly || !hasOpenLocation(run) ? undefined : patchStep(shown);
}

/** A patch is written by a model. */
function patchStep({ model }: Shown): Step {
	return model.recipient === undefined
		? act('Choose a Model to Write a Patch…', 'chooseModelToFix')
		: act('Write a Patch', 'fix');
}

/** The first patch without a decision is the next to review; once one is accepted, its effect is to be tested. */
function stepWithPatches({ decisions }: Run, candidates: readonly PatchCandidate[], shown: Shown): Step | undefined {
	const next = candidates.find(({ patch }) => !decisions.decided.some(each => each.patch === patch.id));
	const isAccepted = decisions.written.length > 0;
	if (!isAccepted && next === undefined) {
		return undefined;
	}
	if (!shown.isTrusted) {
		return act('Trust This Folder…', 'manageTrust');
	}
	return isAccepted || next === undefined
		? act('Run Tests', 'runTests')
		: {
				label: `Review Patch ${next.number}`,
				do: { kind: 'send', message: { type: 'reviewPatch', patch: next.patch.id } },
			};
}

/** On the last round a model finished, the most likely target. */
function feedbackStep(run: Run): Step | undefined {
	const round = run.isReadOnly
		? undefined
		: roundsOf(run).findLast(({ state, requests }) => state === 'closed' && requests.length > 0);
	return round && { label: 'Give Feedback', do: { kind: 'feedback', round: round.id } };
}

function hasOpenLocation({ selected, dismissed }: Run): boolean {
	return selected.locations.some(({ id }) => !dismissed.includes(id));
}

function act(label: string, action: Extract<FromWebview, { type: 'act' }>['action']): Step {
	return { label, do: { kind: 'send', message: { type: 'act', action } } };
}
