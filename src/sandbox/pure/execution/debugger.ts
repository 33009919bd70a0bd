import type { Execution } from '../../../runs/pure/model/execution';
import type { Command } from './runner';

/** Runs programs in a debugger that the user controls. */
export interface Debugger {
	/** Throws `UserError`, which names the extension to install, if there is no debugger of this type. */
	checkInstalled(type: string, extension: string): void;
	/**
	 * Returns when the program has ended, however long the user takes. Throws as `Runner` does, and `OutcomeUnknownError`
	 * if the debugger does not report how it ended.
	 */
	run(launch: DebugLaunch): Promise<Execution>;
}

export interface DebugLaunch {
	/** The command that runs it without a debugger. */
	readonly command: Omit<Command, 'timeoutMs'> & { readonly command: readonly string[] };
	/** Returns the debug configuration, given the facts that only the debugger adapter knows. */
	configuration(known: DebugPlace): Readonly<Record<string, unknown>> & { readonly type: string };
	/** A pattern for the exit code in the output, as group 1: `exitCode` of `ReproducerDebug`. */
	readonly exitCode: string | null | undefined;
}

export interface DebugPlace {
	/** Absolute path of the command's program. */
	readonly program: string;
	/** The folder the checkout is a copy of. */
	readonly workspace: string;
	/** Environment variables the program must not get. */
	readonly unset: readonly string[];
}

export class OutcomeUnknownError extends Error {
	override readonly name = 'OutcomeUnknownError';
}
