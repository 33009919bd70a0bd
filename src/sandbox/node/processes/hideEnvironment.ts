import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Empties the environment that the system shows other programs of this process (`/proc/<pid>/environ` on Linux), so
 * that no program started from here reads a key there. Setting variables does not change it: it is the memory that the
 * process was started with. `process.env` stays as it is. Returns whether nothing is left; false on other systems.
 */
export function hideEnvironment(): boolean {
	if (process.platform !== 'linux') {
		return false;
	}
	try {
		// Set again, variables move to memory that is not shown.
		for (const [name, value] of Object.entries(process.env)) {
			process.env[name] = value;
		}
		const [start, end] = environmentRange();
		const memory = openSync('/proc/self/mem', 'r+');
		try {
			writeSync(memory, Buffer.alloc(end - start), 0, end - start, start);
		} finally {
			closeSync(memory);
		}
		return /^\0*$/.test(readFileSync('/proc/self/environ', 'latin1'));
	} catch {
		// Some systems do not let a process write its own memory in this way.
		return false;
	}
}

/** The last fields but one of `/proc/self/stat`, `env_start` and `env_end`. */
function environmentRange(): readonly [number, number] {
	const text = readFileSync('/proc/self/stat', 'latin1');
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return [Number(fields[47]), Number(fields[48])];
}
