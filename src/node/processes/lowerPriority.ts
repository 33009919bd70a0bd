import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets other programs run before this one, at a priority of `os.constants.priority`. Linux keeps it for each thread: those
 * that exist already, in which V8 compiles and collects garbage, would keep the usual one.
 */
export function lowerPriority(priority: number): void {
	setPriority(priority);
	if (process.platform === 'linux') {
		for (const thread of readdirSync('/proc/self/task')) {
			lowerOf(Number(thread), priority);
		}
	}
}

function lowerOf(thread: number, priority: number): void {
	try {
		setPriority(thread, priority);
	} catch {
		// It has ended.
	}
}
