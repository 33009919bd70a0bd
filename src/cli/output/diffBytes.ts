import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printDiff } from '../../runs/pure/diff/printDiff';
import type { PatchedFile } from '../../runs/pure/model/patch';
import { readRegularFile } from '../../system/node/files/regularFile';
import { UserError } from '../../system/pure/errors/userError';
import { encodeText, encodingOf, type TextEncoding } from '../../system/pure/text/textEncoding';

/**
 * The diff of some files in the bytes these have on disk, so that git can apply it: each file's part in the file's own
 * encoding, byte order marks included. Throws `UserError` if the encoding lacks a new character.
 */
export function diffBytes(folder: string, changes: readonly PatchedFile[]): Buffer {
	const sorted = [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
	return Buffer.concat(sorted.map(change => partOf(change, encodingOnDisk(folder, change))));
}

/** The files whose diff git does not accept, since it treats two-byte encodings as binary. */
export function beyondGit(folder: string, changes: readonly PatchedFile[]): string[] {
	const isWide = (change: PatchedFile) => encodingOnDisk(folder, change).startsWith('utf-16');
	return changes.filter(isWide).map(({ path }) => path);
}

function encodingOnDisk(folder: string, { path, before }: PatchedFile): TextEncoding {
	const file = join(folder, path);
	return before === undefined || !existsSync(file) ? 'utf-8' : encodingOf(readRegularFile(file));
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
