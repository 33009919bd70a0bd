import { useMemo } from 'preact/hooks';
import { runItems } from '../rows/runItems';
import { FeedbackBox } from './feedbackBox';
import { Icon } from './icon';
import { PausePanel } from './pausePanel';
import { RunFooter } from './runFooter';
import { TrajectoryTree } from './trajectoryTree';
import type { ViewProps } from './viewProps';

/** A run: its tree, what it waits for or what stopped it, and what can be done next. */
export function RunPanel(props: ViewProps) {
	const { state } = props;
	const { run, session, detail, maxLocations, clipped, answers, streamed } = state;
	const items = useMemo(() => {
		const streaming = streamed === undefined ? {} : { streamed };
		return run === undefined ? [] : runItems({ run, session, detail, maxLocations, clipped, answers, ...streaming });
	}, [run, session, detail, maxLocations, clipped, answers, streamed]);
	if (run === undefined) {
		return null;
	}
	return (
		<div class="run-panel">
			<Ending {...props} />
			<PausePanel {...props} />
			<TrajectoryTree {...props} items={items} runId={run.id} />
			<FeedbackBox {...props} />
			<RunFooter {...props} />
		</div>
	);
}

/** Why the run is not whole, and the way out. Nothing for a run that is done or goes on. */
function Ending({ state: { run, session }, send }: ViewProps) {
	if (run === undefined || session.live || run.state === 'done') {
		return null;
	}
	const { icon, tone, text } = endings[run.state];
	return (
		<div class="ending" role={run.state === 'failed' ? 'alert' : undefined}>
			<Icon name={icon} tone={tone} />
			<span class="ending-text">{run.state === 'failed' && run.message !== undefined ? run.message : text}</span>
			{session.resumable && (
				<button type="button" class="link" onClick={() => send({ type: 'act', action: 'resume' })}>
					Resume
				</button>
			)}
			{run.state === 'failed' && (
				<button type="button" class="link" onClick={() => send({ type: 'act', action: 'showLog' })}>
					Show log
				</button>
			)}
		</div>
	);
}

const interrupted = {
	icon: 'debug-pause',
	tone: 'warned',
	text: 'This run was interrupted. What it found is kept.',
} as const;

const endings = {
	running: interrupted,
	paused: interrupted,
	cancelled: { icon: 'circle-slash', tone: '', text: 'Cancelled. What was found is kept.' },
	failed: { icon: 'error', tone: 'failed', text: 'The run failed.' },
} as const;
