import type { PatchedFile } from '../model/patch';
import { hunksBetween } from './hunksBetween';
import { textLines } from './textLines';

/** Share of its lines a file keeps when it is renamed; with fewer it is another file. As git sees it by default. */
const minShare = 0.5;

/** What a patch does to one file: a renamed one counts once, under its new name. */
export interface FileChange {
	readonly file: PatchedFile;
	/** What it was under its old name. */
	readonly old?: PatchedFile;
}

/** What a patch does, file by file. */
export function fileChanges(files: readonly PatchedFile[]): FileChange[] {
	const changes = files.map(file => ({ file, old: renamedFrom(file, files) }));
	return changes
		.filter(({ file }) => !changes.some(({ old }) => old === file))
		.map(({ file, old }) => ({ file, ...(old !== undefined && { old }) }));
}

/** The file that a new one was made of under another name: deleted, and most like it. */
function renamedFrom({ before, after }: PatchedFile, files: readonly PatchedFile[]): PatchedFile | undefined {
	if (before !== undefined || after === undefined) {
		return undefined;
	}
	const shares = files
		.filter(file => file.before !== undefined && file.after === undefined)
		.map(file => ({ file, share: sharedLines(file.before ?? '', after) }))
		.filter(({ share }) => share >= minShare);
	return shares.sort((a, b) => b.share - a.share)[0]?.file;
}

function sharedLines(before: string, after: string): number {
	const nRemoved = hunksBetween(before, after).reduce((sum, { baseline }) => sum + baseline.nLines, 0);
	const [nBefore, nAfter] = [before, after].map(text => textLines(text).length);
	return ((nBefore ?? 0) - nRemoved) / Math.max(nBefore ?? 0, nAfter ?? 0, 1);
}
