import type { Run } from '../../runs/pure/fold/run';
import { nodesOf } from '../../runs/pure/fold/runTree';
import { cureLabel } from '../../system/pure/errors/cure';
import { engineText, t } from '../language';
import { offeredCures } from '../nextStep';
import { Icon } from './icon';
import { RetryLabel } from './retryPanel';
import type { ViewProps } from './viewProps';

/**
 * Why the run is incomplete, and other remedies than the next step, which the footer offers. Empty for a run that is
 * done or active.
 */
export function Ending({ state, send }: ViewProps) {
	const { run, session } = state;
	if (run === undefined || session.live || run.state === 'done') {
		return null;
	}
	const { icon, tone } = endings[run.state];
	const { others } = offeredCures(run, state);
	return (
		<div class="ending">
			<Icon name={icon} tone={tone} />
			<span class="ending-text" role={run.state === 'failed' ? 'alert' : undefined}>
				{endingText(run)}
			</span>
			{others.map(({ cure, at }) => (
				<button key={cure.kind} type="button" class="link" onClick={() => send({ type: 'cure', at })}>
					{cure.kind === 'retry' ? (
						<RetryLabel session={session} label={engineText(cureLabel(cure))} />
					) : (
						engineText(cureLabel(cure))
					)}
				</button>
			))}
			{run.state === 'failed' && (run.cures ?? []).length === 0 && (
				<button type="button" class="link" onClick={() => send({ type: 'act', action: 'showLog' })}>
					{t('Show Log')}
				</button>
			)}
		</div>
	);
}

function endingText(run: Run): string {
	const { text } = endings[run.state === 'done' ? 'running' : run.state];
	if (run.state === 'failed') {
		return run.message === undefined ? text : engineText(run.message);
	}
	const asked = nodesOf(run).flatMap(({ requests }) => requests.filter(({ answer }) => answer === undefined));
	const failure = asked.at(-1)?.failures.at(-1);
	return failure?.retryInMs === undefined
		? text
		: `${text} ${t('It waited to try again: {0}', engineText(failure.message))}`;
}

const interrupted = {
	icon: 'debug-pause',
	tone: 'warned',
	text: t('This run was interrupted. Its results are kept.'),
} as const;

const endings = {
	running: interrupted,
	paused: interrupted,
	cancelled: { icon: 'circle-slash', tone: '', text: t('Cancelled. The results so far are kept.') },
	failed: { icon: 'error', tone: 'failed', text: t('The run failed.') },
} as const;
