import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createScratchFolder, type ScratchFolder } from './scratchFolder';

/** A new folder for each test of a `describe`, deleted after it. */
export class TestFolder {
	private scratch: ScratchFolder | undefined;

	constructor() {
		beforeEach(() => {
			this.scratch = createScratchFolder('test');
		});
		afterEach(() => this.scratch?.remove());
	}

	/** Absolute path of an entry, without symbolic links. */
	path(...parts: readonly string[]): string {
		if (this.scratch === undefined) {
			throw new Error('the folder is there while a test runs');
		}
		return join(this.scratch.path, ...parts);
	}

	/** Writes files by path; a path that ends with a slash is an empty folder. */
	write(files: Readonly<Record<string, string | Uint8Array>>): void {
		for (const [path, content] of Object.entries(files)) {
			const target = this.path(path);
			mkdirSync(path.endsWith('/') ? target : dirname(target), { recursive: true });
			if (!path.endsWith('/')) {
				writeFileSync(target, content);
			}
		}
	}
}
