import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOf, type CodeTrees } from './codeTrees';
import type { LiveInstance } from './liveInstance';

/** How `faultline fix`, or `locate`, is started. */
export interface FixCall {
	/** The folder with `cli.js`. */
	readonly build: string;
	readonly baseUrl: string;
	readonly model: string;
	/** The run, its patches and its output are kept here. */
	readonly folder: string;
	/** Further words of the command line. */
	readonly words: readonly string[];
}

/** What a run left behind. */
export interface FixEnd {
	readonly exitCode: number;
	/** The folder with the run. */
	readonly storage: string;
	/** The selected patch as a unified diff, where there is one. */
	readonly diff?: string;
}

/**
 * Has the product fix an instance in a fresh tree, or only locate it where no tests could judge a fix, given the code and
 * the issue only. The programs it runs get the instance's environment. Throws where no run began.
 */
export async function runFix(instance: LiveInstance, trees: CodeTrees, call: FixCall): Promise<FixEnd> {
	const { build, baseUrl, model, folder, words } = call;
	const { environment, issue } = instance;
	const tree = await trees.fresh(instance);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const [storage, out, issueFile] = ['storage', 'patches', 'issue.md'].map(name => join(folder, name)) as Paths;
	writeFileSync(issueFile, issue);
	const names = Object.keys(environment);
	const passed = names.length === 0 ? [] : ['--pass-env', names.join(',')];
	const args = [
		...(instance.tests === undefined ? ['locate'] : ['fix', '--out', out, '--execute', ...passed]),
		...['--workspace', tree.folder, '--issue', issueFile, '--storage', storage, '--json'],
		...['--model', `openai:${model}`, '--base-url', baseUrl, ...words],
	];
	const child = spawn(process.execPath, [join(build, 'cli.js'), ...args], {
		cwd: folder,
		env: allOf(environment),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
	child.stdout.on('data', (chunk: Buffer) => output.stdout.push(chunk));
	child.stderr.on('data', (chunk: Buffer) => output.stderr.push(chunk));
	const [code] = (await once(child, 'close')) as [number | null];
	writeFileSync(join(folder, 'report.json'), Buffer.concat(output.stdout));
	writeFileSync(join(folder, 'stderr.txt'), Buffer.concat(output.stderr));
	if (!existsSync(join(storage, 'runs'))) {
		throw new Error(`faultline ended before a run began: ${Buffer.concat(output.stderr).toString('utf8').trim()}`);
	}
	const best = join(out, 'patch-1.diff');
	return { exitCode: code ?? 1, storage, ...(existsSync(best) && { diff: readFileSync(best, 'utf8') }) };
}

type Paths = [storage: string, out: string, issueFile: string];
