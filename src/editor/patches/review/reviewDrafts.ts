import { mergeTexts } from '../../../runs/pure/diff/mergeTexts';
import type { FileCopies } from '../../../runs/pure/log/fileCopies';
import { UserError } from '../../../system/pure/errors/userError';
import type { PatchRef } from './fileDecisions';

interface Draft {
	/** Positions of the hunks that were pending. */
	readonly hunks: readonly number[];
	/** Text of the user's file, and of the saved review document. */
	readonly baseline: string;
	readonly text: string;
}

/**
 * Text that the user typed into pending hunks and saved: it must not be written to their file, and must not be lost with the
 * window. Stored among the artifacts of the run.
 */
export class ReviewDrafts {
	constructor(private readonly copies: Pick<FileCopies, 'read' | 'write'>) {}

	write({ runId, patchId }: PatchRef, path: string, draft: Draft): Promise<void> {
		return this.copies.write(runId, draftName(patchId, path), new TextEncoder().encode(JSON.stringify(draft)));
	}

	/** The draft, merged with the current file; undefined if no draft of exactly these hunks is stored. */
	async read(
		{ runId, patchId }: PatchRef,
		path: string,
		{ hunks, now = '' }: { readonly hunks: readonly number[]; readonly now: string | undefined },
	): Promise<{ readonly text: string } | undefined> {
		const bytes = await this.copies.read(runId, draftName(patchId, path)).catch((error: unknown) => {
			if (error instanceof UserError) {
				return undefined;
			}
			throw error;
		});
		const draft = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Draft);
		return draft !== undefined && draft.hunks.join() === hunks.join()
			? { text: mergeTexts(draft.baseline, { mine: draft.text, theirs: now }, 'mine').text }
			: undefined;
	}
}

function draftName(patchId: string, path: string): string {
	return `${patchId}-${encodeURIComponent(path).replaceAll('%', '-')}.draft.json`;
}
