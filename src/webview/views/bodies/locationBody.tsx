import { t } from '../../language';
import type { EvidenceRow, FoldRow, LocationRow, LocationsRow } from '../../rows/rowContent';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visuallyHidden';
import type { BodyProps } from './bodyProps';

export function LocationsBody({ content }: BodyProps<LocationsRow>) {
	return (
		<div class="body heading">
			{content.text}
			{content.provisional !== undefined && <div class="provisional">{content.provisional}</div>}
		</div>
	);
}

/** `5 more, less likely` */
export function FoldBody({ content }: BodyProps<FoldRow>) {
	return <span class="body aside">{content.text}</span>;
}

/**
 * A location: its number as in the editor, its name and how sure it is, its whole path, and its intended behavior, if
 * known.
 */
export function LocationBody({ content, open, send }: BodyProps<LocationRow>) {
	const { number, name, where, confidence, dismissed, location } = content;
	const judge = dismissed
		? ({ type: 'restore', icon: 'discard', title: t('Restore Location') } as const)
		: ({ type: 'dismiss', icon: 'close', title: t('Not the Bug') } as const);
	return (
		<>
			<span class={dismissed ? 'badge dismissed' : 'badge'}>
				<VisuallyHidden text={`${t('Location')} `} />
				{number}
			</span>
			<div class={`body location ${dismissed ? 'dismissed' : ''}`}>
				<div class="location-head">
					<span class="title">{name}</span> <span class="aside">{dismissed ? t('not the bug') : confidence}</span>
				</div>
				<PathText path={where} />
				<Known name="" text={location.intendedBehavior} open={open} />
				<Known name={`${t('Cause:')} `} text={location.cause ?? ''} open={open} />
				<Known name={`${t('From the issue:')} `} text={location.fromIssue ?? ''} open={open} />
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

/** A path that breaks into lines after its slashes, and is never cut. */
function PathText({ path }: { readonly path: string }) {
	const parts = path.split('/');
	return (
		<div class="path link-text">
			{parts.map((part, idx) => (
				<span key={idx}>
					{part}
					{idx < parts.length - 1 && (
						<>
							/<wbr />
						</>
					)}
				</span>
			))}
		</div>
	);
}

function Known({ name, text, open }: { readonly name: string; readonly text: string; readonly open: boolean }) {
	return text === '' ? null : (
		<div class={open ? 'known' : 'known clamped'}>
			{name !== '' && <span class="aside">{name}</span>}
			{text}
		</div>
	);
}

/** One reason, with the line of code, the round and the line of the issue that it rests on. */
export function EvidenceBody({ content }: BodyProps<EvidenceRow>) {
	const { text, code, round, issueLine } = content;
	return (
		<div class="body">
			{text} {code !== undefined && <span class="link-text">{code.text}</span>}{' '}
			{round !== undefined && <span class={code === undefined ? 'link-text' : 'aside'}>{round.text}</span>}
			{issueLine !== undefined && (
				<div class="issue-line aside" title={issueLine}>
					{issueLine}
				</div>
			)}
		</div>
	);
}
