import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../support/repoRoot';

/**
 * Puts the second extension of the tests, which offers models, into a profile: a server takes only one in development.
 * `bundled`: the folder of the bundle of test/vscode.
 */
export function installChatProvider(extensionsDir: string, bundled: string): void {
	const folder = join(extensionsDir, 'faultline-test.chat-provider-0.0.1');
	cpSync(join(repoRoot, 'test/vscode/chatProvider/package.json'), join(folder, 'package.json'));
	cpSync(join(bundled, 'chatProvider/extension.js'), join(folder, 'extension.js'));
}
