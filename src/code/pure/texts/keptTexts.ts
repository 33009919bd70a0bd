import { type FileEntry, type Files, FileUnreadableError } from '../../../system/pure/files';
import { plainLineEnds } from '../../../system/pure/text/plainLineEnds';
import type { NeededText } from '../index/trigrams/neededText';
import type { TrigramIndex } from '../index/trigrams/trigramIndex';
import { KeptText } from './keptText';

/** The texts of some 1.5 million lines. */
const textBudget = 64 * 1024 * 1024;

export type ReadText = KeptText | FileUnreadableError;

export interface KeptTextsOptions {
	/** The memory for texts; 64 MB unless given. */
	readonly budgetBytes?: number;
	/** Whether a text that was just read is that of the listing for certain; always unless given. */
	readonly mayKeep?: (entry: FileEntry) => boolean;
}

/** The files of a workspace at the start of a search. */
export interface TextListing {
	readonly entries: readonly FileEntry[];
	/**
	 * The positions of the entries that may contain the needed text, ascending; absent or undefined if that may be all.
	 */
	readonly mayContain?: (needed: NeededText) => readonly number[] | undefined;
	/** Whether the texts to read for a search are kept, or are so large that they would only replace each other. */
	readonly areKept: boolean;
	/** The paths whose text is not the one that is listed. */
	readonly unsaved: ReadonlySet<string>;
}

/**
 * Keeps a workspace's texts from one search to the next, up to an amount, and trigrams. Both count only for files whose
 * listing is unchanged; a text of an unsaved editor is always read.
 */
export class KeptTexts {
	private readonly texts = new Map<string, { readonly entry: FileEntry; readonly kept: ReadText }>();
	private nBytes = 0;
	private places: Places | undefined;
	private readonly budgetBytes: number;
	private readonly mayKeep: (entry: FileEntry) => boolean;

	constructor(
		private trigrams?: TrigramIndex,
		{ budgetBytes = textBudget, mayKeep = () => true }: KeptTextsOptions = {},
	) {
		this.budgetBytes = budgetBytes;
		this.mayKeep = mayKeep;
	}

	/** Replaces the trigrams. */
	use(trigrams: TrigramIndex | undefined): void {
		this.trigrams = trigrams;
		this.places = undefined;
	}

	/** The trigrams. */
	get used(): TrigramIndex | undefined {
		return this.trigrams;
	}

	/** Whether texts of so many bytes are kept: a search then needs no trigrams. */
	keeps(sizeBytes: number): boolean {
		return sizeBytes <= this.budgetBytes;
	}

	async list(files: Files, signal?: AbortSignal): Promise<TextListing> {
		const entries = await entriesOf(files, signal);
		const unsaved = files.unsaved?.() ?? new Set<string>();
		const places = this.placesOf(entries);
		const areKept = places.newBytes <= this.budgetBytes;
		return places.entryOfRow === undefined
			? { entries, unsaved, areKept }
			: { entries, unsaved, areKept, mayContain: needed => this.candidates(needed, places, unsaved) };
	}

	/** Returns a text of the current listing; at once if it is kept. */
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

	/** Leaves out the trigrams if they cannot be read: a search works without them. */
	private placesOf(entries: readonly FileEntry[]): Places {
		if (this.places?.entries !== entries) {
			const { trigrams } = this;
			const rows = this.unlessDamaged(() => trigrams?.rowsOf(entries));
			this.places = rows === undefined ? withoutRows(entries) : { ...withRows(entries, rows), trigrams };
		}
		return this.places;
	}

	private candidates(needed: NeededText, places: Places, unsaved: ReadonlySet<string>): readonly number[] | undefined {
		const { entries, entryOfRow, unknown, trigrams } = places;
		// Those that replaced them have other rows.
		const rows = trigrams === this.trigrams ? this.unlessDamaged(() => trigrams?.candidates(needed)) : undefined;
		if (rows === undefined || entryOfRow === undefined) {
			return undefined;
		}
		const found = new Set([...unknown, ...rows.map(row => entryOfRow[row] ?? -1)]);
		for (let at = 0; unsaved.size > 0 && at < entries.length; at++) {
			unsaved.has(entries[at]?.path ?? '') && found.add(at);
		}
		found.delete(-1);
		return [...found].sort((a, b) => a - b);
	}

	private unlessDamaged<T>(read: () => T): T | undefined {
		try {
			return read();
		} catch {
			this.trigrams = undefined;
			this.places = undefined;
			return undefined;
		}
	}

	private keep(entry: FileEntry, kept: ReadText): ReadText {
		this.forget(entry.path);
		if ((kept instanceof KeptText || kept.reason === 'binary') && this.mayKeep(entry)) {
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

/** The rows of the files of a listing in the trigrams. */
interface Places {
	readonly entries: readonly FileEntry[];
	readonly trigrams?: TrigramIndex | undefined;
	/** Absent without trigrams. */
	readonly entryOfRow?: Int32Array;
	/** Positions of the entries that are not in the trigrams as they are, and their size. */
	readonly unknown: readonly number[];
	readonly newBytes: number;
}

function withoutRows(entries: readonly FileEntry[]): Places {
	return { entries, unknown: [], newBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

function withRows(entries: readonly FileEntry[], rows: Int32Array): Places {
	let last = -1;
	for (const row of rows) {
		last = Math.max(last, row);
	}
	const entryOfRow = new Int32Array(1 + last).fill(-1);
	const unknown: number[] = [];
	let newBytes = 0;
	entries.forEach(({ sizeBytes }, at) => {
		const row = rows[at] ?? -1;
		if (row < 0) {
			unknown.push(at);
			newBytes += sizeBytes;
		} else {
			entryOfRow[row] = at;
		}
	});
	return { entries, entryOfRow, unknown, newBytes };
}

/** Returns the entries of a workspace that are searched. */
export function entriesOf(files: Files, signal?: AbortSignal): Promise<readonly FileEntry[]> {
	return files.recent?.(signal) ?? files.list(signal);
}

/** Engines use two bytes for each character of a text with any beyond Latin. */
function bytesOf(kept: ReadText): number {
	if (!(kept instanceof KeptText)) {
		return errorBytes;
	}
	const { text } = kept;
	return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}

/** About the memory for the fact that a file is binary. */
const errorBytes = 500;

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
