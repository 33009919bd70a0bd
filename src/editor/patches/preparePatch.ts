import type { OfferedFile } from '../../patches/pure/acceptance/offeredFile';
import { offeredFile, offeredInFile, patchHunks } from '../../patches/pure/acceptance/offeredFile';
import { hunkState, type PatchDecisions } from '../../runs/pure/events/patchDecisions';
import type { Patch, PatchedFile } from '../../runs/pure/model/patch';
import type { UserFiles } from './userFiles';

/** A file of a patch, its undecided hunks, and the user's current file. */
export interface PreparedFile {
	readonly patched: PatchedFile;
	readonly offered: OfferedFile;
	/** Text with unsaved edits; undefined if the file does not exist. */
	readonly now: string | undefined;
}

/**
 * The undecided hunks of a patch, applied to the current files. Rejected hunks are offered again only if no others are
 * left. Writes no file.
 */
export async function preparePatch(
	{ id, files, isInFiles }: Patch,
	decisions: PatchDecisions,
	userFiles: Pick<UserFiles, 'textNow'>,
): Promise<PreparedFile[]> {
	const stateOf = (path: string) => (hunk: number) => hunkState(decisions, id, path, hunk);
	const again = files.every(file =>
		patchHunks(file).every((_, hunk) => ['accepted', 'rejected'].includes(stateOf(file.path)(hunk))),
	);
	const prepared = await Promise.all(
		files.map(async patched => {
			const now = await userFiles.textNow(patched.path);
			const states = stateOf(patched.path);
			const offered = isInFiles ? offeredInFile(patched, states, now) : offeredFile(patched, states, again, now);
			return { patched, now, offered };
		}),
	);
	return prepared.flatMap(({ offered, ...file }) => (offered === undefined ? [] : [{ ...file, offered }]));
}
