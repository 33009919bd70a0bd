import type { PatchedFile } from '../model/patch';
import { hunksBetween } from './hunksBetween';
import { textLines } from './textLines';

/** Share of its lines that a renamed file must keep; below it the file counts as another one. Git's default. */
const minShare = 0.5;

/** The change a patch makes to one file. A renamed file counts once, under its new name. */
export interface FileChange {
	readonly file: PatchedFile;
	/** The file under its old name. */
	readonly old?: PatchedFile;
}

/** The changes of a patch, file by file. */
export function fileChanges(files: readonly PatchedFile[]): FileChange[] {
	const changes = files.map(file => ({ file, old: renamedFrom(file, files) }));
	return changes
		.filter(({ file }) => !changes.some(({ old }) => old === file))
		.map(({ file, old }) => ({ file, ...(old !== undefined && { old }) }));
}

/** The file a new one was renamed from: among the deleted files, the most similar one. */
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
