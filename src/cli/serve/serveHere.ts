import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../system/node/files/storageFolder';
import { tryProcessLock } from '../../system/node/processes/processLock';
import { UserError } from '../../system/pure/errors/userError';
import type { Command, CommandCall } from '../command';
import { ServedQuestions } from './servedQuestions';
import { isPrivate, pipeFile, type ServePlace, servePlace, socketAddress } from './servePlace';
import { WorkspaceServer } from './workspaceServer';

export interface ServeOptions {
	/** Absolute. */
	readonly folder: string;
	readonly idleMs: number;
	readonly memoryBytes: number;
	/** `faultline search`. */
	readonly search: Command;
}

/**
 * Serves a folder in this process until it is no longer needed; resolves at once if another process does. Throws
 * `UserError` if the folder of the sockets may be another user's, or its path is too long.
 */
export async function serveHere({ folder, search, ...limits }: ServeOptions, call: CommandCall): Promise<void> {
	const { storage, packageRoot, env, version, log, signal } = call;
	const place = servePlace({ folder, storage, packageRoot, env });
	await makePrivateFolder(storage);
	await makePrivateFolder(place.folder);
	if (!isPrivate(place.folder)) {
		throw new UserError(`${place.folder} is not a folder that only you may enter: no server is started there.`);
	}
	const unlock = await tryProcessLock(join(place.folder, `${place.name}.lock`));
	if (unlock === undefined) {
		return;
	}
	const address = await newAddress(place);
	try {
		using questions = new ServedQuestions(folder, search, call);
		const server = { address, key: place.key, workspace: folder, version, questions, log, signal, ...limits };
		await new WorkspaceServer(server).run();
	} finally {
		await rm(pipeFile(address), { force: true });
		await unlock();
	}
}

async function newAddress(place: ServePlace): Promise<string> {
	if (process.platform === 'win32') {
		const pipe = `\\\\.\\pipe\\faultline-${randomUUID()}`;
		await writeFile(pipeFile(join(place.folder, `${place.name}-${place.key}.sock`)), pipe, { mode: 0o600 });
		return pipe;
	}
	const address = socketAddress(place);
	if (address === undefined) {
		throw new UserError(`The path of ${place.folder} is too long for a socket: choose another folder with --storage.`);
	}
	return address;
}
