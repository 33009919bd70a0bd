import type { NeededText } from '../../index/trigrams/neededText';
import type { CandidateRows, TrigramIndex } from '../../index/trigrams/trigramIndex';
import { type FileEntry, type Files, FileUnreadableError } from '../../ports';
import { plainLineEnds } from '../../util/plainLineEnds';
import { KeptText } from './keptText';

/** The texts of some 1.5 million lines. */
const textBudget = 64 * 1024 * 1024;

export type ReadText = KeptText | FileUnreadableError;

/** The files of a workspace at the start of a search. */
export interface TextListing {
	readonly entries: readonly FileEntry[];
	/** Which entries may contain what is needed, by their positions. Absent where all would have to be read to know. */
	readonly mayContain?: (needed: NeededText) => (at: number) => boolean;
	/** Whether what has to be read for a search is kept, or is so much that it would only replace itself. */
	readonly areKept: boolean;
	/** The paths whose text is not the one that is listed. */
	readonly unsaved: ReadonlySet<string>;
}

/**
 * What is kept of a workspace's texts from one search to the next: the texts themselves, up to an amount, and trigrams.
 * Both count only for files that are listed as they were; a text of an unsaved editor is always read.
 */
export class KeptTexts {
	private readonly texts = new Map<string, { readonly entry: FileEntry; readonly kept: KeptText }>();
	private nBytes = 0;
	private rows: { readonly entries: readonly FileEntry[]; readonly rows: Int32Array } | undefined;

	constructor(
		private trigrams?: TrigramIndex,
		/** The memory for texts. */
		private readonly budgetBytes = textBudget,
	) {}

	/** Replaces the trigrams. */
	use(trigrams: TrigramIndex): void {
		this.trigrams = trigrams;
		this.rows = undefined;
	}

	async list(files: Files, signal?: AbortSignal): Promise<TextListing> {
		const entries = await entriesOf(files, signal);
		const unsaved = files.unsaved?.() ?? new Set<string>();
		const { trigrams } = this;
		const rows = trigrams === undefined ? undefined : this.rowsOf(trigrams, entries);
		const nBytes = entries.reduce((sum, { sizeBytes }, at) => sum + ((rows?.[at] ?? -1) < 0 ? sizeBytes : 0), 0);
		if (trigrams === undefined || rows === undefined || nBytes > this.budgetBytes) {
			return { entries, unsaved, areKept: nBytes <= this.budgetBytes };
		}
		return {
			entries,
			unsaved,
			areKept: true,
			mayContain: needed => {
				const found = this.candidates(trigrams, needed);
				return at => {
					const row = rows[at] ?? -1;
					return found === undefined || row < 0 || found.has(row) || unsaved.has(entries[at]?.path ?? '');
				};
			},
		};
	}

	/** A text of a listing of just now; at once where it is kept. */
	read(
		files: Files,
		entry: FileEntry,
		listing: Pick<TextListing, 'areKept' | 'unsaved'>,
	): ReadText | Promise<ReadText> {
		if (listing.unsaved.has(entry.path)) {
			return readIfText(files, entry.path);
		}
		const known = this.texts.get(entry.path);
		if (known?.entry.sizeBytes === entry.sizeBytes && known.entry.modifiedMs === entry.modifiedMs) {
			return known.kept;
		}
		const reading = readIfText(files, entry.path);
		return listing.areKept ? reading.then(text => this.keep(entry, text)) : reading;
	}

	/** Undefined for trigrams that cannot be read: a search works without them. */
	private rowsOf(trigrams: TrigramIndex, entries: readonly FileEntry[]): Int32Array | undefined {
		if (this.rows?.entries !== entries) {
			const rows = this.unlessDamaged(() => trigrams.rowsOf(entries));
			this.rows = rows && { entries, rows };
		}
		return this.rows?.rows;
	}

	/** Undefined where all files are. */
	private candidates(trigrams: TrigramIndex, needed: NeededText): CandidateRows | undefined {
		return this.unlessDamaged(() => trigrams.candidates(needed));
	}

	private unlessDamaged<T>(read: () => T): T | undefined {
		try {
			return read();
		} catch {
			this.trigrams = undefined;
			return undefined;
		}
	}

	private keep(entry: FileEntry, kept: ReadText): ReadText {
		this.forget(entry.path);
		if (kept instanceof KeptText) {
			const size = bytesOf(kept);
			for (const path of this.texts.keys()) {
				if (this.nBytes + size <= this.budgetBytes) {
					break;
				}
				this.forget(path);
			}
			if (size <= this.budgetBytes) {
				this.texts.set(entry.path, { entry, kept });
				this.nBytes += size;
			}
		}
		return kept;
	}

	private forget(path: string): void {
		const known = this.texts.get(path);
		this.nBytes -= known === undefined ? 0 : bytesOf(known.kept);
		this.texts.delete(path);
	}
}

/** What is searched of a workspace. */
export function entriesOf(files: Files, signal?: AbortSignal): Promise<readonly FileEntry[]> {
	return files.recent?.(signal) ?? files.list(signal);
}

/** Engines use two bytes for each character of a text with any beyond Latin. */
function bytesOf({ text }: KeptText): number {
	return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}

async function readIfText(files: Files, path: string): Promise<ReadText> {
	try {
		return new KeptText(plainLineEnds(await files.readText(path)));
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return error;
		}
		throw error;
	}
}
