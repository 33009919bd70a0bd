import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes a file, a link (never its target) or a folder with all its content, write-protected or not. */
export async function removeFolder(path: string): Promise<void> {
	try {
		await remove(path);
	} catch (error) {
		if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			throw error;
		}
		await makeWritable(path);
		await remove(path);
	}
}

function remove(path: string): Promise<void> {
	return rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** The content of a folder can only be deleted with write permission for the folder. */
async function makeWritable(folder: string): Promise<void> {
	await chmod(folder, 0o700);
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		if (entry.isDirectory()) {
			await makeWritable(join(folder, entry.name));
		}
	}
}
