import { join } from 'node:path';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import { sharedRun } from '../../src/sharing/pure/exports/sharedRun';
import { type ProofFile, proofFiles } from '../../src/sharing/pure/proof/proofFile';
import { fixSample } from '../engine/agent/fix/fixRun';
import { bugs, named, patch, program, verdict } from '../engine/agent/fix/sampleBugs';
import { createScratchFolder, type ScratchFolder } from './scratchFolder';
import { noRules } from './sharedRuns';

export interface ProvenFix {
	readonly events: readonly RunEvent[];
	/** The workspace. */
	readonly folder: string;
	readonly proof: ProofFile;
	/** Contains all of it; deleted by its user. */
	readonly scratch: ScratchFolder;
}

/** A fix of the Python sample whose reproducer and tests really ran: its log, and the record of its patch. */
export async function provenFix(): Promise<ProvenFix> {
	const [python] = bugs;
	if (python === undefined) {
		throw new Error('there is a sample');
	}
	const scratch = createScratchFolder('proven');
	const place = { path: (...parts: readonly string[]) => join(scratch.path, ...parts) };
	const script = [program(python.shows), named(python), patch(python, python.patched), verdict(true)];
	const { events, folder } = await fixSample(place, { sample: 'python', script, runsTests: true });
	const proof = (await proofsOf(events)).get('p1');
	if (proof === undefined) {
		throw new Error('the patch was judged');
	}
	return { events, folder, proof, scratch };
}

export function proofsOf(events: readonly RunEvent[]): Promise<ReadonlyMap<string, ProofFile>> {
	return proofFiles(sharedRun(events, { hidden: noRules, homes: [] }));
}
