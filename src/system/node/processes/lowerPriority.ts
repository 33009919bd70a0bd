import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets other programs run before this one, at a priority of `os.constants.priority`. Linux keeps it for each thread:
 * existing threads, in which V8 compiles and collects garbage, would keep the usual one. `threads` is the system folder
 * that lists them. If the system refuses, the program runs at the usual priority.
 */
export function lowerPriority(priority: number, threads = '/proc/self/task'): void {
	try {
		setPriority(priority);
		if (process.platform === 'linux') {
			for (const thread of readdirSync(threads)) {
				lowerOf(Number(thread), priority);
			}
		}
	} catch {
		// Some containers and sandboxes hide the folder, or allow no other priority.
	}
}

function lowerOf(thread: number, priority: number): void {
	try {
		setPriority(thread, priority);
	} catch {
		// It has ended.
	}
}
