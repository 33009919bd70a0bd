/** A remedy for an error: offered with it as an action, on the command line as a sentence. */
export interface Cure {
	readonly kind: CureKind;
	/** Of `retry`: how long the server asks to wait, in milliseconds from the error on. */
	readonly afterMs?: number;
	/** Of `install`: the program or the module. */
	readonly program?: string;
	/** Of `install`: it is a module that a program of the project needs, so another interpreter may have it. */
	readonly isModule?: boolean;
	/** Of `install`: the command that installs it on this system, if known. */
	readonly command?: string;
	/** Of `install`: the address of the page that describes how, if known. */
	readonly page?: string;
}

/**
 * `testModel`: the model's abilities are probed again; `editEndpoint`: its address or another of its settings; `trust`:
 * the workspace is not trusted; `retry`: the same again; `locate`: a bug must be located first; `showRuns`: another run
 * must be chosen; `setTestCommand`: the command that runs the tests cannot be run; `setOwnCommands`: the commands that
 * build the project and reproduce the bug cannot judge patches.
 */
export type CureKind =
	| 'setKey'
	| 'chooseModel'
	| 'testModel'
	| 'editEndpoint'
	| 'install'
	| 'trust'
	| 'retry'
	| 'locate'
	| 'openFolder'
	| 'showRuns'
	| 'setTestCommand'
	| 'setOwnCommands';

const labels: Readonly<Record<Exclude<CureKind, 'install'>, string>> = {
	setKey: 'Set Key',
	chooseModel: 'Choose Model',
	testModel: 'Test Model',
	editEndpoint: 'Edit Endpoint',
	trust: 'Manage Trust',
	retry: 'Retry',
	locate: 'Locate a Bug',
	openFolder: 'Open Folder',
	showRuns: 'Show Runs',
	setTestCommand: 'Set Test Command',
	setOwnCommands: 'Set Build and Reproducer Commands',
};

/** The label of its button. */
export function cureLabel(cure: Cure): string {
	return cure.kind === 'install' ? `Install ${cure.program ?? 'It'}…` : labels[cure.kind];
}
