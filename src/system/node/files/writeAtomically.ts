import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** The process that writes a draft of this name; undefined for another file. */
export function draftProcess(name: string): number | undefined {
	const pid = /\.(\d+)-[\da-f-]{36}\.tmp$/.exec(name)?.[1];
	return pid === undefined ? undefined : Number(pid);
}

/**
 * Replaces a file as a whole or not at all: readers see the old or the new content, even after a crash. Only the user
 * may read it. Its folder must exist.
 */
export async function writeAtomically(
	file: string,
	chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
	const draft = `${file}.${process.pid}-${randomUUID()}.tmp`;
	try {
		const handle = await open(draft, 'wx', 0o600);
		try {
			for await (const chunk of chunks) {
				await handle.appendFile(chunk);
			}
			await handle.sync();
		} finally {
			await handle.close();
		}
		await rename(draft, file);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}
