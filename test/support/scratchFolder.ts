import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder. */
export interface ScratchFolder {
	/** Absolute, without symbolic links. */
	readonly path: string;
	/** Deletes it; otherwise it is deleted when the process ends. */
	remove(): void;
}

export function createScratchFolder(name: string): ScratchFolder {
	const path = realpathSync(mkdtempSync(join(tmpdir(), `faultline-${name}-`)));
	const deleteFolder = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
	process.once('exit', deleteFolder);
	return {
		path,
		remove: () => {
			process.off('exit', deleteFolder);
			deleteFolder();
		},
	};
}
