import { useMemo } from 'preact/hooks';
import { amountText, capText } from '../../runs/pure/fold/capText';
import type { Run } from '../../runs/pure/fold/run';
import { hasBranches } from '../../runs/pure/fold/runTree';
import { engineText, t } from '../language';
import { matchesOf } from '../matches';
import { capStep } from '../protocol/capStep';
import { phaseViews } from '../rows/phaseViews';
import { rowIds } from '../rows/rowIds';
import { rowNodes } from '../rows/rowNodes';
import { runItems } from '../rows/runItems';
import type { RunView } from '../rows/runView';
import { hiddenTypes } from '../viewState';
import { AlternativesPanel } from './alternativesPanel';
import { Ending } from './ending';
import { FeedbackBox } from './feedbackBox';
import { Icon } from './icon';
import { MapToggle, RunMap } from './map/runMap';
import { Problems } from './problems';
import { ReplayBar } from './replayBar';
import { RetryPanel } from './retryPanel';
import { ReviewPanel } from './reviewPanel';
import { RunFooter } from './runFooter';
import { SearchBox } from './searchBox';
import { Stepper } from './stepper';
import { TrajectoryTree } from './tree/trajectoryTree';
import { useGoTo } from './useGoTo';
import { useLastNode } from './useLastNode';
import type { ViewProps } from './viewProps';

/** A run: its tree, why it is paused or stopped, and the next actions. */
export function RunPanel(props: ViewProps) {
	const { state, view } = props;
	const { run, session, detail, maxLocations, patches, clipped, answers, lines, streamed, found } = state;
	const hiddenAlternatives = hiddenTypes(view, run?.id);
	const { target, goToRow, goToNode } = useGoTo(props);
	const [phases, items] = useMemo(() => {
		if (run === undefined) {
			return [[], []];
		}
		const streaming = streamed === undefined ? {} : { streamed };
		const shown = { run, session, detail, maxLocations, patches, hiddenAlternatives };
		const known: RunView = { ...shown, clipped: new Set(clipped.map(rowIds.call)), answers, lines, ...streaming };
		const shownPhases = phaseViews(known);
		return [shownPhases, runItems(known, shownPhases)];
	}, [run, session, detail, maxLocations, patches, hiddenAlternatives, clipped, answers, lines, streamed]);
	const rows = useMemo(() => rowNodes(items, { nodes: run?.nodes ?? {} }), [items]);
	const matches = useMemo(() => matchesOf(view.search, found, rows), [view.search, found, rows]);
	const foundRows = useMemo(() => new Set(matches?.nodes.map(rowIds.node)), [matches]);
	const isTree = useMemo(() => run !== undefined && hasBranches(run), [run]);
	const focused = useLastNode(run?.id ?? '', rows.nodeOf.get(view.focused), rows.rowOf);
	if (run === undefined) {
		return null;
	}
	return (
		<div class="run-panel">
			<header class="run-head">
				<h1>{run.title}</h1>
				<Stepper phases={phases} onGoTo={phase => goToRow(rowIds.phase(phase))} />
			</header>
			<div class="run-body">
				<Ending {...props} />
				<Problems {...props} onGoTo={node => goToNode(node, { takesFocus: true })} />
				<AlternativesPanel {...props} />
				{state.replay === undefined && <PausePanel {...props} />}
				{state.replay === undefined && <RetryPanel {...props} />}
				{props.isTab && (
					<SearchBox {...props} matches={matches} selected={focused} onGoTo={goToNode}>
						{isTree && <MapToggle {...props} />}
					</SearchBox>
				)}
				{props.isTab && isTree && view.hasMap && (
					<RunMap {...props} {...{ run, rows, focused, foundRows }} onGoTo={goToNode} />
				)}
				<TrajectoryTree
					{...props}
					{...{ items, foundRows }}
					goTo={target}
					runId={run.id}
					onGoToNode={node => goToNode(node, { takesFocus: true })}
				/>
			</div>
			<FeedbackBox {...props} />
			{state.replay === undefined ? <RunFooter {...props} /> : <ReplayBar replay={state.replay} send={props.send} />}
		</div>
	);
}

/** Why the live run waits for the user, and the choices. Empty while it does not wait. */
function PausePanel(props: ViewProps) {
	const { run, session } = props.state;
	if (run?.pause === undefined || !session.live) {
		return null;
	}
	switch (run.pause.reason) {
		case 'review':
			return <ReviewPanel key={run.id} {...props} pause={run.pause} />;
		case 'cap':
			return <CapPanel {...props} pause={run.pause} />;
		case 'person':
			return <UserPausePanel {...props} />;
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
				<Icon name="debug-pause" tone="warned" /> <strong>{usedUp(capText(cap, limit))}</strong>{' '}
				{t('The results so far are kept either way.')}
			</p>
			<div class="choices">
				<button type="button" class="primary" onClick={() => send({ type: 'decideCap', raise: true })}>
					{cap === 'time' ? t('Continue with {0} More Minutes', more) : t('Continue with {0} More', more)}
				</button>
				<button type="button" class="secondary" onClick={() => send({ type: 'decideCap', raise: false })}>
					{t('Stop and Keep Results')}
				</button>
			</div>
		</div>
	);
}

function usedUp(limit: string): string {
	return engineText(
		`${limit.charAt(0).toUpperCase()}${limit.slice(1)} ${/^(a|1) /.test(limit) ? 'is' : 'are'} used up.`,
	);
}

function UserPausePanel({ send }: ViewProps) {
	return (
		<div class="pause-panel" role="status">
			<p>
				<Icon name="debug-pause" tone="warned" /> <strong>{t('Paused.')}</strong>{' '}
				{t('Nothing is sent until you continue.')}
			</p>
			<div class="choices">
				<button type="button" class="primary" onClick={() => send({ type: 'act', action: 'continue' })}>
					{t('Continue')}
				</button>
			</div>
		</div>
	);
}
