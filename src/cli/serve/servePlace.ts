import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** What decides on the answers of a server: clients that differ in any of it do not share one. */
export interface ServedCode {
	/** Absolute. */
	readonly folder: string;
	/** Absolute. */
	readonly storage: string;
	/** Faultline's own folder. */
	readonly packageRoot: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where the server of a workspace is. */
export interface ServePlace {
	/** Of all servers of a storage folder. */
	readonly folder: string;
	/** Names the workspace, for all builds. */
	readonly name: string;
	/** Names the build, its languages and what of the environment git depends on. */
	readonly key: string;
}

export function servePlace({ folder, storage, packageRoot, env }: ServedCode): ServePlace {
	return {
		folder: serveFolder(storage),
		name: shortHash(folder),
		key: shortHash(JSON.stringify([buildState(packageRoot), answering(env), gitOnPath(env)])),
	};
}

/** Whether the user wants no server. */
export function isAlone({ FAULTLINE_ALONE }: ServedCode['env']): boolean {
	return (FAULTLINE_ALONE ?? '') !== '';
}

/** The places of the servers of the same workspace, also with other settings or of other versions. */
export function placesBeside(place: ServePlace): readonly ServePlace[] {
	const { folder, name } = place;
	const files = existsSync(folder) ? readdirSync(folder) : [];
	return files.flatMap(file => {
		const [, own, key = ''] = /^(\w+)-(\w+)\.(?:sock|pipe)$/.exec(file) ?? [];
		return own === name ? [{ ...place, key }] : [];
	});
}

/** The folder of the servers that use a storage folder. */
export function serveFolder(storage: string): string {
	return join(storage, 'serve');
}

/** Systems cut off longer paths of sockets: macOS after 103 bytes, Linux after 107. */
const longestSocketPath = 103;

/**
 * The address of the server's socket, if there may be one. On Windows, where everybody may create a pipe of any name, the
 * server writes a name that nobody can guess into a file of the folder.
 */
export function socketAddress({ folder, name, key }: ServePlace): string | undefined {
	const path = join(folder, `${name}-${key}.sock`);
	if (process.platform === 'win32') {
		const file = pipeFile(path);
		return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
	}
	return Buffer.byteLength(path) > longestSocketPath ? undefined : path;
}

export function pipeFile(socket: string): string {
	return socket.replace(/\.sock$/, '.pipe');
}

/** Whether it is a folder, no link, that only this user may enter: what is in it was put there by this user. */
export function isPrivate(folder: string): boolean {
	const state = lstatSync(folder, { throwIfNoEntry: false });
	const isOwn = process.getuid === undefined || state?.uid === process.getuid();
	const isClosed = process.platform === 'win32' || ((state?.mode ?? 0) & 0o077) === 0;
	return state?.isDirectory() === true && isOwn && isClosed;
}

/** The names of all other parts of the program are in this one, with a digest of their content. */
function buildState(packageRoot: string): readonly unknown[] {
	const dist = join(packageRoot, 'dist');
	const program = readFileSync(join(dist, 'program', 'commandLine.cjs'));
	const { size, mtimeMs } = statSync(join(dist, 'languages.json'));
	return [createHash('sha256').update(program).digest('hex'), size, mtimeMs, process.version];
}

/** The variables that git and the rules for ignored files depend on. */
function answering(env: ServedCode['env']): readonly unknown[] {
	const names = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'TZ', 'LANG', 'LANGUAGE'];
	return Object.entries(env)
		.filter(([name]) => names.includes(name) || name.startsWith('LC_'))
		.sort(([a], [b]) => (a < b ? -1 : 1));
}

function gitOnPath(env: ServedCode['env']): string | undefined {
	const programs = process.platform === 'win32' ? ['git.exe', 'git.cmd'] : ['git'];
	return (env.PATH ?? env.Path ?? '')
		.split(delimiter)
		.filter(isAbsolute)
		.flatMap(folder => programs.map(program => join(folder, program)))
		.find(file => existsSync(file));
}

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
