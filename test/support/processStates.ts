import { readdirSync, readFileSync } from 'node:fs';

/**
 * The states of all threads of the processes (Linux) whose environment or command line contains a text: `R`, `S`, `T`. `V`:
 * it executes nothing until its child has started a program (vfork), whatever that child does.
 */
export function statesOf(text: string): string[] {
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid);
	const found = pids.filter(pid => ['environ', 'cmdline'].some(file => read(`/proc/${pid}/${file}`).includes(text)));
	return found.flatMap(pid =>
		entriesOf(`/proc/${pid}/task`).map(thread => {
			const stat = read(`/proc/${pid}/task/${thread}/stat`);
			const state = stat.charAt(stat.lastIndexOf(')') + 2);
			const waitsForChild = state === 'D' && /fork|clone/.test(read(`/proc/${pid}/task/${thread}/wchan`));
			return waitsForChild ? 'V' : state;
		}),
	);
}

function read(file: string): string {
	try {
		return readFileSync(file, 'latin1');
	} catch {
		// It has ended, or belongs to another user.
		return '';
	}
}

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
