import { setImmediate } from 'node:timers/promises';

/** Loads parts of the program, each after what it imports, with a turn for the editor's other work after each. */
export async function loadInTurns(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
	for (const load of parts) {
		await load();
		await setImmediate();
	}
}
