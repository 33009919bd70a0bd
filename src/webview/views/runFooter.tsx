import type { Run } from '../../core/model/run/run';
import { fixOf } from '../../core/model/run/runFix';
import { roundsOf } from '../../core/model/run/runTree';
import { nearCap, spentTexts } from '../spending';
import { Icon } from './icon';
import type { ViewProps } from './viewProps';

/** The progress and the cost of a live run; the next actions of an ended one. */
export function RunFooter(props: ViewProps) {
	const { run, session } = props.state;
	if (session.live) {
		// The review panel and the feedback box have their own buttons.
		return run?.pause?.reason === 'review' ? null : <LiveFooter {...props} />;
	}
	const givesFeedback = props.view.feedback !== undefined && props.view.feedback.runId === run?.id;
	return givesFeedback ? null : <EndFooter {...props} />;
}

function LiveFooter({ state, send }: ViewProps) {
	const { run, session, status } = state;
	const isPaused = run?.state === 'paused';
	return (
		<footer>
			<div class="running">
				<Icon {...(isPaused ? { name: 'debug-pause' } : { name: 'loading', spin: true })} />
				<span class="running-text">{isPaused ? 'Waiting for your input' : progressLine(state)}</span>
				{run?.server !== undefined && !isPaused && (
					<button
						type="button"
						class="link"
						onClick={() => send({ type: 'act', action: session.pausing ? 'continue' : 'pause' })}
					>
						{session.pausing ? 'Continue' : 'Pause'}
					</button>
				)}
				<button type="button" class="link" onClick={() => send({ type: 'act', action: 'cancel' })}>
					Cancel
				</button>
			</div>
			<Spent state={state} />
		</footer>
	);

	function progressLine({ run, session }: ViewProps['state']): string {
		if (status.state === 'building' && run?.index === undefined) {
			return `Reading the code: ${progressText(status)}`;
		}
		if (session.retry !== undefined) {
			return 'Waiting for the server…';
		}
		return session.pausing ? 'Pausing after this answer…' : 'Locating…';
	}
}

function EndFooter({ state, changeView, send }: ViewProps) {
	const { run } = state;
	const round = run === undefined ? undefined : newestRound(run);
	return (
		<footer>
			<Spent state={state} />
			<div class="choices">
				{run !== undefined && isFixable(run) && (
					<button type="button" class="primary" onClick={() => send({ type: 'act', action: 'fix' })}>
						Write a Patch
					</button>
				)}
				{run !== undefined && round !== undefined && (
					<button
						type="button"
						class="secondary"
						onClick={() => changeView({ feedback: { runId: run.id, round, text: '' } })}
					>
						Give Feedback
					</button>
				)}
				<button type="button" class="secondary" onClick={() => changeView({ composing: true, draft: '' })}>
					Locate Another Bug
				</button>
			</div>
		</footer>
	);
}

/** Whether the user can still ask for patches. */
function isFixable(run: Run): boolean {
	const { goal, selected, isReadOnly } = run;
	return goal !== 'fix' && !isReadOnly && selected.locations.length > 0 && fixOf(run).patches.length === 0;
}

/** The last round a model finished: the most likely target of feedback. */
function newestRound(run: Run): string | undefined {
	return run.isReadOnly
		? undefined
		: roundsOf(run).findLast(({ state, requests }) => state === 'closed' && requests.length > 0)?.id;
}

function Spent({ state: { run, limits, session } }: Pick<ViewProps, 'state'>) {
	if (run === undefined || run.nRequests === 0) {
		return null;
	}
	const near = session.live && run.pause?.reason !== 'cap' ? nearCap(run, limits) : undefined;
	return (
		<p class="spent aside">
			{spentTexts(run, limits).join(' · ')}
			{near !== undefined && (
				<span class="near">
					<Icon name="warning" tone="warned" /> {near}
				</span>
			)}
		</p>
	);
}

function progressText({ done, total }: { readonly done: number; readonly total: number }): string {
	return total === 0 ? 'looking for files' : `${done.toLocaleString()} of ${total.toLocaleString()} files`;
}
