import { t } from '../../language';
import type { CrashRow, FrameRow, StackRow } from '../../rows/rowContent';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visuallyHidden';
import type { BodyProps } from './bodyProps';

export function CrashBody({ content }: BodyProps<CrashRow>) {
	return (
		<>
			<Icon name="flame" tone="warned" />
			<span class="body">
				<VisuallyHidden text={`${t('Crash:')} `} />
				{content.about} <span class="aside">{content.title}</span>
			</span>
		</>
	);
}

export function StackBody({ content }: BodyProps<StackRow>) {
	return (
		<span class="body">
			{content.name} <span class="aside">{content.summary}</span>
		</span>
	);
}

/** A frame: its function, which opens it, and its place in the report. */
export function FrameBody({ content }: BodyProps<FrameRow>) {
	const { name, where, note, tone } = content;
	return (
		<>
			<Icon
				name={tone === 'blamed' ? 'debug-stackframe-focused' : 'debug-stackframe-dot'}
				tone={tone === 'blamed' ? 'warned' : 'quiet'}
			/>
			<span class={`body frame frame-${tone}`}>
				<code class="link-text">{name}</code>{' '}
				<span class="aside">{[where, note].filter(each => each !== '').join(' · ')}</span>
			</span>
		</>
	);
}
