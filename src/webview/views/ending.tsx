import { cureLabel } from '../../core/model/cure';
import type { Run } from '../../core/model/run/run';
import { nodesOf } from '../../core/model/run/runTree';
import { offeredCures } from '../nextStep';
import { Icon } from './icon';
import { RetryLabel } from './retryPanel';
import type { ViewProps } from './viewProps';

/**
 * Why the run is incomplete, and what helps besides the next step, which the footer offers. Empty for a run that is done or
 * active.
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
					{cure.kind === 'retry' ? <RetryLabel session={session} label={cureLabel(cure)} /> : cureLabel(cure)}
				</button>
			))}
			{run.state === 'failed' && (run.cures ?? []).length === 0 && (
				<button type="button" class="link" onClick={() => send({ type: 'act', action: 'showLog' })}>
					Show Log
				</button>
			)}
		</div>
	);
}

function endingText(run: Run): string {
	const { text } = endings[run.state === 'done' ? 'running' : run.state];
	if (run.state === 'failed') {
		return run.message ?? text;
	}
	const asked = nodesOf(run).flatMap(({ requests }) => requests.filter(({ answer }) => answer === undefined));
	const failure = asked.at(-1)?.failures.at(-1);
	return failure?.retryInMs === undefined ? text : `${text} It waited to try again: ${failure.message}`;
}

const interrupted = {
	icon: 'debug-pause',
	tone: 'warned',
	text: 'This run was interrupted. Its results are kept.',
} as const;

const endings = {
	running: interrupted,
	paused: interrupted,
	cancelled: { icon: 'circle-slash', tone: '', text: 'Cancelled. The results so far are kept.' },
	failed: { icon: 'error', tone: 'failed', text: 'The run failed.' },
} as const;
