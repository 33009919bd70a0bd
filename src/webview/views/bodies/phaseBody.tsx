import type { PhaseState } from '../../rows/phaseViews';
import type { PhaseRow } from '../../rows/rowContent';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visuallyHidden';
import type { BodyProps } from './bodyProps';

/** The icon of a phase, the same in the stepper and above its section. */
export const phaseIcons: Readonly<
	Record<PhaseState, { readonly name: string; readonly tone?: string; readonly spin?: true }>
> = {
	todo: { name: 'circle-large', tone: 'quiet' },
	running: { name: 'loading', spin: true },
	waiting: { name: 'debug-pause', tone: 'warned' },
	ready: { name: 'circle-large-filled', tone: 'ready' },
	done: { name: 'pass-filled', tone: 'passed' },
	warned: { name: 'warning', tone: 'warned' },
	failed: { name: 'error', tone: 'failed' },
	stopped: { name: 'circle-slash', tone: 'quiet' },
	skipped: { name: 'dash', tone: 'quiet' },
};

export function PhaseBody({ content }: BodyProps<PhaseRow>) {
	const { name, state, spoken, summary } = content;
	return (
		<>
			<Icon {...phaseIcons[state]} />
			<span class="body">
				<span class="title">{name}</span>
				<VisuallyHidden text={`, ${spoken}`} /> {summary !== '' && <span class="aside">{summary}</span>}
			</span>
		</>
	);
}
