import type { Verdict } from '../../../runs/pure/fold/patchVerdict';
import { patchName, patchSummary, type ShownPatch, type ShownPatchFile } from '../../../runs/pure/fold/shownPatch';
import { engineText, t } from '../../language';
import { fileKinds } from '../../rows/patchItems';
import type { PatchActionsRow, PatchEvidenceRow, PatchFileRow, PatchRow } from '../../rows/rowContent';
import { filled } from '../filled';
import { Icon } from '../icon';
import type { BodyProps } from './bodyProps';

export const verdictIcons = {
	good: { name: 'pass', tone: 'passed' },
	bad: { name: 'error', tone: 'failed' },
	unsure: { name: 'warning', tone: 'warned' },
} as const satisfies Record<Verdict, object>;

/** A patch: the decision on it, else the verdict on it. */
export function PatchBody({ content: { patch } }: BodyProps<PatchRow>) {
	return (
		<>
			<Icon {...patchIcon(patch)} />
			<div class="body">
				<span class="title">{engineText(patchName(patch))}</span>{' '}
				<span class="aside">{engineText(patchSummary(patch))}</span>
				{patch.merged !== undefined && (
					<div class="provisional">{t('Merged with your changes in {0}.', patch.merged.join(', '))}</div>
				)}
			</div>
		</>
	);
}

function patchIcon({ state, nPending, verdict }: ShownPatch) {
	if (nPending !== undefined) {
		return { name: 'eye', tone: 'quiet' } as const;
	}
	switch (state) {
		case 'accepted':
			return { name: 'check-all', tone: 'passed' } as const;
		case 'partial':
			return { name: 'check', tone: 'warned' } as const;
		case 'undone':
			return { name: 'history', tone: 'quiet' } as const;
		case 'rejected':
			return { name: 'circle-slash', tone: 'quiet' } as const;
		case 'open':
		case 'excerpt':
			return verdictIcons[verdict.verdict];
	}
}

/** Buttons that are always visible, and in the order of the Tab key. */
export function PatchActionsBody({ content: { patch, buttons }, send }: BodyProps<PatchActionsRow>) {
	return (
		<span class="body patch-actions">
			{buttons.map(({ action, label }) => (
				<button key={action} type="button" class="link" onClick={() => send({ type: 'actOnPatch', action, patch })}>
					{label}
				</button>
			))}
		</span>
	);
}

export function PatchEvidenceBody({ content: { evidence } }: BodyProps<PatchEvidenceRow>) {
	const { label, text, verdict } = evidence;
	// A reason or a decision is no result: it needs no sign.
	const icon = verdict === 'unsure' ? ({ name: 'info', tone: 'quiet' } as const) : verdictIcons[verdict];
	return (
		<>
			<Icon {...icon} />
			<span class="body">
				{filled(t('{0}: {1}'), engineText(label), <span class="aside">{breakable(engineText(text))}</span>)}
			</span>
		</>
	);
}

/** With possible line breaks in the ids of tests, which are longer than a line; copies have none. */
function breakable(text: string) {
	return text.split(/(?<=::|\/)/).flatMap((part, at) => (at === 0 ? part : [<wbr key={at} />, part]));
}

export function PatchFileBody({ content: { file } }: BodyProps<PatchFileRow>) {
	const { path, oldPath, kind, counts, warning } = file;
	const folder = path.slice(0, -fileName(path).length - 1);
	const aside = [kind === 'changed' ? '' : fileKinds[kind], counts, folder].filter(text => text !== '').join(' · ');
	return (
		<>
			<Icon {...(warning === undefined ? { name: 'diff', tone: 'quiet' } : { name: 'warning', tone: 'warned' })} />
			<span class="body">
				<span class="link-text">{oldPath === undefined ? fileName(path) : renameText(oldPath, file)}</span>{' '}
				<span class="aside">{aside}</span>
				{warning !== undefined && (
					<div class="provisional">{t('Runs by itself: {0}. Accept each change on its own.', engineText(warning))}</div>
				)}
			</span>
		</>
	);
}

/** `old.x → new.x`; the old name has its folder if the file was moved. */
function renameText(from: string, { path }: ShownPatchFile): string {
	const isMoved = from.slice(0, -fileName(from).length) !== path.slice(0, -fileName(path).length);
	return `${isMoved ? from : fileName(from)} → ${fileName(path)}`;
}

function fileName(path: string): string {
	return path.split('/').at(-1) ?? path;
}
