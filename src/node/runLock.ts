import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { UserError } from '../core/util/userError';

/** Written into the lock file by whoever goes on with the run. */
interface Holder {
	readonly pid: number;
	/** Since the machine's start, where the system tells it: a process id alone may be another program's by now. */
	readonly startTicks?: string;
}

/** A lock file whose content is not written yet is taken for a crash's remains after this time. */
const unwrittenMs = 10_000;

/**
 * Takes the lock, so that no other process goes on with the same run. Throws `UserError` when one that lives has it; the
 * lock of one that died is taken over. Returns how to give it back.
 */
export async function takeRunLock(file: string): Promise<() => Promise<void>> {
	const content = JSON.stringify(await ownHolder());
	for (let attempt = 1; !(await create(file, content)); attempt++) {
		const found = await readLock(file);
		if (found !== undefined && (await isAlive(file, found))) {
			throw new UserError(
				`Another process (${holderOf(found)?.pid ?? 'unknown'}) works on this run. Wait until it is done; if there is none, delete ${file}.`,
			);
		}
		if (attempt === 10) {
			throw new Error(`${file}: the lock changes hands all the time`);
		}
		await takeAway(file, found);
	}
	return () => rm(file, { force: true });
}

/** Whether a living process holds the lock. */
export async function isRunLocked(file: string): Promise<boolean> {
	const found = await readLock(file);
	return found !== undefined && isAlive(file, found);
}

async function create(file: string, content: string): Promise<boolean> {
	try {
		await writeFile(file, content, { flag: 'wx' });
		return true;
	} catch (error) {
		if (hasCode(error, 'EEXIST')) {
			return false;
		}
		throw error;
	}
}

/** Removes a dead process's lock. Another may have been quicker: what is then found to be a new lock is put back. */
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

async function isAlive(file: string, content: string): Promise<boolean> {
	const holder = holderOf(content);
	if (holder === undefined) {
		const age = await stat(file).then(
			({ mtimeMs }) => Date.now() - mtimeMs,
			() => Number.POSITIVE_INFINITY,
		);
		return age < unwrittenMs;
	}
	if (!isRunning(holder.pid)) {
		return false;
	}
	const startTicks = await startTicksOf(holder.pid);
	return startTicks === undefined || holder.startTicks === undefined || startTicks === holder.startTicks;
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Somebody else's process is a process as well.
		return hasCode(error, 'EPERM');
	}
}

async function ownHolder(): Promise<Holder> {
	const startTicks = await startTicksOf(process.pid);
	return { pid: process.pid, ...(startTicks !== undefined && { startTicks }) };
}

/** Field 22 of Linux's `/proc/<pid>/stat`; the second field, the name, may itself hold blanks and brackets. */
async function startTicksOf(pid: number): Promise<string | undefined> {
	try {
		const text = await readFile(`/proc/${pid}/stat`, 'utf8');
		return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
	} catch {
		// Not every system has this, and the process may have ended since.
		return undefined;
	}
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

function holderOf(content: string): Holder | undefined {
	try {
		const holder = JSON.parse(content) as Partial<Holder> | null;
		return Number.isInteger(holder?.pid) ? (holder as Holder) : undefined;
	} catch {
		// Cut off by a crash, or not written yet.
		return undefined;
	}
}

function hasCode(error: unknown, code: string): boolean {
	return (error as NodeJS.ErrnoException).code === code;
}
