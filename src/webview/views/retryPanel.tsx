import { useEffect, useMemo, useState } from 'preact/hooks';
import { engineText, t } from '../language';
import type { Session } from '../protocol/messages';
import { filled } from './filled';
import { Icon } from './icon';
import type { ViewProps } from './viewProps';

const tickMs = 250;

/** Why a request is repeated, with a countdown to the next try. Empty if none is pending. */
export function RetryPanel({ state: { session }, send }: Pick<ViewProps, 'state' | 'send'>) {
	const { retry } = session;
	if (retry === undefined) {
		return null;
	}
	return (
		<div class="pause-panel retry">
			<p>
				<Icon name="watch" tone="warned" /> <strong role="status">{engineText(retry.reason)}</strong>{' '}
				<span class="countdown">{filled(t('Retrying in {0} s'), <Seconds of={session} ms={retry.inMs} />)}</span>
			</p>
			<div class="choices">
				<button type="button" class="primary" onClick={() => send({ type: 'act', action: 'retryNow' })}>
					{t('Retry Now')}
				</button>
				<button type="button" class="secondary" onClick={() => send({ type: 'act', action: 'cancel' })}>
					{t('Stop')}
				</button>
			</div>
		</div>
	);
}

/** The label of the button that repeats the failed request: until the server may be asked again, with the time left. */
export function RetryLabel({ session, label }: { readonly session: Session; readonly label: string }) {
	const left = useSeconds(session, session.waitMs ?? 0);
	return <>{left === 0 ? label : t('{0} in {1} s', label, left)}</>;
}

/** Not part of a live region: a screen reader would read every second. */
function Seconds({ of, ms }: { readonly of: Session; readonly ms: number }) {
	return <>{useSeconds(of, ms)}</>;
}

/** Counts down the seconds that a session states, from its arrival. */
function useSeconds(session: Session, ms: number): number {
	const at = useMemo(() => Date.now() + ms, [session]);
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		if (ms === 0) {
			return;
		}
		const ticking = setInterval(() => setNow(Date.now()), tickMs);
		return () => clearInterval(ticking);
	}, [session]);
	return Math.max(0, Math.ceil((at - Math.max(now, at - ms)) / 1000));
}
