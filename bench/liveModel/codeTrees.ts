import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram } from '../entryPoints/runCommand';
import { RepositoryTree } from '../support/repositoryTree';
import type { LiveInstance } from './liveInstance';

/** A scratch folder with the code of an instance: no history, no hidden tests. */
interface CodeTree {
	readonly folder: string;
	/** Throws where a hunk does not apply. */
	apply(diff: string): void;
}

const setupLimitMs = 240_000;

/** Scratch trees, one for each project, to be used one after the other. */
export class CodeTrees {
	private readonly reposFolder: string;
	private readonly checkouts = new Map<string, RepositoryTree>();
	private readonly scratch = mkdtempSync(join(tmpdir(), 'faultline-live-'));

	/** `reposFolder`: see `RepositoryTree`. */
	constructor(reposFolder: string) {
		this.reposFolder = resolve(reposFolder);
	}

	/** The code of an instance, ready to run; the tree before it, if of the same project, is gone. Throws where the setup fails. */
	async fresh({ id, code, setup, environment }: LiveInstance): Promise<CodeTree> {
		const tree = 'folder' in code ? this.copyOf(id, code.folder) : this.checkoutOf(code);
		if (setup !== undefined) {
			const options = { cwd: tree.folder, env: allOf(environment), timeoutMs: setupLimitMs };
			const { exitCode, output } = await runProgram(setup, options);
			if (exitCode !== 0) {
				throw new Error(`the setup of ${id} failed: ${output.slice(-2000)}`);
			}
		}
		return tree;
	}

	dispose(): void {
		for (const tree of this.checkouts.values()) {
			tree.dispose();
		}
		rmSync(this.scratch, { recursive: true, force: true });
	}

	private checkoutOf({ repo, commit }: { readonly repo: string; readonly commit: string }): CodeTree {
		const tree = this.checkouts.get(repo) ?? new RepositoryTree(this.reposFolder, repo);
		this.checkouts.set(repo, tree);
		tree.checkOut(commit);
		return tree;
	}

	private copyOf(id: string, source: string): CodeTree {
		const folder = join(this.scratch, id);
		rmSync(folder, { recursive: true, force: true });
		cpSync(source, folder, { recursive: true, verbatimSymlinks: true });
		return { folder, apply: diff => applyIn(folder, diff) };
	}
}

/** The variables of this process and of an instance. */
export function allOf(environment: Readonly<Record<string, string>>): Record<string, string> {
	return { ...(process.env as Record<string, string>), PYTHONDONTWRITEBYTECODE: '1', ...environment };
}

function applyIn(folder: string, diff: string): void {
	if (diff.trim() === '') {
		return;
	}
	const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
		cwd: folder,
		env: { ...process.env, GIT_CEILING_DIRECTORIES: folder },
		input: diff,
		encoding: 'utf8',
	});
	if (status !== 0) {
		throw new Error(`git apply in ${folder}: ${stderr.trim()}`);
	}
}
