import { spawn, spawnSync } from 'node:child_process';

/** A commit beside its first parent. */
export interface Commit {
	readonly commit: string;
	readonly parent: string;
	readonly message: string;
}

/** No settings of the machine change what git prints. */
const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C' };
const mostBytes = 512 * 1024 * 1024;

/** What git prints; throws when it fails. */
export function gitOutput(gitDir: string, args: readonly string[], input = ''): Buffer {
	const settings = [`--git-dir=${gitDir}`, '-c', 'core.quotePath=false'];
	const { status, stdout, stderr, error } = spawnSync('git', [...settings, ...args], {
		...{ env, input, maxBuffer: mostBytes },
	});
	if (status !== 0) {
		throw new Error(`git ${args.join(' ')} in ${gitDir}: ${error?.message ?? stderr.toString().trim()}`);
	}
	return stdout;
}

const [field, record] = ['\0', '\x01\n'];

/** The commits that `head` reaches, one after the other as git lists them; those without a parent are left out. */
export async function* commitsOf(gitDir: string, head: string): AsyncGenerator<Commit, void, undefined> {
	const format = '--format=tformat:%H%x00%P%x00%B%x01';
	const child = spawn('git', [`--git-dir=${gitDir}`, 'log', format, '--encoding=UTF-8', head], {
		...{ env, stdio: ['ignore', 'pipe', 'inherit'] as const },
	});
	const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
	child.stdout.setEncoding('utf8');
	let rest = '';
	for await (const text of child.stdout) {
		const records = (rest + text).split(record);
		rest = records.pop() ?? '';
		yield* records.flatMap(commitOf);
	}
	if ((await ended) !== 0) {
		throw new Error(`${gitDir} does not hold ${head}: bring the clone up to date`);
	}
}

/** Those of some ids, in their order. */
export function commitsNamed(gitDir: string, ids: readonly string[]): Commit[] {
	const format = '--format=tformat:%H%x00%P%x00%B%x01';
	const printed = gitOutput(
		gitDir,
		['log', '--no-walk=unsorted', '--stdin', '--encoding=UTF-8', format],
		ids.join('\n'),
	);
	return printed.toString().split(record).flatMap(commitOf);
}

function commitOf(text: string): Commit[] {
	const [commit = '', parents = '', message = ''] = text.split(field);
	const [parent = ''] = parents.split(' ');
	return parent === '' ? [] : [{ commit: commit.trim(), parent, message }];
}

/** The contents of blobs by id, as text; a blob that the clone lacks, or that is larger than the limit, is left out. */
export function blobTexts(gitDir: string, ids: readonly string[], limitBytes: number): ReadonlyMap<string, string> {
	const sizes = gitOutput(gitDir, ['cat-file', '--batch-check'], `${[...new Set(ids)].join('\n')}\n`);
	const wanted = sizes
		.toString()
		.split('\n')
		.map(line => line.split(' '))
		.filter(([, type, size]) => type === 'blob' && Number(size) <= limitBytes)
		.map(([id = '']) => id);
	const texts = new Map<string, string>();
	const bytes =
		wanted.length === 0 ? Buffer.alloc(0) : gitOutput(gitDir, ['cat-file', '--batch'], `${wanted.join('\n')}\n`);
	for (let at = 0; at < bytes.length; ) {
		const headEnd = bytes.indexOf('\n', at);
		const [id = '', , size] = bytes.toString('latin1', at, headEnd).split(' ');
		const end = headEnd + 1 + Number(size);
		texts.set(id, bytes.toString('utf8', headEnd + 1, end));
		at = end + 1;
	}
	return texts;
}
