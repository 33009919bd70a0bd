import type { Commit, CommitFile, CommitHunk } from '../../runs/pure/model/commit';
import { type LogConsumer, type LoggedCommit, type LoggedFile, LogReader } from './logReader';

/** Reads git's output for some commits in `logFormat` into memory, up to an amount. */
export class CommitReader implements LogConsumer {
	private readonly reader = new LogReader(this);
	private readonly decoder = new TextDecoder();
	private readonly commits: Commit[] = [];
	private current: OpenCommit | undefined;
	private nBytes = 0;

	constructor(private readonly mostBytes: number) {}

	/** False if nothing more is read. */
	add(chunk: Uint8Array): boolean {
		this.nBytes += chunk.length;
		this.reader.add(chunk);
		return this.nBytes <= this.mostBytes;
	}

	/** `isWhole`: else the last commit lacks something. */
	end({ isWhole }: { readonly isWhole: boolean }): readonly Commit[] {
		this.reader.end();
		this.endCommit(!isWhole);
		return this.commits;
	}

	commit(commit: LoggedCommit): void {
		this.endCommit(false);
		this.current = { commit, files: [], patches: [] };
	}

	file(file: LoggedFile): void {
		this.current?.files.push(file);
	}

	patch(): void {
		this.current?.patches.push({ hunks: [] });
	}

	side(side: 'old' | 'new', path: string): void {
		const patch = this.current?.patches.at(-1);
		if (patch !== undefined) {
			patch[side] = path;
		}
	}

	hunk(bytes: Uint8Array, start: number, end: number): void {
		this.current?.patches.at(-1)?.hunks.push({ head: this.decoder.decode(bytes.subarray(start, end)), lines: [] });
	}

	line(bytes: Uint8Array, start: number, end: number): void {
		this.current?.patches
			.at(-1)
			?.hunks.at(-1)
			?.lines.push(this.decoder.decode(bytes.subarray(start, end)));
	}

	private endCommit(isCut: boolean): void {
		if (this.current !== undefined) {
			const { commit, files, patches } = this.current;
			this.current = undefined;
			const changed = files.length === 0 ? patches.map(fileOf) : withHunks(files, patches);
			this.commits.push({ ...commit, files: changed, ...(isCut && { isCut }) });
		}
	}
}

interface OpenCommit {
	readonly commit: LoggedCommit;
	readonly files: LoggedFile[];
	readonly patches: OpenPatch[];
}

interface OpenPatch {
	old?: string;
	new?: string;
	readonly hunks: (CommitHunk & { readonly lines: string[] })[];
}

function withHunks(files: readonly LoggedFile[], patches: readonly OpenPatch[]): CommitFile[] {
	let at = 0;
	return files.map(file => {
		// A file that becomes another kind of file is removed and added.
		const nPatches = file.status === 'T' ? 2 : 1;
		const own = patches.slice(at, at + nPatches);
		at += nPatches;
		return { ...file, hunks: own.flatMap(({ hunks }) => hunks) };
	});
}

/** For patches whose files git does not list. */
function fileOf({ old, new: now, hunks }: OpenPatch): CommitFile {
	const isRenamed = old !== undefined && now !== undefined && old !== now;
	const status = isRenamed ? 'R' : old === undefined ? 'A' : now === undefined ? 'D' : 'M';
	return { path: now ?? old ?? '', ...(isRenamed && { oldPath: old }), status, hunks };
}
