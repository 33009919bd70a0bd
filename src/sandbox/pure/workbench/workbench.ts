import type { Workspace } from '../../../history/pure/workspace';

/**
 * The place in which the agent of one run acts: a scratch checkout, with the programs that run in it. One agent at a
 * time uses it. Every method throws `UserError` if only the user can help, and the signal's reason.
 */
/** A file that is left out of the patch. */
export type WritePurpose = 'reproducer' | 'keptReproducer';

export interface Workbench {
	/** The code of the checkout as it is now, without the files that a model may not see: for all tools. */
	readonly workspace: Workspace;
	/** The open file and folder, for the line at the end of an observation. */
	readonly place: WorkPlace;
	/** Stores all files as they are now, ignored ones included. Returns an id to restore, also in another process. */
	snapshot(): Promise<string>;
	/**
	 * Restores files. The interpreter and the servers are ended and their actions replayed; `drift` describes each
	 * observation that differs from the recorded one.
	 */
	restore(snapshot: string): Promise<{ readonly drift: readonly string[] }>;
	/**
	 * Returns the changes since the workspace's state, as one unified diff. Left out are files created as reproducers,
	 * ignored ones, and new ones that are no text. '' if nothing.
	 */
	diff(): Promise<string>;
	/** Workspace paths of the files that were created as reproducers. */
	readonly reproducers: readonly string[];

	/** Opens a file at a line, which the next `view` continues from. */
	open(place: OpenFile): void;
	/** Makes a folder, relative to the one before, that in which commands begin. */
	enter(folder: string): Promise<ActionOutput>;
	/**
	 * Writes a file, in the encoding it has, and remembers its text before for `undo`. Only a file that neither exists nor
	 * belongs to the project becomes a reproducer. `keptReproducer`: `undo` leaves it.
	 */
	write(path: string, text: string, purpose?: WritePurpose): Promise<void>;
	/** Takes the last write back; undefined if none is left. Returns the path. */
	undo(): Promise<string | undefined>;
	/** Runs a line of the system's shell, in the current folder, to its end. */
	run(command: string): Promise<ActionOutput>;
	/**
	 * Runs code in the persistent interpreter of a language (its id or name), which is started first if it is not running.
	 */
	runCell(language: string, code: string): Promise<ActionOutput>;
	/** The ids of the languages that have an interpreter. */
	readonly cellLanguages: readonly string[];
	/** Starts the background server, and ends one that runs. Returns when it is quiet, or after 45 seconds. */
	startServer(command: string): Promise<ActionOutput>;
	/** The latest output of the background server; undefined if none was started. */
	serverLogs(): ActionOutput | undefined;
	/** False if none runs. */
	stopServer(): Promise<boolean>;
	/** Ends all programs and deletes the checkout. Can be called again. */
	dispose(): Promise<void>;
}

export interface WorkPlace {
	/** In which commands begin, as a workspace path; '' is the top. */
	readonly folder: string;
	readonly open?: OpenFile;
}

export interface OpenFile {
	readonly path: string;
	/** The first line shown. */
	readonly line: number;
	/** The last line shown; absent if none was. */
	readonly lastLine?: number;
}

/** The output of a program, and how it ended. */
export interface ActionOutput {
	/** Both streams in the order of arrival. */
	readonly text: string;
	/** `exit code 1`, `timed out after 120 s`, `running`. */
	readonly end: string;
	readonly ok: boolean;
}
