import type { Execution } from '../../../runs/pure/model/execution';

/** Runs commands of the project. Whatever the outcome, none of the processes it started outlives it. */
export interface Runner {
	/**
	 * Throws `ProgramMissingError` or another `UserError` if the command cannot be started, and the signal's reason, once
	 * every process is gone, when it was cancelled. A non-zero exit code and a timeout are results.
	 */
	run(command: Command): Promise<Execution>;
}

export interface Command {
	/** A program with its arguments, or a line for the system's shell. */
	readonly command: readonly string[] | string;
	/** Absolute path of the folder it runs in. */
	readonly cwd: string;
	/**
	 * The parts of the disk it may use in addition to the system and its tools, if it runs in a sandbox; else only `cwd`.
	 */
	readonly reach?: Reach;
	/** Absolute paths of folders whose programs come before others of their name. */
	readonly programFolders?: readonly string[];
	/** Added to the environment, which contains only variables on a list; undefined unsets a variable. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly timeoutMs: number;
	/** Called with all output as it arrives. */
	readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
	/** Called when it has started; without it, its input is empty. */
	readonly onStart?: (started: StartedCommand) => void;
	readonly signal?: AbortSignal;
	/** Other commands run in the same copy meanwhile: being there does not make a process this command's. */
	readonly isBeside?: true;
	/** It runs beside a fix: how it ends tells nothing about the fix. */
	readonly isAside?: true;
	/** Commands with the same one reach each other's servers on this machine, in a sandbox too; else only their own. */
	readonly loopback?: string;
}

/** A command that runs. Nothing of it has an effect once the command has ended. */
export interface StartedCommand {
	/** Writes to its standard input. */
	write(text: string): void;
	/**
	 * Suspends all its processes until `resume`; returns once none of them runs. Throws `UserError` if that is not
	 * possible. A system without such a signal (Windows) lets them run.
	 */
	pause(): Promise<void>;
	resume(): Promise<void>;
	/** No other command reaches its servers, though it names a `loopback`: this system has no way to share one. */
	readonly isAlone?: true;
}

/** Files and folders for a command, by absolute path. */
export interface Reach {
	readonly writable: readonly string[];
	readonly readable: readonly string[];
	/**
	 * A folder in which the caches of compilers are kept from one command to the next. Absent: they are empty for each.
	 */
	readonly caches?: string;
	/** Files and folders in these that are there without their content. */
	readonly hidden?: readonly { readonly path: string; readonly isFolder: boolean }[];
	/** Links to folders that are not shown, for the message if a command fails: `vendor -> /home/a/other`. */
	readonly leftOut?: readonly string[];
}
