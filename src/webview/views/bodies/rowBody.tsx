import type { ComponentType } from 'preact';
import { placeText } from '../../../runs/pure/model/placeText';
import { t } from '../../language';
import type {
	AnswerRow,
	BriefRow,
	CallRow,
	FactRow,
	IssueRow,
	PlaceRow,
	ReasoningRow,
	RowContent,
	TextRow,
} from '../../rows/rowContent';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visuallyHidden';
import type { BodyProps } from './bodyProps';
import { CrashBody, FrameBody, StackBody } from './crashBody';
import { EvidenceBody, FoldBody, LocationBody, LocationsBody } from './locationBody';
import { MemoryBody, MemoryNoteBody, MemoryPartBody } from './memoryBody';
import {
	BranchBody,
	ModelTextBody,
	NextBody,
	NodeBody,
	NoteBody,
	RanBody,
	ReproducerBody,
	RequestBody,
} from './nodeBody';
import { PatchActionsBody, PatchBody, PatchEvidenceBody, PatchFileBody } from './patchBody';
import { PhaseBody } from './phaseBody';

/** The inside of a row, by its kind. */
export function RowBody(props: BodyProps<RowContent>) {
	const Body = bodies[props.content.kind] as ComponentType<BodyProps<RowContent>>;
	return <Body {...props} />;
}

const bodies: { readonly [Kind in RowContent['kind']]: ComponentType<BodyProps<Extract<RowContent, { kind: Kind }>>> } =
	{
		phase: PhaseBody,
		issue: IssueBody,
		brief: BriefBody,
		fact: FactBody,
		crash: CrashBody,
		stack: StackBody,
		frame: FrameBody,
		text: TextBody,
		node: NodeBody,
		branch: BranchBody,
		next: NextBody,
		request: RequestBody,
		modelText: ModelTextBody,
		note: NoteBody,
		reasoning: ReasoningBody,
		call: CallBody,
		place: PlaceBody,
		answer: AnswerBody,
		locations: LocationsBody,
		location: LocationBody,
		evidence: EvidenceBody,
		fold: FoldBody,
		reproducer: ReproducerBody,
		ran: RanBody,
		patch: PatchBody,
		patchActions: PatchActionsBody,
		patchEvidence: PatchEvidenceBody,
		patchFile: PatchFileBody,
		memory: MemoryBody,
		memoryPart: MemoryPartBody,
		memoryNote: MemoryNoteBody,
	};

function IssueBody({ content }: BodyProps<IssueRow>) {
	return (
		<>
			<Icon name="issues" tone="quiet" />
			<span class="body title">
				<VisuallyHidden text={`${t('Issue:')} `} />
				{content.title} {content.from !== '' && <span class="aside">{content.from}</span>}
			</span>
		</>
	);
}

function BriefBody({ content }: BodyProps<BriefRow>) {
	return (
		<span class="body">
			{t('Understood')} <span class="aside">{content.summary}</span>
		</span>
	);
}

function FactBody({ content }: BodyProps<FactRow>) {
	return (
		<span class="body">
			<span class="aside">{content.name}</span>{' '}
			{content.values.map((value, idx) => (
				<span key={idx}>
					{idx > 0 && ' '}
					<code class="chip">{value}</code>
				</span>
			))}
		</span>
	);
}

function TextBody({ content }: BodyProps<TextRow>) {
	return <pre class="body">{content.text}</pre>;
}

function ReasoningBody({ content }: BodyProps<ReasoningRow>) {
	return <span class="body prose">{content.text}</span>;
}

const callIcons = {
	running: { name: 'loading', spin: true },
	ok: { name: 'pass', tone: 'passed' },
	failed: { name: 'circle-slash', tone: 'warned' },
	stopped: { name: 'circle-slash', tone: 'quiet' },
} as const;

function CallBody({ content }: BodyProps<CallRow>) {
	return (
		<>
			<Icon {...callIcons[content.state]} />
			<span class="body">
				<code>{content.signature}</code> <span class="aside">{content.outcome}</span>
			</span>
		</>
	);
}

function PlaceBody({ content }: BodyProps<PlaceRow>) {
	return (
		<>
			<Icon name="go-to-file" tone="quiet" />
			<span class="body">
				<span class="link-text">{content.name}</span> <span class="aside">{placeText(content.place)}</span>
			</span>
		</>
	);
}

function AnswerBody({ content, send }: BodyProps<AnswerRow>) {
	return (
		<div class="body">
			<pre class="answer">{content.text}</pre>
			{content.clipped && (
				<button
					type="button"
					class="link"
					onClick={() => send({ type: 'readAnswer', node: content.node, call: content.call })}
				>
					{t('Show All')}
				</button>
			)}
		</div>
	);
}
