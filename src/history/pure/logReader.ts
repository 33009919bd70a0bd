/** The data before the changes of a commit in git's output. */
export interface LoggedCommit {
	/** Hexadecimal. */
	readonly id: string;
	/** When it was committed: seconds since 1970. */
	readonly time: number;
	readonly author: string;
	/** As written, without blank lines at its end; a very long one is cut. */
	readonly message: string;
}

/** A file that a commit changes. */
export interface LoggedFile {
	/** After the change; for a deleted file, before it. */
	readonly path: string;
	/** If it was renamed or copied: its previous path. */
	readonly oldPath?: string;
	/** Git's letter: A, C, D, M, R or T. */
	readonly status: string;
}

/** Gets the parts of git's output in order. Bytes are valid during the call only. */
export interface LogConsumer {
	commit(commit: LoggedCommit): void;
	/** Before any hunk of the commit. */
	file(file: LoggedFile): void;
	/** The patches are in the order of the files; one whose type changes has two. Absent: not needed. */
	patch?(): void;
	/** The path of a file in a patch, before and after the change; none if there is no such file. */
	side?(side: 'old' | 'new', path: string): void;
	/** `@@ -1,2 +3 @@ head`: the whole line. */
	hunk(bytes: Uint8Array, start: number, end: number): void;
	/** A line of a hunk with its sign, without its end; a longer one than 64 KB is cut. */
	line(bytes: Uint8Array, start: number, end: number): void;
}

/** The arguments of `git log` for `LogReader`, in addition to the commits and the amount of context. */
export const logFormat = ['--format=%x00%H%x00%ct%x00%an%x00%B%x00', '--raw', '--abbrev=4', '-p'] as const;

const signs = { newline: 10, space: 32, plus: 43, minus: 45, colon: 58, at: 64, backslash: 92, d: 100 } as const;
const limits = { line: 64 * 1024, message: 256 * 1024 };
const nFields = 4;

/**
 * Reads git's output for commits in `logFormat`, as it arrives. No text of a commit can be taken for structure:
 * messages end at zero bytes, which they cannot contain, and each line of a hunk has a sign. Memory is bounded whatever
 * arrives.
 */
export class LogReader {
	private readonly decoder = new TextDecoder();
	/** The beginning of a line whose end has not arrived; `nKept` bytes of it. */
	private kept = new Uint8Array(1024);
	private nKept = 0;
	/** Fields of a commit that have arrived; undefined between commits. */
	private fields: string[] | undefined;
	private isInHunks = false;

	constructor(private readonly consumer: LogConsumer) {}

	add(chunk: Uint8Array): void {
		for (let at = 0; at < chunk.length; ) {
			if (this.fields === undefined && this.nKept === 0 && chunk[at] === 0) {
				this.fields = [];
				at++;
				continue;
			}
			const end = chunk.indexOf(this.fields === undefined ? signs.newline : 0, at);
			if (end === -1) {
				this.keep(chunk, at, chunk.length);
				return;
			}
			if (this.nKept === 0) {
				this.take(chunk, at, end);
			} else {
				this.keep(chunk, at, end);
				const length = this.nKept;
				this.nKept = 0;
				this.take(this.kept, 0, length);
			}
			at = end + 1;
		}
	}

	/** After the last bytes. */
	end(): void {
		if (this.nKept > 0 && this.fields === undefined) {
			this.take(this.kept, 0, this.nKept);
		}
		this.nKept = 0;
	}

	/** A field of a commit, or a line between commits. */
	private take(bytes: Uint8Array, start: number, end: number): void {
		if (this.fields !== undefined) {
			this.takeField(this.fields, bytes, start, end);
		} else if (start < end) {
			this.takeLine(bytes[start] ?? 0, bytes, start, end);
		}
	}

	private takeField(fields: string[], bytes: Uint8Array, start: number, end: number): void {
		fields.push(this.decoder.decode(bytes.subarray(start, end)));
		if (fields.length === nFields) {
			const [id = '', time = '', author = '', message = ''] = fields;
			this.fields = undefined;
			this.isInHunks = false;
			this.consumer.commit({ id, time: Number(time), author, message: message.trimEnd() });
		}
	}

	private takeLine(sign: number, bytes: Uint8Array, start: number, end: number): void {
		if (sign === signs.at) {
			this.isInHunks = true;
			this.consumer.hunk(bytes, start, end);
		} else if (sign === signs.d) {
			this.isInHunks = false;
			this.consumer.patch?.();
		} else if (sign === signs.colon) {
			this.takeFile(this.decoder.decode(bytes.subarray(start, end)));
		} else if (this.isInHunks && isOfHunk(sign)) {
			this.consumer.line(bytes, start, end);
		} else if (this.consumer.side !== undefined && (sign === signs.minus || sign === signs.plus)) {
			this.takeSide(sign === signs.minus ? 'old' : 'new', this.decoder.decode(bytes.subarray(start, end)));
		}
	}

	/** `--- a/path`, with a tab if the path contains blanks. */
	private takeSide(side: 'old' | 'new', line: string): void {
		const path = gitPath(line.slice(4).replace(/\t$/, ''));
		if (path !== '/dev/null') {
			this.consumer.side?.(side, path.slice(2));
		}
	}

	/** `:100644 100644 0123 4567 R090<tab>old<tab>new`. */
	private takeFile(line: string): void {
		const [head = '', ...paths] = line.split('\t');
		const [first = '', last] = paths.map(gitPath);
		const status = head.slice(head.lastIndexOf(' ') + 1).charAt(0);
		this.consumer.file(last === undefined ? { path: first, status } : { path: last, oldPath: first, status });
	}

	private keep(bytes: Uint8Array, start: number, end: number): void {
		const limit = this.fields === undefined ? limits.line : limits.message;
		const length = Math.max(0, Math.min(end - start, limit - this.nKept));
		if (this.nKept + length > this.kept.length) {
			const larger = new Uint8Array(Math.min(limits.message, 2 * (this.nKept + length)));
			larger.set(this.kept.subarray(0, this.nKept));
			this.kept = larger;
		}
		this.kept.set(bytes.subarray(start, start + length), this.nKept);
		this.nKept += length;
	}
}

function isOfHunk(sign: number): boolean {
	return sign === signs.plus || sign === signs.minus || sign === signs.space || sign === signs.backslash;
}

/**
 * Reads a path as git writes it: in quotes, with C's escapes, if it contains control characters, quotes or backslashes.
 */
export function gitPath(written: string): string {
	if (!written.startsWith('"')) {
		return written;
	}
	const bytes: number[] = [];
	const encoder = new TextEncoder();
	for (const [piece] of written.slice(1, -1).matchAll(/\\(?:[0-7]{3}|[^0-7])|[^\\]{1,1000}/g)) {
		bytes.push(...(piece.startsWith('\\') ? [escaped(piece.slice(1))] : encoder.encode(piece)));
	}
	return new TextDecoder().decode(Uint8Array.from(bytes));
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function escaped(sign: string): number {
	return sign.length === 3 ? Number.parseInt(sign, 8) & 255 : (escapes[sign] ?? sign.charCodeAt(0));
}
