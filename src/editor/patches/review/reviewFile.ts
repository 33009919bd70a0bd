import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../../node/writeAtomically';

/** A review as it outlives the window. */
export interface KeptReview {
	readonly v: 1;
	readonly runId: string;
	readonly patchId: string;
	readonly title: string;
	readonly files: readonly KeptFile[];
	/** Paths of files to be made or deleted that are still to be decided. */
	readonly whole: readonly { readonly path: string; readonly kind: 'created' | 'deleted'; readonly text: string }[];
	readonly anyAccepted: boolean;
}

interface KeptFile {
	readonly path: string;
	readonly baseline: string;
	readonly proposed: string;
	/** The buffer when it was last looked at. */
	readonly live: string;
	/** The person had changes of their own that were not saved. */
	readonly wasDirty: boolean;
	readonly accepted: boolean;
}

/** The review that is under way in this workspace, in a file of the extension's storage. */
export class ReviewFile {
	private readonly file: string;
	private queue: Promise<unknown> = Promise.resolve();

	constructor(storage: string) {
		this.file = join(storage, 'review.json');
	}

	/** Undefined removes what is kept. */
	write(review: KeptReview | undefined): Promise<void> {
		const written = this.queue.then(() =>
			review === undefined ? rm(this.file, { force: true }) : writeAtomically(this.file, [JSON.stringify(review)]),
		);
		this.queue = written.catch(() => undefined);
		return written;
	}

	/** Undefined where no review was under way, or one of another version. */
	async read(): Promise<KeptReview | undefined> {
		try {
			const kept = JSON.parse(await readFile(this.file, 'utf8')) as Partial<KeptReview>;
			return kept.v === 1 ? (kept as KeptReview) : undefined;
		} catch (error) {
			if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
				return undefined;
			}
			throw error;
		}
	}
}
