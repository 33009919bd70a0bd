import type { Phase } from '../../runs/pure/events/runEvent';
import { t } from '../language';
import type { PhaseView } from '../rows/phaseViews';
import { phaseIcons } from './bodies/phaseBody';
import { Icon } from './icon';
import { VisuallyHidden } from './visuallyHidden';

interface StepperProps {
	readonly phases: readonly PhaseView[];
	/** Shows the section of a phase. */
	readonly onGoTo?: (phase: Phase) => void;
}

/** The way of a run from the issue to the fix, and how far it is. A phase that has begun leads to its section. */
export function Stepper({ phases, onGoTo }: StepperProps) {
	return (
		<nav class="stepper" aria-label={t('Phases')}>
			<ol>
				{phases.map(shown => (
					<li
						key={shown.phase}
						class={`step step-${shown.state}${shown.isCurrent ? ' current' : ''}`}
						aria-current={shown.isCurrent ? 'step' : undefined}
					>
						{onGoTo !== undefined && hasBegun(shown) ? (
							<button type="button" onClick={() => onGoTo(shown.phase)}>
								<StepText shown={shown} />
							</button>
						) : (
							<StepText shown={shown} />
						)}
					</li>
				))}
			</ol>
		</nav>
	);
}

function hasBegun({ state }: PhaseView): boolean {
	return state !== 'todo' && state !== 'skipped';
}

function StepText({ shown: { name, state, spoken, summary } }: { readonly shown: PhaseView }) {
	return (
		<>
			<Icon {...phaseIcons[state]} />
			<span class="step-name">{name}</span>
			<VisuallyHidden text={`, ${spoken}`} />
			{summary !== '' && <span class="step-summary aside">{summary}</span>}
		</>
	);
}
