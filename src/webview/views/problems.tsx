import { rootNode } from '../../runs/pure/fold/run';
import { runProblems } from '../../runs/pure/fold/runProblems';
import { counted } from '../../system/pure/text/counted';
import { engineText, t } from '../language';
import { Icon } from './icon';
import type { ViewProps } from './viewProps';

/** More would hide the run; each has its row. */
const mostShown = 3;

interface ProblemsProps extends ViewProps {
	readonly onGoTo: (node: string) => void;
}

/** What ended without its result, wherever in the run: what to do about it, and why it ended. Empty if nothing did. */
export function Problems({ state: { run, session }, onGoTo }: ProblemsProps) {
	const problems = run === undefined ? [] : runProblems(run, session.live);
	if (problems.length === 0) {
		return null;
	}
	const nMore = problems.length - mostShown;
	return (
		<ul class="problems" aria-label={t('What ended without a result')}>
			{problems.slice(0, mostShown).map(({ node, next, text }) => (
				<li key={node}>
					<Icon name="warning" tone="warned" />
					<span class="problem-text">
						<strong>{engineText(next)}</strong> <span class="aside">{engineText(text)}</span>{' '}
						{node !== rootNode && (
							<button type="button" class="link" onClick={() => onGoTo(node)}>
								{t('Show')}
							</button>
						)}
					</span>
				</li>
			))}
			{nMore > 0 && <li class="aside">{t('{0} in the steps below.', engineText(counted(nMore, 'more problem')))}</li>}
		</ul>
	);
}
