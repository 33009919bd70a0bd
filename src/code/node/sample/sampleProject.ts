import { cp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sample from './sampleProject.json';

/** Name of the file with the issue, in the root of the sample project. */
export const sampleIssueFile = sample.issue;

/** The user's copy of the small project with a bug that is part of the package. */
export class SampleProject {
	/** All paths are absolute. `packageRoot` is the folder of the package; `folder` need not exist. */
	constructor(
		private readonly packageRoot: string,
		readonly folder: string,
	) {}

	async exists(): Promise<boolean> {
		return stat(this.folder).then(
			found => found.isDirectory(),
			() => false,
		);
	}

	/** Copies the project as it is in the package, instead of an earlier copy and its changes. */
	async copy(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
		await cp(join(this.packageRoot, sample.folder), this.folder, { recursive: true });
	}

	/** The text of its issue. Throws the system's error if it was deleted. */
	async issue(): Promise<string> {
		return readFile(join(this.folder, sample.issue), 'utf8');
	}
}
