import { constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlamedLine } from '../../runs/pure/model/commit';
import { gitPath } from '../pure/logReader';

/** Of a list of ignored commits. */
const mostBytes = 1024 * 1024;

interface BlamedCommit {
	readonly author: string;
	readonly time: number;
	readonly subject: string;
	readonly path: string;
}

/** Reads `git blame --porcelain`. Paths outside of `prefix` are not in the workspace, and become ''. */
export function readBlame(answer: Buffer, prefix: string): BlamedLine[] {
	const commits = new Map<string, BlamedCommit>();
	const lines: BlamedLine[] = [];
	let [commit, line] = ['', 0];
	let fields: Record<string, string> = {};
	for (const written of answer.toString('utf8').split('\n')) {
		const head = /^([\da-f]{40,64}) \d+ (\d+)/.exec(written);
		if (written.startsWith('\t')) {
			const known = 'author' in fields ? readCommit(fields, prefix) : commits.get(commit);
			if (known !== undefined) {
				commits.set(commit, known);
				lines.push({ line, text: written.slice(1), commit, ...known });
			}
			fields = {};
		} else if (head !== null && !('author' in fields)) {
			[commit, line] = [head[1] ?? '', Number(head[2])];
		} else {
			const end = written.indexOf(' ');
			fields[written.slice(0, end)] = written.slice(end + 1);
		}
	}
	return lines;
}

function readCommit(fields: Readonly<Record<string, string>>, prefix: string): BlamedCommit {
	const path = gitPath(fields.filename ?? '');
	return {
		author: fields.author ?? '',
		time: Number(fields['committer-time'] ?? 0),
		subject: fields.summary ?? '',
		path: path.startsWith(prefix) ? path.slice(prefix.length) : '',
	};
}

/**
 * The commits that a project names in `.git-blame-ignore-revs`, as GitHub and others read it; none if it is no regular
 * file, as a link may lead out of the workspace.
 */
export async function readIgnoredCommits(folder: string): Promise<readonly string[]> {
	// A system without such flags has no such links either.
	const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
	const file = await open(join(folder, '.git-blame-ignore-revs'), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
		() => undefined,
	);
	if (file === undefined) {
		return [];
	}
	try {
		const stats = await file.stat();
		const text = stats.isFile() && stats.size <= mostBytes ? await file.readFile('utf8') : '';
		const ids = text.split('\n').map(line => line.replace(/#.*/, '').trim().toLowerCase());
		return [...new Set(ids.filter(id => /^(?:[\da-f]{40}|[\da-f]{64})$/.test(id)))];
	} finally {
		await file.close();
	}
}
