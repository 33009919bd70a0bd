import type { RunEvent } from '../../../runs/pure/events/runEvent';
import { type WholeReport, wholeReport } from '../report/runReport';
import type { SharedRun } from './sharedRun';

/** Increased when a field changes its meaning, or a reader needs to know of a new one. */
export const runFileVersion = 1;

/**
 * A run as a file, to be read by programs and to be opened and replayed by Faultline: the report, and the log it was made
 * of. `runFile.schema.json` is made of this type; its keys are a contract.
 */
export interface RunFile extends WholeReport {
	readonly format: 'faultline-run';
	readonly version: typeof runFileVersion;
	/** The version of the Faultline that wrote it. */
	readonly faultline: string;
	readonly events: readonly RunEvent[];
}

/** `version`: of Faultline. */
export function runFile({ run, events }: SharedRun, version: string): RunFile {
	return { format: 'faultline-run', version: runFileVersion, faultline: version, ...wholeReport(run), events };
}
