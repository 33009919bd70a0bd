import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { ConfinedCommand, OpenCommand, Sandbox } from './sandbox';
import type { ToolData } from './toolData';
import { expandFolder, toolFolders } from './toolFolders';

export interface SeatbeltOptions {
	readonly tools: ToolData;
	readonly home: string;
	readonly network: boolean;
}

const program = '/usr/bin/sandbox-exec';

/**
 * Runs commands with a profile of macOS's own sandbox: in the home folder and on removable disks only tools can be
 * read, files are only written to the copy and to temporary folders, and only loopback is reached. Untested.
 */
export class Seatbelt implements Sandbox {
	readonly name = 'sandbox-exec';
	readonly hasOwnLoopback = false;

	private constructor(private readonly options: SeatbeltOptions) {}

	/** Undefined if the system has none. */
	static open(options: SeatbeltOptions): Seatbelt | undefined {
		return existsSync(program) ? new Seatbelt(options) : undefined;
	}

	confine({ words, env, reach }: OpenCommand): ConfinedCommand {
		const { tools, home, network } = this.options;
		const caches = tools.caches.flatMap(folder => expandFolder(folder, env, home));
		const temporary = ['/private/tmp', '/private/var/tmp', realpathSync(tmpdir())];
		const writable = [...reach.writable, ...caches, ...temporary];
		const profile = [
			'(version 1)',
			'(allow default)',
			'(deny file-write*)',
			`(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") ${paths(writable)})`,
			`(deny file-read-data ${paths(['/Users', '/Volumes', home])})`,
			`(allow file-read* ${paths([...toolFolders(env, tools, home), ...reach.readable, ...writable])})`,
			...(network ? [] : ['(deny network*)', '(allow network* (local ip "localhost:*") (remote ip "localhost:*"))']),
		].join('\n');
		return { words: [program, '-p', profile, ...words], env };
	}
}

function paths(folders: readonly string[]): string {
	return folders.map(folder => `(subpath ${JSON.stringify(folder)})`).join(' ');
}
