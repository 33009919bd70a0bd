/** The origin of a run that another tool made and that was imported from a file. It is only read, never continued. */
export interface ImportSource {
	/** As users know it: `SWE-agent`. */
	readonly tool: string;
	/** The name of the file, without its folder. */
	readonly file: string;
}

/**
 * The verdict of tests on a patch, run elsewhere after the run that wrote it: in a benchmark, tests that its author did
 * not see.
 */
export interface PatchEvaluation {
	readonly patch: string;
	/** `failed`: the tests gave no result. */
	readonly outcome: 'resolved' | 'unresolved' | 'failed';
	/** The name of the file that states it. */
	readonly file: string;
	/** The output of the tests. */
	readonly output: string;
}

export interface PatchEvaluated {
	readonly type: 'patchEvaluated';
	readonly evaluation: PatchEvaluation;
}

/** `imported from sample.root (DARS)` */
export function importText({ tool, file }: ImportSource): string {
	return `imported from ${file} (${tool})`;
}

/** Returns the origin of a run that was not made here; undefined for every other run. */
export function originText({
	imported,
	openedFrom,
}: {
	readonly imported?: ImportSource;
	readonly openedFrom?: string;
}): string | undefined {
	return openedFrom !== undefined ? `opened from ${openedFrom}` : imported && importText(imported);
}
