import { t } from '../../language';
import { nodeStates } from '../../rows/nodeItems';
import type {
	BranchRow,
	ModelTextRow,
	NextRow,
	NodeRow,
	NoteRow,
	RanRow,
	ReproducerRow,
	RequestRow,
} from '../../rows/rowContent';
import { filled } from '../filled';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visuallyHidden';
import type { BodyProps } from './bodyProps';
import { verdictIcons } from './patchBody';

const nodeIcons = {
	running: { name: 'loading', spin: true },
	waiting: { name: 'debug-pause', tone: 'warned' },
	done: { name: 'check', tone: 'quiet' },
	empty: { name: 'dash', tone: 'quiet' },
	failed: { name: 'warning', tone: 'warned' },
	stopped: { name: 'circle-slash', tone: 'quiet' },
} as const;

/** A round in one line: its result and its cost; while it is running, the text the model is streaming. */
export function NodeBody({ content, giveFeedback }: BodyProps<NodeRow>) {
	const { node, number, title, next, state, cost, coming, asked, turn } = content;
	return (
		<>
			<Icon {...nodeIcons[state]} />
			<div class="body">
				{number !== undefined && (
					<span class="number">
						<VisuallyHidden text={`${t('Round')} `} />
						{number}
					</span>
				)}{' '}
				{next !== undefined && <div class="title">{next}</div>}
				{title}
				{state !== 'done' && <VisuallyHidden text={`, ${nodeStates[state]}`} />}{' '}
				{turn === 'pruned' && <span class="aside">{t('Pruned')}</span>}{' '}
				{cost !== undefined && <span class="aside cost">{cost}</span>}
				{coming !== undefined && (
					// It changes with every frame; screen readers get an announcement at the end of the round instead.
					<div class="coming" aria-hidden="true">
						<span>{coming}</span>
					</div>
				)}
			</div>
			{asked && state !== 'running' && state !== 'waiting' && state !== 'stopped' && (
				<button
					type="button"
					class="icon-button"
					title={t('Give Feedback')}
					// As for locations: keyboard users have the context menu and the palette.
					aria-hidden="true"
					tabIndex={-1}
					onClick={() => giveFeedback(node)}
				>
					<Icon name="comment" />
				</button>
			)}
		</>
	);
}

export function BranchBody({ content }: BodyProps<BranchRow>) {
	return (
		<>
			<Icon name={content.isFeedback ? 'comment' : 'git-branch'} tone="branch" />
			<span class="body">
				<span class="title">{content.what}:</span> {content.title} <span class="aside">{content.after}</span>
				{content.ended !== undefined && (
					<div class="branch-end">
						<Icon name="warning" tone="warned" /> {content.ended}
					</div>
				)}
			</span>
		</>
	);
}

export function NextBody({ content: { title } }: BodyProps<NextRow>) {
	return (
		<>
			<Icon name="arrow-right" tone="quiet" />
			<span class="body">{filled(t('Continued with {0}'), <span class="link-text">{title}</span>)}</span>
		</>
	);
}

const requestIcons = {
	running: { name: 'loading', spin: true },
	ok: { name: 'arrow-swap', tone: 'quiet' },
	failed: { name: 'error', tone: 'failed' },
	stopped: { name: 'circle-slash', tone: 'quiet' },
} as const;

export function RequestBody({ content, send }: BodyProps<RequestRow>) {
	const { node, request, purpose, state, outcome } = content;
	return (
		<>
			<Icon {...requestIcons[state]} />
			<span class="body">
				{t('Asked to {0}', purpose)} <span class="aside">{outcome}</span>{' '}
				<button type="button" class="link" onClick={() => send({ type: 'showSent', node, request })}>
					{t('Show Request')}
				</button>
			</span>
		</>
	);
}

export function ModelTextBody({ content }: BodyProps<ModelTextRow>) {
	return content.isCode ? (
		<pre class="body answer">{content.text}</pre>
	) : (
		<div class="body prose model-text">{content.text}</div>
	);
}

export function NoteBody({ content }: BodyProps<NoteRow>) {
	return (
		<>
			<Icon name={content.isFailure ? 'warning' : 'info'} tone={content.isFailure ? 'warned' : 'quiet'} />
			<span class="body">{content.text}</span>
		</>
	);
}

export function ReproducerBody({ content }: BodyProps<ReproducerRow>) {
	return (
		<>
			<Icon name="beaker" tone="quiet" />
			<span class="body">{filled(t('Reproducer {0}'), <span class="link-text">{content.file}</span>)}</span>
		</>
	);
}

/** Green if it shows the expected result: a failure without a patch, a pass with one. */
export function RanBody({ content: { text, verdict } }: BodyProps<RanRow>) {
	return (
		<>
			<Icon {...verdictIcons[verdict]} />
			<span class="body">{text}</span>
		</>
	);
}
