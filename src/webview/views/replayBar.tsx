import { useEffect, useState } from 'preact/hooks';
import { engineText, t } from '../language';
import type { ReplayState } from '../protocol/messages';
import { Icon } from './icon';
import { ToolButton } from './toolButton';
import type { ViewProps } from './viewProps';

/** Time from one moment to the next while it plays. */
const stepMs = 700;

/**
 * The position in a replay and its controls, instead of the actions on a run. It plays on request only; if the user
 * prefers reduced motion, it moves step by step only.
 */
export function ReplayBar({ replay, send }: { readonly replay: ReplayState } & Pick<ViewProps, 'send'>) {
	const { at, nMoments, file } = replay;
	const label = engineText(replay.label);
	const place = t('{0} of {1}', at + 1, nMoments);
	const last = nMoments - 1;
	const go = (to: number) => send({ type: 'replay', to });
	const [isPlaying, setPlaying] = useState(false);
	const plays = isPlaying && at < last;
	useEffect(() => {
		if (!plays) {
			setPlaying(false);
			return undefined;
		}
		const timer = setTimeout(() => go(at + 1), stepMs);
		return () => clearTimeout(timer);
	}, [plays, at]);
	const toggle = () => {
		if (!isPlaying && at === last) {
			go(0);
		}
		setPlaying(!isPlaying);
	};
	return (
		<section class="replay" aria-label={t('Replay')}>
			<p class="replay-text aside">
				<Icon name="history" />
				<span class="replay-label">{file === undefined ? t('Replay') : t('Replay of {0}', file)}</span>
				<button type="button" class="link" onClick={() => send({ type: 'replay', to: 'close' })}>
					{t('Close Replay')}
				</button>
			</p>
			<input
				type="range"
				aria-label={t('Position in the run')}
				aria-valuetext={t('{0}: {1}', place, label)}
				{...{ min: 0, max: last, step: 1, value: at }}
				onInput={event => {
					setPlaying(false);
					go(Number(event.currentTarget.value));
				}}
			/>
			<div class="replay-buttons">
				<ToolButton icon="debug-restart" name={t('First Step')} onClick={() => go(0)} />
				<ToolButton icon="chevron-left" name={t('Previous Step')} onClick={() => go(at - 1)} />
				{!prefersReducedMotion() && (
					<ToolButton icon={plays ? 'debug-pause' : 'play'} name={plays ? t('Pause') : t('Play')} onClick={toggle} />
				)}
				<ToolButton icon="chevron-right" name={t('Next Step')} onClick={() => go(at + 1)} />
				<span class="replay-label" title={label}>
					{label}
				</span>
				<span class="aside">{place}</span>
			</div>
		</section>
	);
}

/** Of the system, or of VS Code's own setting. */
function prefersReducedMotion(): boolean {
	return (
		document.body.classList.contains('vscode-reduce-motion') ||
		window.matchMedia('(prefers-reduced-motion: reduce)').matches
	);
}
