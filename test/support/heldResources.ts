import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** So many descriptors are enough for each process of Faultline, with what Node itself needs. */
const mostDescriptors = 128;

/** What a process holds, by kinds: how many files of each ending, pipes, sockets and child processes. */
export type Held = Readonly<Record<string, number>>;

/** Leaves a test or a suite out where the system does not list what a process holds, and prints that. */
export function needListedResources(context: Mocha.Context): void {
	if (process.platform !== 'linux') {
		console.log('      left out: only Linux lists the descriptors of a process');
		context.skip();
	}
}

/** A command line that starts a program with few descriptors, which its children get as well, and a folder for temporary files. */
export function withFewDescriptors(command: readonly string[], temporary: string): { command: string; args: string[] } {
	const script = `ulimit -n ${mostDescriptors}; export TMPDIR="$1"; shift; exec "$@"`;
	return { command: 'sh', args: ['-c', script, 'sh', temporary, ...command] };
}

/** Returns nothing for a process that has ended. */
export function heldBy(pid: number): Held {
	const counts: Record<string, number> = {};
	const add = (kind: string) => {
		counts[kind] = (counts[kind] ?? 0) + 1;
	};
	for (const descriptor of ifStillThere(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
		const target = ifStillThere(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`));
		if (target !== undefined) {
			add(kindOf(target));
		}
	}
	for (const file of globSync(`/proc/${pid}/task/*/children`)) {
		const children = ifStillThere(() => readFileSync(file, 'utf8')) ?? '';
		for (const _ of children.split(' ').filter(child => child.trim() !== '')) {
			add('child process');
		}
	}
	return counts;
}

/** A descriptor may be closed, and a thread or a process may end, between the listing and the reading. */
function ifStillThere<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') {
			return undefined;
		}
		throw error;
	}
}

/** What is held once the last work has ended: as `before`, or what it is when nothing changes any more. */
export async function settled(look: () => Held, before: Held): Promise<Held> {
	let last = look();
	for (let nSame = 0; nSame < 20 && !isSame(last, before); ) {
		await sleep(50);
		const next = look();
		nSame = isSame(next, last) ? nSame + 1 : 0;
		last = next;
	}
	return last;
}

function isSame(one: Held, other: Held): boolean {
	const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...kinds].every(kind => one[kind] === other[kind]);
}

/** Files by their ending: the name of a segment of a history is another one each time. */
function kindOf(target: string): string {
	const name = target.replace(/ \(deleted\)$/, '');
	return /^\w+:\[/.exec(name)?.[0] ?? /\.\w+$/.exec(name)?.[0] ?? name;
}
