import { applyDiff } from '../../core/diff/applyDiff';
import type { FileDiff } from '../../core/diff/fileDiff';
import { parseDiff } from '../../core/diff/parseDiff';
import { encodeLike, losslessText } from '../../core/util/encodeLike';
import { UserError } from '../../core/util/userError';

/** What becomes of files by path; undefined: the file goes. */
export type PatchedFiles = ReadonlyMap<string, Uint8Array | undefined>;

/**
 * What a unified diff makes of files, in the encoding each has. `read` gives a file's bytes, undefined where there is none.
 * Throws `UserError` where any part of it does not fit exactly.
 */
export function patchFiles(diff: string, read: (path: string) => Uint8Array | undefined): PatchedFiles {
	const files = parseDiff(diff);
	if (files.length === 0 && diff.trim() !== '') {
		throw new UserError('There is no diff in this text: it needs lines that begin with --- and +++, and hunks.');
	}
	const patched = new Map<string, Uint8Array | undefined>();
	const current = (path: string) => (patched.has(path) ? patched.get(path) : read(path));
	for (const file of files) {
		patchOne(file, current, patched);
	}
	return patched;
}

function patchOne(
	file: FileDiff,
	current: (path: string) => Uint8Array | undefined,
	patched: Map<string, Uint8Array | undefined>,
): void {
	const { oldPath, newPath, hunks } = file;
	const path = newPath ?? oldPath ?? '';
	const before = oldPath === undefined ? undefined : current(oldPath);
	if (oldPath !== undefined && before === undefined) {
		throw new UserError(`The diff does not fit: there is no file ${oldPath}.`);
	}
	if (newPath !== undefined && newPath !== oldPath && current(newPath) !== undefined) {
		throw new UserError(`The diff does not fit: ${newPath} is there already.`);
	}
	if (newPath !== undefined && newPath === oldPath && hunks.length === 0) {
		throw new UserError(`The diff says nothing of what becomes of ${path}.`);
	}
	const after = bytesAfter(file, path, before);
	if (oldPath !== undefined && file.named !== 'copied') {
		patched.set(oldPath, undefined);
	}
	if (newPath !== undefined) {
		patched.set(newPath, after);
	}
}

function bytesAfter(diff: FileDiff, path: string, before: Uint8Array | undefined): Uint8Array {
	if (before !== undefined && diff.hunks.length === 0) {
		return before;
	}
	const text = before === undefined ? undefined : losslessText(before);
	if (before !== undefined && text === undefined) {
		throw new UserError(`The diff does not fit: ${path} is not a text file.`);
	}
	const after = applyDiff(text, diff);
	const isWrong = after === undefined || (diff.newPath === undefined && after !== '');
	const bytes = isWrong ? undefined : encodeLike(after, before);
	if (bytes === undefined) {
		throw new UserError(
			isWrong
				? `The diff does not fit: ${path} holds other lines.`
				: `The diff does not fit: the encoding of ${path} has no such characters.`,
		);
	}
	return bytes;
}
