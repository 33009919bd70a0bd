import type { Execution } from '../execution';

/**
 * The result of the project's own build and reproducer commands. `built`: the reproducer command was not run;
 * `sameCrash`: the crash of the issue, or of the unpatched code if the issue reports none; `notRun`: the shell could
 * not run the reproducer command.
 */
export type CrashVerdict = 'notBuilt' | 'built' | 'sameCrash' | 'otherCrash' | 'noCrash' | 'notRun';

/** The comparable facts of a crash of the reproducer command. */
export interface SeenCrash {
	/** `KASAN slab-use-after-free`, `TypeError`, `hang`, `exit code 139`. */
	readonly kind: string;
	/** The innermost function that does not belong to the report itself; absent if no stack is shown. */
	readonly function?: string;
	/** A line for users. */
	readonly title: string;
}

/** The lines for the system's shell that the user set. */
export interface CheckedCommands {
	readonly build?: string;
	readonly reproduce?: string;
}

/** One build and its runs of the reproducer command, without a patch or with one. */
export interface CrashCheck {
	readonly commands: CheckedCommands;
	/** Id of the patch that was applied. */
	readonly patch?: string;
	readonly verdict: CrashVerdict;
	/** The reason for this verdict: one sentence for users and models. */
	readonly why: string;
	/** The build if it fails or nothing else was run, else the deciding run. Its output is cut around the report. */
	readonly execution: Execution;
	/** How many runs of the reproducer command ended by themselves or at their time limit. */
	readonly nRuns: number;
	readonly crash?: SeenCrash;
	/** The digest of the files without the patch: see `ExecutedTree`. */
	readonly tree?: string;
}

/**
 * The meaning of a check for a patch. Proved: no crash with it, and the crash without it. Refuted: it does not build
 * although the unpatched code does, or crashes as before.
 */
export type CrashProof = 'proved' | 'refuted' | 'unclear';

/** `plain`: the check without a patch. */
export function crashProof({ verdict }: CrashCheck, plain: CrashCheck | undefined): CrashProof {
	switch (verdict) {
		case 'notBuilt':
			return plain?.verdict === 'notBuilt' ? 'unclear' : 'refuted';
		case 'sameCrash':
			return 'refuted';
		case 'noCrash':
			return plain?.verdict === 'sameCrash' ? 'proved' : 'unclear';
		case 'built':
		case 'otherCrash':
		case 'notRun':
			return 'unclear';
	}
}
