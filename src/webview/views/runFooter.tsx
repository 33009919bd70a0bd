import { activityText } from '../../runs/pure/fold/activity';
import { amountText, capText, usedText } from '../../runs/pure/fold/capText';
import { nearCap } from '../../runs/pure/fold/spent';
import { engineText, t } from '../language';
import { nextSteps, remark, type Step } from '../nextStep';
import { capStep } from '../protocol/capStep';
import { spentTexts } from '../spending';
import { Icon } from './icon';
import { RetryLabel } from './retryPanel';
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
				<span class="running-text">{isPaused ? t('Waiting for your input') : progressLine(state)}</span>
				{run?.server !== undefined && !isPaused && (
					<button
						type="button"
						class="link"
						onClick={() => send({ type: 'act', action: session.pausing ? 'continue' : 'pause' })}
					>
						{session.pausing ? t('Continue') : t('Pause')}
					</button>
				)}
				<button type="button" class="link" onClick={() => send({ type: 'act', action: 'cancel' })}>
					{t('Cancel')}
				</button>
			</div>
			<Spent state={state} />
			<NearCap state={state} send={send} />
		</footer>
	);

	function progressLine({ run, session }: ViewProps['state']): string {
		if (status.state === 'building' && run?.index === undefined) {
			return progressText(status);
		}
		if (session.retry !== undefined) {
			return t('Waiting for the server…');
		}
		return session.pausing ? t('Pausing after this answer…') : run === undefined ? '' : engineText(activityText(run));
	}
}

function EndFooter({ state, changeView, send }: ViewProps) {
	const { run } = state;
	if (run === undefined) {
		return null;
	}
	const take = ({ do: next }: Step) => {
		switch (next.kind) {
			case 'send':
				return send(next.message);
			case 'feedback':
				return changeView({ feedback: { runId: run.id, round: next.round, text: '' } });
			case 'compose':
				return changeView({ composing: true, draft: '' });
		}
	};
	const [primary, second, ...others] = nextSteps(run, state);
	const known = remark(state);
	return (
		<footer>
			<Spent state={state} />
			{known !== undefined && <p class="remark">{known}</p>}
			<button type="button" class="primary" onClick={() => take(primary)}>
				{primary.isRetry === true ? <RetryLabel session={state.session} label={primary.label} /> : primary.label}
			</button>
			{second !== undefined && (
				<button type="button" class="secondary" onClick={() => take(second)}>
					{second.label}
				</button>
			)}
			{others.length > 0 && (
				<div class="asides">
					{others.map(step => (
						<button key={step.label} type="button" class="link" onClick={() => take(step)}>
							{step.label}
						</button>
					))}
				</div>
			)}
		</footer>
	);
}

function Spent({ state: { run, limits } }: Pick<ViewProps, 'state'>) {
	return run === undefined ? null : <p class="spent aside">{spentTexts(run, limits).join(' · ')}</p>;
}

/** Asks before a limit is reached, while the run continues. */
function NearCap({ state: { run, limits }, send }: Pick<ViewProps, 'state' | 'send'>) {
	const near = run && run.pause?.reason !== 'cap' ? nearCap(run, run.updatedAt, limits) : undefined;
	if (near === undefined) {
		return null;
	}
	const more = amountText(near.cap, capStep(near.cap, near.limit, limits));
	return (
		<p class="near">
			<span class="visually-hidden" role="status">
				{t('The limit of {0} is near.', engineText(capText(near.cap, near.limit)))}
			</span>
			<Icon name="warning" tone="warned" /> {t('{0}. The run pauses at the limit.', engineText(usedText(near)))}{' '}
			<button type="button" class="link" onClick={() => send({ type: 'raiseCap', cap: near.cap })}>
				{t('Raise by {0}', more)}
			</button>
		</p>
	);
}

function progressText({ done, total }: { readonly done: number; readonly total: number }): string {
	return total === 0
		? t('Reading the code: looking for files')
		: t('Reading the code: {0} of {1} files', done.toLocaleString(), total.toLocaleString());
}
