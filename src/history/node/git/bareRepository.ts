import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../system/node/files/storageFolder';

/**
 * Makes a repository of Faultline's own without commits, or leaves one as it is, without git: no setting and no
 * template of the user counts. `objectFormat`: `sha1` or `sha256`.
 */
export async function makeBareRepository(folder: string, objectFormat: string): Promise<void> {
	await makePrivateFolder(folder);
	for (const each of ['objects/info', 'refs']) {
		await mkdir(join(folder, each), { recursive: true });
	}
	const format = objectFormat === 'sha1' ? '' : `[extensions]\n\tobjectformat = ${objectFormat}\n`;
	const version = objectFormat === 'sha1' ? 0 : 1;
	await keepFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
	await keepFile(join(folder, 'config'), `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n${format}`);
}

/** Writes a file if its content differs; removes it for none. */
export async function keepFile(file: string, content: string): Promise<void> {
	const current = await readFile(file, 'utf8').catch(() => undefined);
	if (content === '') {
		await rm(file, { force: true });
	} else if (current !== content) {
		await writeFile(file, content, { mode: 0o600 });
	}
}
