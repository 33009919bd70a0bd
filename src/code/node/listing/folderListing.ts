import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import { fileEntries, folderState, type WalkedFolder, type WalkRecord, walkFolder } from './folderWalk';
import { ruleState, type SavedListing, type SavedListings, unsureMs } from './savedListings';

/** The number of folders or files checked in one step. */
const perStep = 100;

/** What a listing depends on, except the files themselves. Absolute paths. */
export interface ListingBasis {
	readonly folders: readonly string[];
	/** The files with ignore rules, whether they exist or not. */
	readonly rules: readonly string[];
	/** The same if no entry was added to a folder, or removed; '' if that is not certain. */
	readonly entries: string;
}

/**
 * One listing of a folder: from the saved listing if no folder and no ignore rule has changed since, else by a walk.
 * The result is the same.
 */
export class FolderListing {
	private readonly prefix: string;
	private basis: ListingBasis | undefined;
	private walked: { readonly record: WalkRecord; readonly files: string[]; readonly startedMs: number } | undefined;

	constructor(
		private readonly root: string,
		private readonly excludes: readonly string[],
		private readonly saved: SavedListings | undefined,
	) {
		this.prefix = root.endsWith(sep) ? root : root + sep;
	}

	/** Of the listing that has ended; undefined if it is not known. */
	get dependsOn(): ListingBasis | undefined {
		return this.basis;
	}

	/** In short steps, as `walkFolder`. */
	*steps(): Generator<WalkedFolder> {
		const listing = this.saved?.load(this.root, this.excludes);
		if (listing !== undefined && (yield* this.isCurrent(listing))) {
			this.basis = this.basisOf(
				listing.folders,
				listing.times,
				listing.rules.map(([file]) => file),
			);
			for (let at = 0; at < listing.files.length; at += perStep) {
				yield fileEntries(this.prefix, listing.files.slice(at, at + perStep));
			}
			return;
		}
		yield* this.saved === undefined ? walkFolder(this.root, this.excludes) : this.recordedWalk();
	}

	/** Keeps the result of a walk for the next time. */
	async save(): Promise<void> {
		if (this.walked !== undefined && this.walked.files.length > 0) {
			await this.saved?.save(this.root, this.excludes, this.walked);
		}
	}

	private *isCurrent({ folders, times, rules }: SavedListing): Generator<WalkedFolder, boolean> {
		for (const [at, path] of folders.entries()) {
			if (!this.hasTime(path, times[at])) {
				return false;
			}
			if (at % perStep === perStep - 1) {
				yield { files: [], problems: [] };
			}
		}
		return rules.every(([file, state]) => ruleState(file) === state);
	}

	private hasTime(path: string, time: number | undefined): boolean {
		try {
			return folderState(this.prefix + path).modifiedMs === time;
		} catch {
			return false;
		}
	}

	private *recordedWalk(): Generator<WalkedFolder> {
		const record: WalkRecord = { folders: new Map(), rules: new Set() };
		const files: string[] = [];
		const startedMs = Date.now();
		let isWhole = true;
		for (const step of walkFolder(this.root, this.excludes, record)) {
			for (const { path } of step.files) {
				files.push(path);
			}
			isWhole &&= step.problems.length === 0;
			yield step;
		}
		this.walked = isWhole ? { record, files, startedMs } : undefined;
		const times = Float64Array.from(record.folders.values(), ({ modifiedMs }) => modifiedMs);
		this.basis = this.basisOf([...record.folders.keys()], times, [...record.rules]);
	}

	private basisOf(folders: readonly string[], times: Float64Array, rules: readonly string[]): ListingBasis {
		const isSure = times.every(time => time < Date.now() - unsureMs);
		const hash = createHash('sha256').update(folders.join('\0')).update(new Uint8Array(times.buffer));
		return { folders: folders.map(path => this.prefix + path), rules, entries: isSure ? hash.digest('hex') : '' };
	}
}
