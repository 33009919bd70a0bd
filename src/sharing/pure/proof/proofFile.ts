import { patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { sha256 } from '../../../system/pure/text/contentHash';
import { shownJson } from '../../../system/pure/text/shownText';
import type { SharedRun } from '../exports/sharedRun';
import { proofRecord } from './proofRecord';
import type { ProofRecord } from './statements';

/** A proof record as a file, and the digest that commits and pull requests name it by. */
export interface ProofFile {
	/** A statement on each line: JSON Lines, as bundles of in-toto are. */
	readonly text: string;
	/** Of the text, in hexadecimal. */
	readonly sha256: string;
}

/** Undefined if the run has no such patch, or did not judge it. The same log gives the same text. */
async function proofFile(shared: SharedRun, patch: string): Promise<ProofFile | undefined> {
	const record = await proofRecord(shared, patch);
	if (record === undefined) {
		return undefined;
	}
	const text = proofText(record);
	return { text, sha256: await sha256(text) };
}

/** Of all judged patches of a run, by the patch's id. */
export async function proofFiles(shared: SharedRun): Promise<ReadonlyMap<string, ProofFile>> {
	const files = new Map<string, ProofFile>();
	for (const { patch } of patchCandidates(fixOf(shared.run))) {
		const file = await proofFile(shared, patch.id);
		if (file !== undefined) {
			files.set(patch.id, file);
		}
	}
	return files;
}

function proofText({ fix, tests }: ProofRecord): string {
	const statements = [fix, ...(tests === undefined ? [] : [tests.before, tests.after])];
	return statements.map(statement => `${shownJson(JSON.stringify(statement))}\n`).join('');
}
