import { type FileEntry, type Files, FileUnreadableError } from '../../src/system/pure/files';

/** Files in memory. A binary file is given as bytes. */
export class MemoryFiles implements Files {
	/** Every path that was read, in order, to measure the cost of a call. */
	readonly reads: string[] = [];
	private readonly contents = new Map<string, string | Uint8Array>();
	/** The number of the write that made a file what it is; 0 for the first content. */
	private readonly writes = new Map<string, number>();
	private nWrites = 0;

	constructor(texts: Readonly<Record<string, string | Uint8Array>>) {
		for (const [path, content] of Object.entries(texts)) {
			this.contents.set(path, content);
		}
	}

	write(path: string, text: string): void {
		this.contents.set(path, text);
		this.writes.set(path, ++this.nWrites);
	}

	remove(path: string): void {
		this.contents.delete(path);
	}

	async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		signal?.throwIfAborted();
		return [...this.contents]
			.map(([path, content]) => ({ path, sizeBytes: content.length, modifiedMs: this.writes.get(path) ?? 0 }))
			.sort((a, b) => (a.path < b.path ? -1 : 1));
	}

	async readText(path: string): Promise<string> {
		this.reads.push(path);
		const content = this.contents.get(path);
		if (typeof content === 'string') {
			return content;
		}
		throw new FileUnreadableError(path, content === undefined ? 'missing' : 'binary');
	}
}
