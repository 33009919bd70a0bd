import type { Run } from '../runs/pure/fold/run';
import { fixOf } from '../runs/pure/fold/runFix';
import { roundsOf } from '../runs/pure/fold/runTree';
import { hasFailedChecks, nextToReview, patchName, reviewLabel, type ShownPatch } from '../runs/pure/fold/shownPatch';
import { type Cure, cureLabel } from '../system/pure/errors/cure';
import type { AppState } from './appState';
import { engineText, t } from './language';
import type { FromWebview } from './protocol/messages';

/** A button of the footer. */
export interface Step {
	readonly label: string;
	readonly do: StepAction;
	/** The label is followed by the time until the server may be asked again. */
	readonly isRetry?: true;
}

export type StepAction =
	| { readonly kind: 'send'; readonly message: FromWebview }
	/** Opens the box for feedback on a round. */
	| { readonly kind: 'feedback'; readonly round: string }
	/** Opens an empty issue box. */
	| { readonly kind: 'compose' };

type Shown = Pick<AppState, 'session' | 'model' | 'isTrusted' | 'patches'>;

const tests = act(t('Run Tests'), 'runTests');
const another: Step = { label: t('Locate Another Bug'), do: { kind: 'compose' } };

/** The user's options for a run that is not active: the next step first; there is always one. */
export function nextSteps(run: Run, shown: Shown): readonly [Step, ...Step[]] {
	const next = nextStep(run, shown);
	const feedback = feedbackStep(run);
	const isRetried = run.cures?.some(({ kind }) => kind === 'retry') === true;
	const resume = next?.do.kind === 'send' && next.do.message.type === 'cure' && shown.session.resumable && !isRetried;
	const others = [
		...(resume ? [act(t('Resume'), 'resume')] : []),
		...handingOn(run, shown).filter(step => step !== next),
		...(feedback === undefined ? [] : [feedback]),
	];
	if (next !== undefined && feedback !== undefined && shown.isTrusted && onlyFailedLeft(shown)) {
		return [feedback, next, another];
	}
	return next === undefined ? [another, ...others] : [next, ...others, another];
}

/** A remark to the user before the next step. */
export function remark(shown: Pick<Shown, 'patches'>): string | undefined {
	return onlyFailedLeft(shown) ? t('No patch is left that passed its checks.') : undefined;
}

/** Whether every patch that could be reviewed next failed its checks. */
function onlyFailedLeft({ patches }: Pick<Shown, 'patches'>): boolean {
	const next = nextToReview(patches);
	const isBusy = patches.some(patch => isAccepted(patch) || patch.nPending !== undefined);
	return !isBusy && next !== undefined && hasFailedChecks(next);
}

function nextStep(run: Run, shown: Shown): Step | undefined {
	if (shown.patches.length > 0) {
		return stepWithPatches(run, shown);
	}
	const cure = offeredCures(run, shown).next;
	if (cure !== undefined) {
		const step: Step = {
			label: engineText(cureLabel(cure.cure)),
			do: { kind: 'send', message: { type: 'cure', at: cure.at } },
		};
		return cure.cure.kind === 'retry' ? { ...step, isRetry: true } : step;
	}
	if (shown.session.resumable) {
		return act(t('Resume'), 'resume');
	}
	// A fix that ended without a patch would end in the same way again.
	return run.goal === 'fix' || run.isReadOnly || !hasOpenLocation(run) ? undefined : patchStep(shown);
}

/** A cure of a failed run, and its position among all of them. */
interface OfferedCure {
	readonly cure: Cure;
	readonly at: number;
}

/** The cures for a failed run without a patch: the first cure is its next step. */
export function offeredCures(
	{ cures = [], state }: Run,
	{ session, patches }: Pick<Shown, 'session' | 'patches'>,
): { readonly next: OfferedCure | undefined; readonly others: readonly OfferedCure[] } {
	const offered = cures
		.map((cure, at) => ({ cure, at }))
		.filter(({ cure }) => cure.kind !== 'retry' || session.resumable);
	const isNext = state === 'failed' && patches.length === 0;
	return { next: isNext ? offered[0] : undefined, others: isNext ? offered.slice(1) : offered };
}

/** A patch is written by a model. */
function patchStep({ model }: Shown): Step {
	return model.recipient === undefined
		? act(t('Choose a Model to Write a Patch…'), 'chooseModelToFix')
		: act(t('Write a Patch'), 'fix');
}

/** The best patch that is not decided is the next to review; once one is accepted, its effect is to be tested. */
function stepWithPatches(run: Run, shown: Shown): Step | undefined {
	const { patches, isTrusted } = shown;
	const reviewed = patches.find(({ nPending }) => nPending !== undefined);
	const isAnyAccepted = patches.some(isAccepted);
	const next = nextToReview(patches);
	if (!isAnyAccepted && next === undefined) {
		return undefined;
	}
	if (!isTrusted) {
		return act(t('Trust This Folder…'), 'manageTrust');
	}
	if (reviewed !== undefined) {
		return reviewStep(t('Continue Review of {0}', engineText(patchName(reviewed))), reviewed);
	}
	if (!isAnyAccepted && next !== undefined) {
		return reviewStep(engineText(reviewLabel(next)), next);
	}
	return pullRequestStep(run, shown) ?? tests;
}

/** The possible steps with accepted changes. */
function handingOn(run: Run, shown: Shown): readonly Step[] {
	return canHandOn(run, shown) ? [act(t('Hand On…'), 'handOn'), tests] : [];
}

function canHandOn(run: Run, { patches, isTrusted }: Shown): boolean {
	const isReviewed = patches.some(({ nPending }) => nPending !== undefined);
	const isOfTree = fixOf(run).patches.some(({ isInFiles }) => isInFiles);
	return isTrusted && !isReviewed && !isOfTree && patches.some(isAccepted);
}

/** Only a run that is done has patches that are judged to the end. */
function pullRequestStep(run: Run, shown: Shown): Step | undefined {
	if (run.state !== 'done' || !passedTests(run) || !canHandOn(run, shown)) {
		return undefined;
	}
	const isOpened = run.deliveries.some(({ pullRequest }) => pullRequest !== undefined);
	return act(isOpened ? t('Show Pull Request') : t('Open Pull Request…'), 'openPullRequest');
}

/** Whether the user's last run of the tests passed, with accepted changes. */
function passedTests({ testRuns }: Run): boolean {
	const last = testRuns.at(-1);
	return last !== undefined && last.exitCode === 0 && last.patches.length > 0 && last.isMixed !== true;
}

function isAccepted({ state }: ShownPatch): boolean {
	return state === 'accepted' || state === 'partial';
}

function reviewStep(label: string, { id }: ShownPatch): Step {
	return { label, do: { kind: 'send', message: { type: 'actOnPatch', action: 'review', patch: id } } };
}

/** On the last round a model finished, the most likely target. */
function feedbackStep(run: Run): Step | undefined {
	const round = run.isReadOnly
		? undefined
		: roundsOf(run).findLast(({ state, requests }) => state === 'closed' && requests.length > 0);
	return round && { label: t('Give Feedback'), do: { kind: 'feedback', round: round.id } };
}

function hasOpenLocation({ selected, dismissed }: Run): boolean {
	return selected.locations.some(({ id }) => !dismissed.includes(id));
}

function act(label: string, action: Extract<FromWebview, { type: 'act' }>['action']): Step {
	return { label, do: { kind: 'send', message: { type: 'act', action } } };
}
