import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder } from '../support/scratchFolder';
import { installChatProvider } from './chatProvider/installChatProvider';
import { vsCodeLogFile } from './testOutput';
import { createTestProfile } from './testProfile';

/**
 * Runs test/editor in a real VS Code: the desktop one FAULTLINE_VSCODE names, else a VS Code server in a headless
 * Chromium. The folder that is open is a copy, as tests change it.
 */
async function runEditorTests(): Promise<void> {
	const profile = createTestProfile();
	const workspace = createScratchFolder('workspace');
	cpSync(join(repoRoot, 'test/editor/workspace'), workspace.path, { recursive: true });
	installChatProvider(profile.extensionsDir, __dirname);
	try {
		await runTests({
			vscodeExecutablePath: process.env.FAULTLINE_VSCODE ?? join(__dirname, 'code.js'),
			extensionDevelopmentPath: repoRoot,
			extensionTestsPath: join(__dirname, '../editor/suite.js'),
			launchArgs: [
				workspace.path,
				`--user-data-dir=${profile.userDataDir}`,
				`--extensions-dir=${profile.extensionsDir}`,
			],
		});
	} finally {
		profile.remove();
		workspace.remove();
	}
}

// runTests passes SIGINT on to the VS Code it started, and no other signal.
process.on('SIGTERM', () => process.emit('SIGINT'));
void runEditorTests().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	console.error(`VS Code's own log of this run: ${vsCodeLogFile}`);
	process.exit(1);
});
