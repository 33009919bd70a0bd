import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A process of this machine that has not ended. */
export interface ProcessRow {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
	/** Of its program, without folders; cut off by some systems. */
	readonly name: string;
	/** Start time in ticks since boot; '' if the system does not report it. */
	readonly startTicks: string;
	readonly memory: () => ProcessMemory;
}

export interface ProcessMemory {
	/** Not shared with other processes; on macOS all it uses. */
	readonly ownBytes: number;
	/** Of memory that processes may share: of shared mappings, and of files in memory that are mapped. */
	readonly sharedBytes: number;
}

/** All processes: from /proc on Linux, elsewhere from `ps`; on Windows none. */
export async function processTable(): Promise<ProcessRow[]> {
	if (process.platform === 'win32') {
		return [];
	}
	return process.platform === 'linux' ? linuxTable() : psTable();
}

/** Files are read at once: each takes microseconds, and a fork bomb should not outrun it. */
async function linuxTable(): Promise<ProcessRow[]> {
	await nextTurn();
	return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? linuxRow(Number(name)) : []));
}

function linuxRow(pid: number): ProcessRow[] {
	const status = processStatus(pid);
	if (status === undefined || status.hasEnded) {
		return [];
	}
	return [{ pid, ...status, memory: () => linuxMemory(pid) }];
}

function linuxMemory(pid: number): ProcessMemory {
	const text = readOr(`/proc/${pid}/status`);
	return {
		ownBytes: 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(text)?.[1] ?? 0),
		sharedBytes: 1024 * Number(/^RssShmem:\s+(\d+)/m.exec(text)?.[1] ?? 0),
	};
}

export interface ProcessStatus extends Pick<ProcessRow, 'parent' | 'group' | 'name' | 'startTicks'> {
	/** It has ended, but its exit code was not collected yet: a zombie. */
	readonly hasEnded: boolean;
}

/**
 * Fields 3, 4, 5 and 22 of Linux's `/proc/<pid>/stat`; the second field, the name, may itself contain blanks and
 * brackets. Undefined on other systems, and for a process that is gone.
 */
export function processStatus(pid: number): ProcessStatus | undefined {
	const text = readOr(`/proc/${pid}/stat`);
	const [nameStart, nameEnd] = [text.indexOf('('), text.lastIndexOf(')')];
	const fields = text.slice(nameEnd + 2).split(' ');
	const [state, parent, group, startTicks] = [fields[0], fields[1], fields[2], fields[19]];
	return startTicks === undefined
		? undefined
		: {
				hasEnded: state === 'Z' || state === 'X',
				...{ parent: Number(parent), group: Number(group), startTicks },
				name: text.slice(nameStart + 1, nameEnd),
			};
}

/** The files a process writes its output to, and its working folder, if the system shows them (Linux). */
export function tiesOf(pid: number): { readonly outputs: readonly string[]; readonly folder: string } {
	const link = (name: string) => {
		try {
			return readlinkSync(`/proc/${pid}/${name}`);
		} catch {
			return '';
		}
	};
	return { outputs: [link('fd/1'), link('fd/2')], folder: link('cwd') };
}

/** Returns '' if the file cannot be read. */
export function readOr(file: string): string {
	try {
		return readFileSync(file, 'latin1');
	} catch {
		// It has ended since, or belongs to another user.
		return '';
	}
}

function psTable(): Promise<ProcessRow[]> {
	return new Promise(resolve => {
		execFile('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,state=,comm='], (_error, stdout) => {
			resolve(stdout.split('\n').flatMap(psRow));
		});
	});
}

function psRow(line: string): ProcessRow[] {
	const [pid = '', parent = '', group = '', kilobytes = '', state = 'Z', ...name] = line.trim().split(/\s+/);
	const memory = () => ({ ownBytes: 1024 * Number(kilobytes), sharedBytes: 0 });
	const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group) };
	const row = { ...numbers, name: basename(name.join(' ')), startTicks: '', memory };
	return state.startsWith('Z') ? [] : [row];
}
