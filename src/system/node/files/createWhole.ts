import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';

/**
 * Creates a file with all of its content or not at all, whenever this process is killed; at worst a draft remains.
 * Returns false if the file exists: only one of several processes creates it. Only the user may read it.
 */
export async function createWhole(file: string, content: string): Promise<boolean> {
	const draft = `${file}.${randomUUID()}`;
	await write(draft, content);
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) {
			// Another process has it, or took the draft for one that a crash left.
			return false;
		}
		// Some file systems have no links.
		return createInPlace(file, content);
	} finally {
		await rm(draft, { force: true });
	}
}

async function createInPlace(file: string, content: string): Promise<boolean> {
	try {
		await write(file, content);
		return true;
	} catch (error) {
		if (hasCode(error, 'EEXIST')) {
			return false;
		}
		throw error;
	}
}

async function write(file: string, content: string): Promise<void> {
	const handle = await open(file, 'wx', 0o600);
	try {
		await handle.writeFile(content);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function hasCode(error: unknown, code: string): boolean {
	return (error as NodeJS.ErrnoException).code === code;
}
