import { setFlagsFromString } from 'node:v8';
import { UserError } from '../../../system/pure/errors/userError';

/** How much memory an index process may use, and how a user changes that. Plain JSON data. */
export interface MemoryLimit {
	readonly megabytes: number;
	/** The setting or option of the limit: `the setting NAME`. */
	readonly setBy: string;
	/** The setting or option that leaves out files. */
	readonly leftOutBy: string;
}

/** Throws `UserError` if this process uses more. */
export function requireMemory(limit: MemoryLimit | undefined): void {
	const used = process.memoryUsage.rss() / 1024 / 1024;
	if (limit !== undefined && used > limit.megabytes) {
		throw needsMore(`than ${limit.megabytes} MB of memory`, limit);
	}
}

/** The index process died of its heap. */
export function heapExceeded(limit: MemoryLimit | undefined): UserError {
	return needsMore('memory than it may use', limit);
}

/** The index process ended by itself. `what` it did: Locating. */
export function endedWhile(what: string, cause: Error, limit: MemoryLimit | undefined): UserError {
	const advice = limit && ` If it ends again, lower ${limit.setBy}, or leave out files with ${limit.leftOutBy}.`;
	return new UserError(`${what} has stopped: ${cause.message}. Try again.${advice ?? ''}`, {
		...{ cause, cures: [{ kind: 'retry' }] },
	});
}

function needsMore(memory: string, limit: MemoryLimit | undefined): UserError {
	const advice = limit && ` Raise ${limit.setBy}, or leave out files with ${limit.leftOutBy}.`;
	return new UserError(`The index process needs more ${memory}.${advice ?? ''}`, { cures: [{ kind: 'retry' }] });
}

/**
 * From now on, grammars are run as V8's baseline compiler translates them. Its optimizing compiler needs up to 500 MB
 * for the lexer of one grammar, even if that parses a few files only; without it, indexing takes up to two fifths more
 * CPU time.
 */
export function keepToBaselineCompiler(): void {
	// Set after the start, a flag does not change the ones that depend on it.
	for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
		setFlagsFromString(flag);
	}
}
