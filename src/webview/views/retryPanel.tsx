import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PendingRetry } from '../../protocol/messages';
import { Icon } from './icon';
import type { ViewProps } from './viewProps';

const tickMs = 250;

/** Why a request is repeated, with a countdown to the next try. Empty where none is pending. */
export function RetryPanel({ state: { session }, send }: Pick<ViewProps, 'state' | 'send'>) {
	const { retry } = session;
	if (retry === undefined) {
		return null;
	}
	return (
		<div class="pause-panel retry">
			<p>
				<Icon name="watch" tone="warned" /> <strong role="status">{retry.reason}</strong> <Countdown retry={retry} />
			</p>
			<div class="choices">
				<button type="button" class="primary" onClick={() => send({ type: 'act', action: 'retryNow' })}>
					Retry Now
				</button>
				<button type="button" class="secondary" onClick={() => send({ type: 'act', action: 'cancel' })}>
					Stop
				</button>
			</div>
		</div>
	);
}

/** Not part of a live region: a screen reader would read every second. */
function Countdown({ retry }: { readonly retry: PendingRetry }) {
	const at = useMemo(() => Date.now() + retry.inMs, [retry]);
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		const ticking = setInterval(() => setNow(Date.now()), tickMs);
		return () => clearInterval(ticking);
	}, []);
	return <span class="countdown">Retrying in {Math.max(0, Math.ceil((at - now) / 1000))} s</span>;
}
