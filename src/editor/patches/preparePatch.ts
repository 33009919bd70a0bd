import type { OfferedFile } from '../../core/acceptance/offeredFile';
import { offeredFile, patchHunks } from '../../core/acceptance/offeredFile';
import type { Patch, PatchedFile } from '../../core/model/patch';
import { hunkState, type PatchDecisions } from '../../core/model/run/patchDecisions';
import type { UserFiles } from './userFiles';

/** A file of a patch, what of it is to be decided, and the user's file as it is. */
export interface PreparedFile {
	readonly patched: PatchedFile;
	readonly offered: OfferedFile;
	/** With unsaved edits; undefined where there is none. */
	readonly now: string | undefined;
}

/**
 * What of a patch is to be decided, in the files as they are now. What was rejected is offered again only where nothing
 * else is left. Changes nothing.
 */
export async function preparePatch(
	{ id, files }: Patch,
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
			return { patched, now, offered: offeredFile(patched, stateOf(patched.path), again, now) };
		}),
	);
	return prepared.flatMap(({ offered, ...file }) => (offered === undefined ? [] : [{ ...file, offered }]));
}
