import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The number of rooms that each of the newest commits touches which change src for users (`feat`, `fix`, `perf`), newest
 * first, by the paths that their files have today. Commits that mostly move files count as no change. A file that is gone counts for the room into which most of
 * its folder was moved.
 */
export function commitRooms(root: string, nCommits: number, roomOf: (path: string) => string | undefined): number[] {
	const today = new Map<string, string>();
	const current = (path: string) => today.get(path) ?? path;
	const commits = readCommits(root);
	const changed = commits.map(changes =>
		changes.flatMap(({ from, to, isMove }) => {
			if (from !== to) {
				today.set(from, current(to));
			}
			return isMove ? [] : [current(to)];
		}),
	);
	const heirs = new Map<string, string[]>();
	for (const [from, to] of today) {
		for (let folder = posix.dirname(from); folder !== '.'; folder = posix.dirname(folder)) {
			heirs.set(folder, [...(heirs.get(folder) ?? []), to]);
		}
	}
	const roomToday = (path: string) => {
		if (existsSync(join(root, path))) {
			return roomOf(path);
		}
		for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
			const rooms = heirs.get(folder)?.flatMap(to => (existsSync(join(root, to)) ? (roomOf(to) ?? []) : []));
			if (rooms !== undefined && rooms.length > 0) {
				return mostCommon(rooms);
			}
		}
		return undefined;
	};
	return changed
		.map(paths => new Set(paths.filter(path => path.startsWith('src/')).flatMap(path => roomToday(path) ?? [])).size)
		.filter(nRooms => nRooms > 0)
		.slice(0, nCommits);
}

interface Change {
	readonly from: string;
	readonly to: string;
	/** Not of its text, or not for users. */
	readonly isMove: boolean;
}

/** Of each commit but merges, newest first. */
function readCommits(root: string): Change[][] {
	const log = execFileSync('git', ['log', '--no-merges', '-M60%', '-l9999', '--name-status', '--format=format:@%s'], {
		cwd: root,
		encoding: 'utf8',
		maxBuffer: 1 << 30,
	});
	return log.split(/(?:^|\n)@/).map(commit => {
		const [subject = '', ...changes] = commit.split('\n');
		const lines = changes.filter(line => line.includes('\t'));
		const isForUsers = /^(?:feat|fix|perf)\b/.test(subject);
		const nMoved = lines.filter(line => line.startsWith('R')).length;
		const isMoving = nMoved > lines.length / 4;
		return lines.map(line => {
			const [status = '', from = '', to = from] = line.split('\t');
			return { from, to, isMove: isMoving || !isForUsers || status === 'R100' };
		});
	});
}

function mostCommon(texts: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const text of texts) {
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
