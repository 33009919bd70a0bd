import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from '../../../system/node/processes/processIdentity';
import { readOr } from '../../../system/node/processes/processTable';
import { type Limits, mostThreads } from './limits';

const prefix = 'faultline';

/**
 * A group of processes (Linux, cgroup v2) that ends as a whole: whatever its processes start is in it, too, unless it
 * moves itself elsewhere. Systems allow groups to root and in a session of systemd.
 */
export class ControlGroup {
	private constructor(
		private readonly folder: string,
		/** The group of the same processes, if the system counts them separately (cgroup v1). */
		private readonly counting: string | undefined,
	) {}

	/** A new group; undefined if the system does not allow it. `id` is unique. */
	static make(
		id: string,
		owner: ProcessIdentity,
		limits?: Pick<Limits, 'memoryBytes' | 'processes'>,
	): ControlGroup | undefined {
		const name = [prefix, owner.pid, owner.startTicks ?? '', id].join('.');
		for (const parent of parentFolders()) {
			const folder = madeIn(parent, name);
			if (folder !== undefined && existsSync(join(folder, 'cgroup.kill'))) {
				const group = new ControlGroup(
					folder,
					countingFolders()
						.map(each => madeIn(each, name))
						.find(Boolean),
				);
				group.limit(limits);
				return group;
			}
			if (folder !== undefined) {
				isRemoved(folder);
			}
		}
		return undefined;
	}

	/** A process writes its number to each of these files to enter the group. */
	get entrances(): readonly string[] {
		return this.folders.map(folder => join(folder, 'cgroup.procs'));
	}

	private get folders(): readonly string[] {
		return [this.folder, ...(this.counting === undefined ? [] : [this.counting])];
	}

	/** Which limit the kernel enforced, as `LimitWatch` names it; undefined if it did not have to. */
	exceeded(): 'memory' | 'processes' | undefined {
		const count = (file: string, name: string) => {
			const pattern = new RegExp(`^${name} (\\d+)$`, 'm');
			return Math.max(...this.folders.map(each => Number(pattern.exec(readOr(join(each, file)))?.[1] ?? 0)));
		};
		if (count('memory.events', 'oom_kill') > 0) {
			return 'memory';
		}
		return count('pids.events', 'max') > 0 ? 'processes' : undefined;
	}

	/** If groups have these controllers, the kernel itself enforces the limits; they are watched in any case. */
	private limit(limits: Pick<Limits, 'memoryBytes' | 'processes'> | undefined): void {
		const values = {
			'memory.max': limits?.memoryBytes,
			'memory.swap.max': 0,
			'memory.oom.group': 1,
			'pids.max': limits && mostThreads(limits),
		};
		for (const folder of limits === undefined ? [] : this.folders) {
			for (const [name, value] of Object.entries(values)) {
				const file = join(folder, name);
				if (value !== undefined && existsSync(file)) {
					isWritten(file, String(value));
				}
			}
		}
	}

	/** Ends the groups whose owner died without doing so. */
	static async endOrphaned(): Promise<void> {
		for (const parent of [...parentFolders(), ...countingFolders()]) {
			for (const name of namesIn(parent).filter(each => each.startsWith(`${prefix}.`))) {
				const [, pid, startTicks = ''] = name.split('.');
				if (startTicks !== '' && !(await isAlive({ pid: Number(pid), startTicks }))) {
					const group = new ControlGroup(join(parent, name), undefined);
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

	/** A group that does not become empty within a moment is removed at the next start. */
	async remove(): Promise<void> {
		for (const folder of this.folders) {
			for (let attempt = 1; attempt <= 10 && !isRemoved(folder); attempt++) {
				await sleep(removeMs);
			}
		}
	}
}

/** False if the system refuses the value. */
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

/** Returns the folders in which groups may be allowed. */
function parentFolders(): string[] {
	return foldersAround(/^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 /m, /^0::(\/.*)$/m);
}

/** The same if processes are counted separately. */
function countingFolders(): string[] {
	return foldersAround(/^\S+ \S+ \S+ \S+ (\S+) .* - cgroup \S+ \S*\bpids\b/m, /^\d+:pids:(\/.*)$/m);
}

/** Folders next to our own group, which systemd allows its sessions, or in it. */
function foldersAround(mountPattern: RegExp, pathPattern: RegExp): string[] {
	const [, mount] = mountPattern.exec(readOr('/proc/self/mountinfo')) ?? [];
	const [, path] = pathPattern.exec(readOr('/proc/self/cgroup')) ?? [];
	if (process.platform !== 'linux' || mount === undefined || path === undefined) {
		return [];
	}
	return path === '/' ? [mount] : [join(mount, dirname(path)), join(mount, path)];
}

/** Undefined if the system does not allow it. */
function madeIn(parent: string, name: string): string | undefined {
	const folder = join(parent, name);
	try {
		// Processes are moved from one to the other.
		accessSync(join(parent, 'cgroup.procs'), constants.W_OK);
		mkdirSync(folder);
		return folder;
	} catch {
		return undefined;
	}
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
