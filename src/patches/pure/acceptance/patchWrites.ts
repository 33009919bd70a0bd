import { mergeTexts } from '../../../runs/pure/diff/mergeTexts';
import { withLineEnds, withLineEndsOf } from '../../../runs/pure/diff/withLineEnds';
import { hunkState, type PatchDecisions, type PatchWrite } from '../../../runs/pure/events/patchDecisions';
import type { RunEventBody } from '../../../runs/pure/events/runEvent';
import type { FileCopies } from '../../../runs/pure/log/fileCopies';
import { UserError } from '../../../system/pure/errors/userError';
import type { UserFileAccess } from './userFileAccess';

type Bytes = Uint8Array | undefined;

export interface PatchWritesDeps {
	readonly files: UserFileAccess;
	readonly copies: FileCopies;
	readonly log: DecisionLog;
	/** Unique within a run. */
	readonly newId: () => string;
}

/** The logs of runs, live and finished ones. */
export interface DecisionLog {
	/** As the log has them now, whichever process appended them. */
	decisions(runId: string): Promise<PatchDecisions>;
	emit(runId: string, body: RunEventBody): Promise<void>;
}

export interface FileHunks {
	readonly runId: string;
	readonly patch: string;
	readonly path: string;
	/** Positions in the patch's own diff of the file. */
	readonly hunks: readonly number[];
}

/** A change of a file: its base and its result; undefined: no file. Line ends do not count. */
export interface FileChange {
	readonly base: string | undefined;
	readonly text: string | undefined;
}

export interface WrittenFile {
	/** Id of the write; undefined if the file already had all of it. */
	readonly write: string | undefined;
	/** The file as it is now. */
	readonly text: string | undefined;
}

/** A file without some of its accepted changes. */
export interface UndoneFile {
	readonly path: string;
	readonly writes: readonly PatchWrite[];
	readonly before: Bytes;
	readonly after: Bytes;
	/** In sentences that name the file; then nothing may be written. */
	readonly conflicts: readonly string[];
	/** The file was edited since, and keeps these edits. */
	readonly isMerged: boolean;
}

/**
 * Changes the user's files because of decisions about patches. Each write is logged before and after (intent, write,
 * done), with the bytes before and after among the artifacts of the run, so that a process killed at any point leaves
 * enough to settle the write: see `recover`.
 */
export class PatchWrites {
	constructor(private readonly deps: PatchWritesDeps) {}

	/** Merges with a file that changed since; throws `UserError`, and writes nothing, if both changed the same lines. */
	accept(of: FileHunks, change: FileChange): Promise<WrittenFile> {
		return this.decide('accepted', of, change);
	}

	/** Takes changes of the working tree out of a file. Merges and throws as `accept`. */
	takeBack(of: FileHunks, change: FileChange): Promise<WrittenFile> {
		return this.decide('rejected', of, change);
	}

	private decide(becomes: 'accepted' | 'rejected', of: FileHunks, change: FileChange): Promise<WrittenFile> {
		const { files, copies } = this.deps;
		const { runId, patch, path, hunks } = of;
		return copies.exclusive(runId, async () => {
			const known = await this.settled(runId);
			const before = await files.read(path);
			if (hunks.length > 0 && hunks.every(hunk => hunkState(known, patch, path, hunk) === becomes)) {
				// Decided in another window.
				return { write: undefined, text: await this.textOf(path, before) };
			}
			const after = await this.merged(path, change, before);
			const write = await this.write(runId, { patch, path, hunks, becomes, undoes: [] }, [before, after]);
			return { write, text: await this.textOf(path, after) };
		});
	}

	/** Saves the user's edits; this decides nothing. Merges and throws as `accept`. */
	async writeTyped(path: string, change: FileChange): Promise<string | undefined> {
		const before = await this.deps.files.read(path);
		const after = await this.merged(path, change, before);
		if (!isSame(before, after)) {
			await this.deps.files.write(path, after);
		}
		return this.textOf(path, after);
	}

	/** Returns each file without these writes. Changes nothing. */
	async planUndo(runId: string, writes: readonly PatchWrite[]): Promise<UndoneFile[]> {
		const paths = [...new Set(writes.map(({ path }) => path))];
		return Promise.all(
			paths.map(path =>
				this.without(
					runId,
					path,
					writes.filter(write => write.path === path),
				),
			),
		);
	}

	/**
	 * Takes decided changes of one file back, by the ids of their writes. Throws `UserError`, and writes nothing, if
	 * edits conflict.
	 */
	undo(
		{ runId, path }: Pick<FileHunks, 'runId' | 'path'>,
		writes: readonly string[],
		becomes: 'pending' | 'undone',
	): Promise<WrittenFile> {
		return this.deps.copies.exclusive(runId, async () => {
			const known = await this.settled(runId);
			const left = [...known.written, ...known.takenBack].filter(({ write }) => writes.includes(write));
			const { before, after, conflicts } = await this.without(runId, path, left);
			const [conflict] = conflicts;
			if (conflict !== undefined) {
				throw new UserError(`${conflict} Nothing was undone.`);
			}
			const [first] = left;
			if (first === undefined) {
				// Undone in another window.
				return { write: undefined, text: await this.textOf(path, before) };
			}
			const hunks = left.flatMap(each => each.hunks);
			const undoes = left.map(each => each.write);
			const write = await this.write(runId, { patch: first.patch, path, hunks, becomes, undoes }, [before, after]);
			return { write, text: await this.textOf(path, after) };
		});
	}

	/** Settles the writes of a run that a killed process left unfinished: completes them, or takes them back. */
	recover(runId: string): Promise<void> {
		return this.deps.copies.exclusive(runId, async () => {
			await this.settled(runId);
		});
	}

	/** The decisions, with no write unfinished: a process that left one has died, as this one holds the lock. */
	private async settled(runId: string): Promise<PatchDecisions> {
		const known = await this.deps.log.decisions(runId);
		for (const write of known.unfinished) {
			await this.settle(runId, write);
		}
		return known.unfinished.length === 0 ? known : this.deps.log.decisions(runId);
	}

	private async write(
		runId: string,
		change: Omit<PatchWrite, 'write'>,
		[before, after]: [Bytes, Bytes],
	): Promise<string> {
		const { files, log, newId } = this.deps;
		const write: PatchWrite = { write: newId(), ...change };
		const copies = await this.keep(runId, write, [before, after]);
		const started = { ...write, ...copies };
		await log.emit(runId, { type: 'patchWriteStarted', ...started });
		try {
			if (!isSame(before, after)) {
				await files.write(change.path, after);
			}
		} catch (error) {
			await this.settle(runId, started);
			throw error;
		}
		await log.emit(runId, { type: 'patchWriteEnded', write: write.write, outcome: 'written' });
		return write.write;
	}

	private async keep(
		runId: string,
		{ write, patch, path }: PatchWrite,
		bytes: [Bytes, Bytes],
	): Promise<Pick<PatchWrite, 'before' | 'after'>> {
		const names: { before?: string; after?: string } = {};
		for (const [at, side] of (['before', 'after'] as const).entries()) {
			const content = bytes[at];
			if (content !== undefined) {
				// With the file's own name, for a user who looks into the folder.
				const name = `${patch}-${write}-${side}-${path.split('/').at(-1)}`.replace(/[^\w.-]/g, '_');
				await this.deps.copies.write(runId, name, content);
				names[side] = name;
			}
		}
		return names;
	}

	private async settle(runId: string, write: PatchWrite): Promise<void> {
		const { files, log } = this.deps;
		const { path } = write;
		const [before, after] = [await this.copy(runId, write.before), await this.copy(runId, write.after)];
		const now = await files.read(path);
		if (isTorn(now, before, after)) {
			await files.write(path, after);
		}
		const isWritten = isTorn(now, before, after) || (await this.holds(path, [before, after], now));
		const outcome = isWritten ? 'written' : 'notWritten';
		await log.emit(runId, { type: 'patchWriteEnded', write: write.write, outcome });
	}

	/** Whether a file, perhaps edited since, has the result of a write. */
	private async holds(path: string, [before, after]: [Bytes, Bytes], now: Bytes): Promise<boolean> {
		if (isSame(now, after) || isSame(now, before)) {
			return isSame(now, after);
		}
		if (now === undefined || before === undefined || after === undefined) {
			return false;
		}
		const [base = '', mine = '', theirs = ''] = await Promise.all(
			[before, now, after].map(each => this.textOf(path, each)),
		);
		const { text, conflicts } = mergeTexts(base, { mine, theirs }, 'mine');
		return conflicts.length === 0 && text === mine;
	}

	private async merged(path: string, { base, text }: FileChange, before: Bytes): Promise<Bytes> {
		const now = await this.textOf(path, before);
		const [from, to] = [base, text].map(each => each && withLineEnds(each, '\n'));
		if (now === to) {
			return before;
		}
		if (now === from) {
			return this.bytesOf(path, before === undefined ? text : to, before);
		}
		if (now === undefined || from === undefined || to === undefined) {
			throw new UserError(
				`${path} was ${now === undefined ? 'deleted' : 'created or changed'} meanwhile. Nothing was written.`,
			);
		}
		const { text: result, conflicts } = mergeTexts(from, { mine: now, theirs: to }, 'mine');
		const [conflict] = conflicts;
		if (conflict !== undefined) {
			throw new UserError(`${path} line ${conflict.startLine} was also changed elsewhere. Nothing was written.`);
		}
		return this.bytesOf(path, result, before);
	}

	/** Removes the writes from the newest to the oldest: byte by byte if nothing else changed, else by merging. */
	private async without(runId: string, path: string, writes: readonly PatchWrite[]): Promise<UndoneFile> {
		const before = await this.deps.files.read(path);
		let [after, isMerged] = [before, false];
		const conflicts: string[] = [];
		for (const write of [...writes].reverse()) {
			const [old, fresh] = [await this.copy(runId, write.before), await this.copy(runId, write.after)];
			if (isSame(after, fresh)) {
				after = old;
				continue;
			}
			isMerged = true;
			if (after === undefined || old === undefined || fresh === undefined) {
				conflicts.push(`${path} was ${after === undefined ? 'deleted' : 'edited'} since.`);
				continue;
			}
			const [base = '', mine = '', theirs = ''] = await Promise.all(
				[fresh, after, old].map(each => this.textOf(path, each)),
			);
			const merged = mergeTexts(base, { mine, theirs }, 'mine');
			conflicts.push(...merged.conflicts.map(({ startLine }) => `${path} line ${startLine} was edited since.`));
			after = await this.bytesOf(path, merged.text, after);
		}
		return { path, writes, before, after, conflicts, isMerged };
	}

	private async copy(runId: string, name: string | undefined): Promise<Bytes> {
		return name === undefined ? undefined : this.deps.copies.read(runId, name);
	}

	private async textOf(path: string, bytes: Bytes): Promise<string | undefined> {
		return bytes && withLineEnds(await this.deps.files.decode(path, bytes), '\n');
	}

	/** With the line ends that lines had before; a new file keeps the line ends of the text. */
	private async bytesOf(path: string, text: string | undefined, before: Bytes): Promise<Bytes> {
		const { files } = this.deps;
		const old = before && (await files.decode(path, before));
		return text === undefined ? undefined : files.encode(path, old === undefined ? text : withLineEndsOf(text, old));
	}
}

function isSame(a: Bytes, b: Bytes): boolean {
	return (
		a === b || (a !== undefined && b !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at]))
	);
}

/** A process was killed while it wrote: the file holds the beginning of the new content. */
function isTorn(now: Bytes, before: Bytes, after: Bytes): boolean {
	return (
		now !== undefined &&
		after !== undefined &&
		!isSame(now, before) &&
		now.length < after.length &&
		isSame(now, after.slice(0, now.length))
	);
}
