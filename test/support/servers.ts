import { readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AnswerLine, Asked, ServerStatus } from '../../src/cli/serve/questions';
import { isAlive } from '../../src/system/node/processes/processIdentity';
import { type CliOptions, type CliResult, faultlineCli } from './faultlineCli';

/** Commands that may start and ask a server. */
export function servedCli(words: readonly string[], storage: string, options: CliOptions = {}): Promise<CliResult> {
	const env = { FAULTLINE_ALONE: '', FAULTLINE_STORAGE: storage, ...options.env };
	return faultlineCli(words, { ...options, env });
}

/** Starts a server for a folder, and returns its state. */
export async function startServed(folder: string, storage: string, ...options: string[]): Promise<ServerStatus> {
	const { stdout, stderr } = await servedCli(['serve', '--json', '--workspace', folder, ...options], storage);
	const { server } = JSON.parse(stdout || '{}') as { server?: ServerStatus };
	if (server === undefined || server === null) {
		throw new Error(`No server was started: ${stderr}`);
	}
	return server;
}

/** The state of the server of a folder; undefined if none answers. */
export async function servedStatus(folder: string, storage: string): Promise<ServerStatus | undefined> {
	const { stdout } = await servedCli(['serve', '--status', '--json', '--workspace', folder], storage);
	return (JSON.parse(stdout) as { server: ServerStatus | null }).server ?? undefined;
}

/** The sockets in a storage folder. */
export function sockets(storage: string): readonly string[] {
	const folder = join(storage, 'serve');
	return readdirSync(folder)
		.filter(name => name.endsWith('.sock'))
		.map(name => join(folder, name));
}

/** All lines that a server answers to a line, which may be none of a client's, without the one that it has arrived. */
export function answersTo(socket: string, line: string): Promise<readonly AnswerLine[]> {
	return new Promise((resolve, reject) => {
		let text = '';
		const connection = createConnection(socket).setEncoding('utf8');
		connection.on('data', piece => {
			text += String(piece);
		});
		connection.on('error', reject);
		connection.on('close', () =>
			resolve(
				text
					.split('\n')
					.filter(Boolean)
					.map(each => JSON.parse(each) as AnswerLine)
					.filter(each => !('taken' in each)),
			),
		);
		connection.write(line);
	});
}

export function lineOf(asked: Asked): string {
	return `${JSON.stringify(asked)}\n`;
}

export function lineOfAnswer(line: AnswerLine): string {
	return `${JSON.stringify(line)}\n`;
}

/** Waits until a process has ended. */
export async function ended(pid: number): Promise<void> {
	while (await isAlive({ pid })) {
		await setTimeout(20);
	}
}
