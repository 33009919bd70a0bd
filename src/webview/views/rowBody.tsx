import type { ComponentType } from 'preact';
import { folderText, shortPlaceText } from '../../core/model/placeText';
import type {
	AnswerRow,
	BriefRow,
	CallRow,
	EvidenceRow,
	FactRow,
	IssueRow,
	LocationRow,
	LocationsRow,
	PlaceRow,
	ReasoningRow,
	RowContent,
	TextRow,
} from '../rows/rowContent';
import type { BodyProps } from './bodyProps';
import { Icon } from './icon';
import { BranchBody, ModelTextBody, NodeBody, NoteBody, RequestBody } from './nodeBody';
import { PatchActionsBody, PatchBody, PatchEvidenceBody, PatchesBody, PatchFileBody } from './patchBody';
import { VisuallyHidden } from './visuallyHidden';

/** The inside of a row, by its kind. */
export function RowBody(props: BodyProps<RowContent>) {
	const Body = bodies[props.content.kind] as ComponentType<BodyProps<RowContent>>;
	return <Body {...props} />;
}

const bodies: { readonly [Kind in RowContent['kind']]: ComponentType<BodyProps<Extract<RowContent, { kind: Kind }>>> } =
	{
		issue: IssueBody,
		brief: BriefBody,
		fact: FactBody,
		text: TextBody,
		node: NodeBody,
		branch: BranchBody,
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
		patches: PatchesBody,
		patch: PatchBody,
		patchActions: PatchActionsBody,
		patchEvidence: PatchEvidenceBody,
		patchFile: PatchFileBody,
	};

function IssueBody({ content }: BodyProps<IssueRow>) {
	return (
		<>
			<Icon name="issues" tone="quiet" />
			<span class="body title">
				<VisuallyHidden text="Issue: " />
				{content.title} {content.from !== '' && <span class="aside">{content.from}</span>}
			</span>
		</>
	);
}

function BriefBody({ content }: BodyProps<BriefRow>) {
	return (
		<span class="body">
			Understood <span class="aside">{content.summary}</span>
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
			<span class="body one-line">
				<span class="link-text">{content.name}</span>{' '}
				<span class="aside">
					{shortPlaceText(content.place)} {folderText(content.place)}
				</span>
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
					Show all
				</button>
			)}
		</div>
	);
}

function LocationsBody({ content }: BodyProps<LocationsRow>) {
	return (
		<div class="body heading">
			Locations <span class="count">{content.count}</span>{' '}
			{content.nDismissed > 0 && <span class="aside">{content.nDismissed} dismissed</span>}
			{content.provisional !== undefined && <div class="provisional">{content.provisional}</div>}
		</div>
	);
}

function EvidenceBody({ content }: BodyProps<EvidenceRow>) {
	return (
		<span class="body">
			{content.evidence.text} {content.round !== undefined && <span class="link-text">{content.round}</span>}
		</span>
	);
}

/** A location: its number as in the editor, where it is, what the code there should do, and how sure that is. */
function LocationBody({ content, open, send }: BodyProps<LocationRow>) {
	const { number, repeats, name, where, folder, confidence, dismissed, location } = content;
	const judge = dismissed
		? ({ type: 'restore', icon: 'discard', title: 'Restore location' } as const)
		: ({ type: 'dismiss', icon: 'close', title: 'Not the bug' } as const);
	return (
		<>
			<span class={dismissed ? 'badge dismissed' : 'badge'}>
				<VisuallyHidden text="Location " />
				{number}
			</span>
			<div class={`body location ${dismissed ? 'dismissed' : ''}`}>
				<div class="title one-line">{name}</div>
				<div class="one-line">
					<span class="link-text">{where}</span>{' '}
					<span class="aside">
						{dismissed ? 'not the bug' : confidence}
						{folder !== '' && ` · ${folder}`}
					</span>
				</div>
				{(open || !repeats) && <div class={open ? 'intended' : 'intended clamped'}>{location.intendedBehavior}</div>}
			</div>
			<button
				type="button"
				class="icon-button"
				title={judge.title}
				// Keyboard users have Delete and the context menu; a button in the row would become part of its accessible name.
				aria-hidden="true"
				tabIndex={-1}
				onClick={() => send({ type: judge.type, location: location.id })}
			>
				<Icon name={judge.icon} />
			</button>
		</>
	);
}
