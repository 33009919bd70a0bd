import type { AnswerBlock } from '../../code/pure/search/answerBlocks';
import { withoutSecrets } from '../../outgoing/pure/secrets/withoutSecrets';
import type { Commit, CommitFile } from '../../runs/pure/model/commit';
import { shortened } from '../../runs/pure/model/shortened';
import { counted } from '../../system/pure/text/counted';
import { tagged } from '../../system/pure/text/fenced';
import { type HunkChoice, shownHunks } from './shownHunks';

const messageLines = 40;
const listedFiles = 12;
const titleLength = 100;
const daySeconds = 24 * 3600;

export interface CommitView extends HunkChoice {
	/** Sentences about it. */
	readonly notes?: readonly string[];
	/** It has, or may have, other changes than those that were read. */
	readonly isPiece?: boolean;
}

/** A commit as a model or a user reads it. */
export function commitBlock(commit: Commit, view: CommitView): AnswerBlock {
	const { notes = [], isPiece = false } = view;
	const { files, leftOut, isWhole } = shownHunks(commit, view);
	const diff = files.flatMap(({ file, hunks }) => [
		fileLine(file),
		...hunks.flatMap(({ head, lines }) => [head, ...lines]),
	]);
	const text = [
		`<commit>${commit.id}</commit> (${commit.author.replaceAll(/\s+/g, ' ')}, ${dayText(commit.time)})`,
		messageText(commit.message),
		...notes,
		...(diff.length === 0 ? [] : [tagged('diff', diff.join('\n'))]),
		...leftOutText(leftOut),
		...(commit.isCut === true ? ['(This commit has more changes than can be read.)'] : []),
		...(commit.nHidden === undefined ? [] : [hiddenText(commit.nHidden)]),
	].join('\n');
	const title = shortened(subjectOf(withoutSecrets(commit.message).text), titleLength);
	return { text, part: { kind: 'commit', name: commit.id, title, isWhole: isWhole && !isPiece } };
}

/** The first line of a message. */
export function subjectOf(message: string): string {
	const end = message.indexOf('\n');
	return end === -1 ? message : message.slice(0, end);
}

/** `2024-07-23`, in UTC. The days of the Gregorian calendar are computed as in Hinnant's `civil_from_days`. */
export function dayText(seconds: number): string {
	const days = Math.floor(seconds / daySeconds) + 719_468;
	const era = Math.floor(days / 146_097);
	const ofEra = days - era * 146_097;
	const yearOfEra = Math.floor(
		(ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
	);
	const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
	const shifted = Math.floor((5 * ofYear + 2) / 153);
	const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1;
	const month = shifted < 10 ? shifted + 3 : shifted - 9;
	const year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0);
	const digits = (n: number) => String(n).padStart(2, '0');
	return `${year}-${digits(month)}-${digits(day)}`;
}

function messageText(message: string): string {
	const lines = withoutSecrets(message).text.split('\n');
	const more = lines.length > messageLines ? [`(${lines.length - messageLines} more lines)`] : [];
	return tagged('message', [...lines.slice(0, messageLines), ...more].join('\n'));
}

function fileLine({ path, oldPath, status }: CommitFile): string {
	const what = { A: ' (new)', D: ' (deleted)', R: ` (was ${oldPath})`, C: ` (copied from ${oldPath})` }[status] ?? '';
	return `--- ${path}${what}`;
}

function leftOutText(leftOut: readonly { readonly file: CommitFile; readonly nHunks: number }[]): string[] {
	if (leftOut.length === 0) {
		return [];
	}
	const named = leftOut
		.slice(0, listedFiles)
		.map(({ file, nHunks }) => `${file.path} (${nHunks === 0 ? emptyText(file) : counted(nHunks, 'hunk')})`);
	const others = leftOut.length > listedFiles ? [counted(leftOut.length - listedFiles, 'more file')] : [];
	return [`(not shown: ${[...named, ...others].join(', ')})`];
}

function emptyText({ status, oldPath }: CommitFile): string {
	return status === 'R' ? `was ${oldPath}` : status === 'D' ? 'deleted' : 'no text';
}

function hiddenText(nHidden: number): string {
	return `(${counted(nHidden, 'file')} of this commit ${nHidden === 1 ? 'is' : 'are'} hidden from models, and left out)`;
}
