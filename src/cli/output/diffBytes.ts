import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printDiff } from '../../runs/pure/diff/printDiff';
import type { PatchedFile } from '../../runs/pure/model/patch';
import { readRegularFile } from '../../system/node/files/regularFile';
import { UserError } from '../../system/pure/errors/userError';
import { endsLinesWithReturns } from '../../system/pure/text/decodeText';
import { encodeText, encodingOf, type TextEncoding } from '../../system/pure/text/textEncoding';

/**
 * The diff of some files in the bytes these have on disk, so that git can apply it: each file's part in the file's own
 * encoding, byte order marks included. Throws `UserError` if the encoding lacks a new character.
 */
export function diffBytes(folder: string, changes: readonly PatchedFile[]): Buffer {
	const sorted = [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
	return Buffer.concat(sorted.map(change => partOf(change, encodingOnDisk(folder, change))));
}

/** A clause for each file whose diff git does not accept. */
export function beyondGit(folder: string, changes: readonly PatchedFile[]): string[] {
	return changes.flatMap(change => {
		const isWide = encodingOnDisk(folder, change).startsWith('utf-16');
		const bytes = onDisk(folder, change);
		return isWide
			? [`${change.path} is UTF-16, which git treats as binary`]
			: bytes !== undefined && endsLinesWithReturns(bytes)
				? [`${change.path} ends its lines with carriage returns only, so that it is one line for git`]
				: [];
	});
}

function encodingOnDisk(folder: string, change: PatchedFile): TextEncoding {
	const bytes = onDisk(folder, change);
	return bytes === undefined ? 'utf-8' : encodingOf(bytes);
}

/** Undefined for a new file. */
function onDisk(folder: string, { path, before }: PatchedFile): Buffer | undefined {
	const file = join(folder, path);
	return before === undefined || !existsSync(file) ? undefined : readRegularFile(file);
}

function partOf(change: PatchedFile, encoding: TextEncoding): Uint8Array {
	const isMarked = encoding === 'utf-8 with mark';
	const diff = printDiff([isMarked ? withMark(change) : change]);
	// No program reads a diff in a two-byte encoding.
	const bytes = encodeText(diff, encoding === 'windows-1252' ? encoding : 'utf-8');
	if (bytes === undefined) {
		throw new UserError(
			`${change.path} is in an old encoding (${encoding}) that lacks a character of the edit: save it as UTF-8 first.`,
		);
	}
	return bytes;
}

function withMark({ path, before, after }: PatchedFile): PatchedFile {
	return {
		path,
		...(before !== undefined && { before: `\ufeff${before}` }),
		...(after !== undefined && { after: `\ufeff${after}` }),
	};
}
