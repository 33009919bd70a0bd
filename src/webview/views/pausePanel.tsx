import { capText } from '../../core/model/capText';
import type { Run } from '../../core/model/run';
import { capStep } from '../../protocol/capStep';
import { amountText } from '../spending';
import { Icon } from './icon';
import { ReviewPanel } from './reviewPanel';
import type { ViewProps } from './viewProps';

/** What the live run waits for the person with, and the ways on. Nothing while it does not wait. */
export function PausePanel(props: ViewProps) {
	const { run, session } = props.state;
	if (run?.pause === undefined || !session.live) {
		return null;
	}
	switch (run.pause.reason) {
		case 'review':
			return <ReviewPanel key={run.id} {...props} text={run.pause.text ?? ''} />;
		case 'cap':
			return <CapPanel {...props} pause={run.pause} />;
		case 'person':
			return <PersonPanel {...props} />;
	}
}

function CapPanel({ state, send, pause: { cap, limit } }: ViewProps & { readonly pause: NonNullable<Run['pause']> }) {
	if (cap === undefined || limit === undefined) {
		return null;
	}
	const more = amountText(cap, capStep(cap, limit, state.limits));
	return (
		<div class="pause-panel" role="alert">
			<p>
				<Icon name="debug-pause" tone="warned" /> <strong>{usedUp(capText(cap, limit))}</strong> What was found is kept
				either way.
			</p>
			<div class="choices">
				<button type="button" class="primary" onClick={() => send({ type: 'decideCap', raise: true })}>
					Continue with +{more}
					{cap === 'time' ? ' minutes' : ''}
				</button>
				<button type="button" class="secondary" onClick={() => send({ type: 'decideCap', raise: false })}>
					Stop and keep
				</button>
			</div>
		</div>
	);
}

function usedUp(limit: string): string {
	return `${limit.charAt(0).toUpperCase()}${limit.slice(1)} ${/^(a|1) /.test(limit) ? 'is' : 'are'} used up.`;
}

function PersonPanel({ send }: ViewProps) {
	return (
		<div class="pause-panel" role="status">
			<p>
				<Icon name="debug-pause" tone="warned" /> <strong>Paused.</strong> Nothing is sent until you go on.
			</p>
			<div class="choices">
				<button type="button" class="primary" onClick={() => send({ type: 'act', action: 'goOn' })}>
					Go on
				</button>
			</div>
		</div>
	);
}
