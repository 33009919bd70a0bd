import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';

type Places = Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>;

/**
 * Makes the file that other programs start: its path stays the same, while the folder of the extension has its version
 * in its name and is gone after an update. It starts the version that is installed.
 */
export async function makeServerLauncher(extension: Places): Promise<string> {
	const file = launcherFile(extension);
	await mkdir(dirname(file), { recursive: true });
	await writeLauncher(file, extension);
	return file;
}

/** After an update: lets the file that other programs know start this version. */
export async function updateServerLauncher(extension: Places): Promise<void> {
	const file = launcherFile(extension);
	if (existsSync(file)) {
		await writeLauncher(file, extension);
	}
}

async function writeLauncher(file: string, { extensionUri }: Places): Promise<void> {
	const program = join(extensionUri.fsPath, 'dist', 'cli.js');
	const text = `require(${JSON.stringify(program)});\n`;
	if (!existsSync(file) || (await readFile(file, 'utf8')) !== text) {
		const { writeAtomically } = await import('../../system/node/files/writeAtomically');
		await writeAtomically(file, [text]);
	}
}

function launcherFile({ globalStorageUri }: Places): string {
	return join(globalStorageUri.fsPath, 'mcp-server.cjs');
}
