import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { UserError } from '../../core/util/userError';
import { isAlive, ownIdentity, type ProcessIdentity } from './processIdentity';

/** A lock file without content counts as left by a crash after this time. */
const unwrittenMs = 10_000;

/**
 * Takes the lock, so that no other process works on the same thing: `this run`. Throws `UserError` when a live process
 * has it; the lock of a dead one is taken over. Returns the function that releases it.
 */
export async function takeProcessLock(file: string, what: string): Promise<() => Promise<void>> {
	const content = JSON.stringify(await ownIdentity());
	for (let attempt = 1; !(await create(file, content)); attempt++) {
		const found = await readLock(file);
		if (found !== undefined && (await isHeld(file, found))) {
			throw new UserError(
				`Another process (${holderOf(found)?.pid ?? 'unknown'}) is working on ${what}. Wait until it is done; if there is no such process, delete ${file}.`,
			);
		}
		if (attempt === 10) {
			throw new Error(`${file}: the lock changes hands all the time`);
		}
		await takeAway(file, found);
	}
	return () => rm(file, { force: true });
}

/** Whether a live process holds the lock. */
export async function isProcessLocked(file: string): Promise<boolean> {
	const found = await readLock(file);
	return found !== undefined && isHeld(file, found);
}

/** The lock exists with its content or not at all, wherever this process is killed; at worst a draft of it remains. */
async function create(file: string, content: string): Promise<boolean> {
	const draft = `${file}.${randomUUID()}`;
	await writeFile(draft, content, { flag: 'wx', mode: 0o600 });
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
		await writeFile(file, content, { flag: 'wx', mode: 0o600 });
		return true;
	} catch (error) {
		if (hasCode(error, 'EEXIST')) {
			return false;
		}
		throw error;
	}
}

/** Removes a dead process's lock. Another process may have been faster: a lock that turns out to be new is restored. */
async function takeAway(file: string, dead: string | undefined): Promise<void> {
	const aside = `${file}.${randomUUID()}`;
	try {
		await rename(file, aside);
	} catch (error) {
		if (hasCode(error, 'ENOENT')) {
			return;
		}
		throw error;
	}
	if ((await readLock(aside)) !== dead) {
		await rename(aside, file);
		return;
	}
	await rm(aside, { force: true });
}

async function isHeld(file: string, content: string): Promise<boolean> {
	const holder = holderOf(content);
	if (holder === undefined) {
		const age = await stat(file).then(
			({ mtimeMs }) => Date.now() - mtimeMs,
			() => Number.POSITIVE_INFINITY,
		);
		return age < unwrittenMs;
	}
	return isAlive(holder);
}

async function readLock(file: string): Promise<string | undefined> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (hasCode(error, 'ENOENT')) {
			return undefined;
		}
		throw error;
	}
}

function holderOf(content: string): ProcessIdentity | undefined {
	try {
		const holder = JSON.parse(content) as Partial<ProcessIdentity> | null;
		return Number.isInteger(holder?.pid) ? (holder as ProcessIdentity) : undefined;
	} catch {
		// Truncated by a crash, or not written yet.
		return undefined;
	}
}

function hasCode(error: unknown, code: string): boolean {
	return (error as NodeJS.ErrnoException).code === code;
}
