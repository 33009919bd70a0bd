import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitDirOf } from './repositoryTree';

/** A whole copy of a repository: Faultline reads no history whose objects are in another one. */
export class RepositoryClone {
	/** Absolute path of the working tree. */
	readonly folder = mkdtempSync(join(tmpdir(), 'faultline-clone-'));

	constructor(repos: string, project: string) {
		spawnSync('git', ['clone', '-q', '--local', '--no-checkout', gitDirOf(repos, project), this.folder]);
	}

	/** Files whose contents the repository does not have are left out. */
	checkOut(commit: string): void {
		for (const args of [
			['update-ref', '--no-deref', 'HEAD', commit],
			['read-tree', commit],
			['checkout-index', '--all', '--force', '--quiet'],
		]) {
			spawnSync('git', args, { cwd: this.folder });
		}
	}

	dispose(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
