import { useMemo } from 'preact/hooks';
import { runItems } from '../rows/runItems';
import type { ViewProps } from './app';
import { Icon } from './icon';
import { TrajectoryTree } from './trajectoryTree';

/** A run: its tree, what stopped it if it was stopped, and what can be done next. */
export function RunPanel(props: ViewProps) {
	const { state } = props;
	const { run, session, detail, maxLocations, clipped, answers } = state;
	const items = useMemo(
		() => (run === undefined ? [] : runItems({ run, session, detail, maxLocations, clipped, answers })),
		[run, session, detail, maxLocations, clipped, answers],
	);
	if (run === undefined) {
		return null;
	}
	return (
		<div class="run-panel">
			<Ending {...props} />
			<TrajectoryTree {...props} items={items} runId={run.id} />
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

const endings = {
	running: { icon: 'debug-pause', tone: 'warned', text: 'This run was interrupted. What it found is kept.' },
	cancelled: { icon: 'circle-slash', tone: '', text: 'Cancelled. What was found is kept.' },
	failed: { icon: 'error', tone: 'failed', text: 'The run failed.' },
} as const;

function RunFooter({ state: { session, status, run }, changeView, send }: ViewProps) {
	if (!session.live) {
		return (
			<footer>
				<button type="button" class="secondary" onClick={() => changeView({ composing: true, draft: '' })}>
					Locate Another Bug
				</button>
			</footer>
		);
	}
	const indexing = status.state === 'building' && run?.index === undefined;
	return (
		<footer class="running">
			<Icon name="loading" spin />
			<span>{indexing ? `Reading the code: ${progressText(status)}` : 'Locating…'}</span>
			<button type="button" class="link" onClick={() => send({ type: 'act', action: 'cancel' })}>
				Cancel
			</button>
		</footer>
	);
}

function progressText({ done, total }: { readonly done: number; readonly total: number }): string {
	return total === 0 ? 'looking for files' : `${done.toLocaleString()} of ${total.toLocaleString()} files`;
}
