import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { UserError } from '../../pure/errors/userError';
import { createWhole } from '../files/createWhole';
import { isAlive, ownIdentity, type ProcessIdentity, thisMachine } from './processIdentity';

/** A lock file without content counts as left by a crash after this time. */
const unwrittenMs = 10_000;
const beatMs = 20_000;
/** After this time without a touch, a process of another machine counts as dead. */
const silentMs = 5 * 60_000;

/** Releases a lock that this process has. */
export type Unlock = () => Promise<void>;

/**
 * Takes the lock, so that no other process works on the same thing; `what` names it: `this run`. Throws `UserError`
 * when a live process has it; the lock of a dead one is taken over. Returns the function that releases it.
 */
export async function takeProcessLock(file: string, what: string): Promise<Unlock> {
	const unlock = await tryProcessLock(file);
	if (unlock === undefined) {
		const holder = holderOf((await readLock(file)) ?? '');
		throw new UserError(
			`Another process (${holder?.pid ?? 'unknown'}) is working on ${what}. Wait until it is done; if there is no such process, delete ${file}.`,
		);
	}
	return unlock;
}

/** As `takeProcessLock`; undefined when a live process has it. */
export async function tryProcessLock(file: string): Promise<Unlock | undefined> {
	const content = JSON.stringify({ ...(await ownIdentity()), machine: thisMachine() });
	for (let attempt = 1; !(await createWhole(file, content)); attempt++) {
		const found = await readLock(file);
		if (found !== undefined && (await isHeld(file, found))) {
			return undefined;
		}
		if (attempt === 10) {
			throw new Error(`${file}: the lock changes hands all the time`);
		}
		await takeAway(file, found);
	}
	return keepFresh(file, content);
}

/** Whether a live process holds the lock. */
export async function isProcessLocked(file: string): Promise<boolean> {
	const found = await readLock(file);
	return found !== undefined && isHeld(file, found);
}

/** Touches the lock while it is held: other machines see no other sign of this process. */
function keepFresh(file: string, content: string): Unlock {
	const beat = () => utimes(file, new Date(), new Date()).catch(() => undefined);
	const timer = setInterval(beat, beatMs).unref();
	return async () => {
		clearInterval(timer);
		// It is another's if this process was stopped for long.
		if ((await readLock(file)) === content) {
			await rm(file, { force: true });
		}
	};
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
		return (await ageMs(file)) < unwrittenMs;
	}
	const isElsewhere = holder.machine !== undefined && holder.machine !== thisMachine();
	return isElsewhere ? (await ageMs(file)) < silentMs : isAlive(holder);
}

function ageMs(file: string): Promise<number> {
	return stat(file).then(
		({ mtimeMs }) => Date.now() - mtimeMs,
		() => Number.POSITIVE_INFINITY,
	);
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

interface Holder extends ProcessIdentity {
	/** Absent in a lock of an older version. */
	readonly machine?: string;
}

function holderOf(content: string): Holder | undefined {
	try {
		const holder = JSON.parse(content) as Partial<Holder> | null;
		return Number.isInteger(holder?.pid) ? (holder as Holder) : undefined;
	} catch {
		// Truncated by a crash, or not written yet.
		return undefined;
	}
}

function hasCode(error: unknown, code: string): boolean {
	return (error as NodeJS.ErrnoException).code === code;
}
