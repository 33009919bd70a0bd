import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Reach } from '../../pure/execution/runner';

/** A command that is to be confined. */
export interface OpenCommand {
	/** A program and its arguments. */
	readonly words: readonly string[];
	/** Absolute. */
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly reach: Reach;
	/** The process of a `loopbackHolder` whose loopback network it shares; it has its own unless given. */
	readonly loopbackOf?: number;
}

/** A command that starts another one, confined. */
export interface ConfinedCommand {
	readonly words: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** The input it reads from its descriptor 3: start it with a fourth pipe, and call `giveInput`. */
	readonly input?: Uint8Array;
}

/** Writes the input of a confined command to its fourth pipe. */
export function giveInput({ stdio }: Pick<ChildProcess, 'stdio'>, input: Uint8Array | undefined): void {
	const pipe = stdio[3] as Writable | null | undefined;
	// The command may end before it has read everything.
	pipe?.on('error', () => undefined).end(input);
}

/**
 * Confines a command to its scratch copy, the system and the tools on PATH: it can change nothing else, read nothing
 * else, and reach other machines only if allowed.
 */
export interface Sandbox {
	/** As users know it. */
	readonly name: string;
	confine(command: OpenCommand): ConfinedCommand;
	/** Whether each command has a loopback network of its own, unless it enters another command's. */
	readonly hasOwnLoopback: boolean;
	/**
	 * Has a loopback network that other commands can enter, until its input ends. It prints a line when it is ready.
	 * Undefined if none can be entered.
	 */
	loopbackHolder?(): ConfinedCommand | undefined;
	/** Tries whether a command can enter the network of a process of a `loopbackHolder`. */
	canEnter?(pid: number): Promise<boolean>;
}

/** The size of each folder in memory of a sandboxed command: its home, its temporary files. */
export const memoryFolderBytes = 1024 ** 3;
