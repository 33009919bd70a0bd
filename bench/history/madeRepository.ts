import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';

const subjects = ['cache', 'session', 'router', 'parser', 'widget', 'kernel', 'buffer', 'socket'];
const verbs = ['Fix', 'Add', 'Remove', 'Rename', 'Tidy', 'Speed up'];

/** Makes a repository of so many commits, each of which changes a few lines of one of 2,000 files. */
export async function madeRepository(folder: string, nCommits: number): Promise<void> {
	mkdirSync(folder, { recursive: true });
	execFileSync('git', ['init', '-q', '-b', 'main', '.'], { cwd: folder });
	const child = spawn('git', ['fast-import', '--quiet', '--depth=10'], {
		cwd: folder,
		stdio: ['pipe', 'ignore', 'inherit'],
	});
	let random = 12_345;
	const next = (n: number) => {
		random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
		return (random >>> 8) % n;
	};
	for (let at = 0; at < nCommits; at++) {
		const subject = subjects[next(subjects.length)] ?? '';
		const message = `${verbs[next(verbs.length)]} the ${subject} of word_${next(5000)}\n\nThe ${subject} was wrong in ${next(9999)} cases.\n`;
		const file = next(2000);
		const text = Array.from({ length: 8 }, () => `${subject}_${next(400)} = name_${next(20_000)}(${next(99)})`).join(
			'\n',
		);
		const command = [
			`commit refs/heads/main\ncommitter A <a@example.org> ${1_000_000_000 + at * 500} +0000`,
			`data ${Buffer.byteLength(message)}\n${message}`,
			`M 100644 inline part${file % 50}/file${file}.txt\ndata ${Buffer.byteLength(text)}\n${text}\n\n`,
		].join('\n');
		if (!child.stdin.write(command)) {
			await once(child.stdin, 'drain');
		}
	}
	child.stdin.end();
	await once(child, 'close');
}
