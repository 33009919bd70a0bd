import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from './limits';
import { isAlive, type ProcessIdentity } from './processIdentity';
import { readOr } from './processTable';

const prefix = 'faultline';

/**
 * A group of processes (Linux, cgroup v2) that ends as a whole: whatever its processes start is in it, too, unless it
 * moves itself elsewhere. Systems allow groups to root and in a session of systemd.
 */
export class ControlGroup {
	private constructor(private readonly folder: string) {}

	/** A new group; undefined where the system does not allow it. `id` is unique. */
	static make(
		id: string,
		owner: ProcessIdentity,
		limits?: Pick<Limits, 'memoryBytes' | 'processes'>,
	): ControlGroup | undefined {
		for (const parent of parentFolders()) {
			const folder = join(parent, [prefix, owner.pid, owner.startTicks ?? '', id].join('.'));
			try {
				// Processes are moved from one to the other.
				accessSync(join(parent, 'cgroup.procs'), constants.W_OK);
				mkdirSync(folder);
			} catch {
				continue;
			}
			const group = new ControlGroup(folder);
			if (existsSync(join(folder, 'cgroup.kill'))) {
				group.limit(limits);
				return group;
			}
			isRemoved(folder);
		}
		return undefined;
	}

	/** A process writes its number to it to enter the group. */
	get entrance(): string {
		return join(this.folder, 'cgroup.procs');
	}

	/** Which limit the kernel enforced, as `LimitWatch` names it; undefined where it did not have to. */
	exceeded(): 'memory' | 'processes' | undefined {
		const count = (file: string, name: string) =>
			Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readOr(join(this.folder, file)))?.[1] ?? 0);
		if (count('memory.events', 'oom_kill') > 0) {
			return 'memory';
		}
		return count('pids.events', 'max') > 0 ? 'processes' : undefined;
	}

	/** Where the system gives groups these controllers, the kernel itself enforces the limits; they are watched in any case. */
	private limit(limits: Pick<Limits, 'memoryBytes' | 'processes'> | undefined): void {
		const values = {
			'memory.max': limits?.memoryBytes,
			'memory.swap.max': 0,
			'memory.oom.group': 1,
			'pids.max': limits?.processes,
		};
		for (const [name, value] of Object.entries(values)) {
			const file = join(this.folder, name);
			if (limits !== undefined && value !== undefined && existsSync(file)) {
				isWritten(file, String(value));
			}
		}
	}

	/** Ends the groups whose owner died without doing so. */
	static async endOrphaned(): Promise<void> {
		for (const parent of parentFolders()) {
			for (const name of namesIn(parent).filter(each => each.startsWith(`${prefix}.`))) {
				const [, pid, startTicks = ''] = name.split('.');
				if (startTicks !== '' && !(await isAlive({ pid: Number(pid), startTicks }))) {
					const group = new ControlGroup(join(parent, name));
					group.kill();
					await group.remove();
				}
			}
		}
	}

	pids(): number[] {
		const text = readOr(join(this.folder, 'cgroup.procs'));
		return text.split('\n').filter(Boolean).map(Number);
	}

	kill(): void {
		isWritten(join(this.folder, 'cgroup.kill'), '1');
	}

	/** What is not empty within a moment is removed at the next start. */
	async remove(): Promise<void> {
		for (let attempt = 1; attempt <= 10 && !isRemoved(this.folder); attempt++) {
			await sleep(removeMs);
		}
	}
}

/** False where the system refuses the value. */
function isWritten(file: string, value: string): boolean {
	try {
		writeFileSync(file, value);
		return true;
	} catch {
		return false;
	}
}

const removeMs = 20;

function isRemoved(folder: string): boolean {
	try {
		rmdirSync(folder);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT';
	}
}

/** Where groups may be allowed: beside our own, which is what systemd allows its sessions, or in it. */
function parentFolders(): string[] {
	const [, mount] = /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 /m.exec(readOr('/proc/self/mountinfo')) ?? [];
	const [, path] = /^0::(\/.*)$/m.exec(readOr('/proc/self/cgroup')) ?? [];
	if (process.platform !== 'linux' || mount === undefined || path === undefined) {
		return [];
	}
	return path === '/' ? [mount] : [join(mount, dirname(path)), join(mount, path)];
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
