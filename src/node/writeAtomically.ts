import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file as a whole or not at all: readers see the old or the new content, even after a crash. */
export async function writeAtomically(file: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	const draft = `${file}.${process.pid}-${randomUUID()}.tmp`;
	try {
		const handle = await open(draft, 'wx');
		try {
			for (const chunk of chunks) {
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
