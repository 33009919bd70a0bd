import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../support/repoRoot';

/**
 * Puts an extension with a failing test into a profile: menus of tests give others' tests as they give no own ones.
 * `bundled`: the folder of the bundle of test/vscode.
 */
export function installTestProvider(extensionsDir: string, bundled: string): void {
	const folder = join(extensionsDir, 'faultline-test.test-provider-0.0.1');
	cpSync(join(repoRoot, 'test/vscode/testProvider/package.json'), join(folder, 'package.json'));
	cpSync(join(bundled, 'testProvider/extension.js'), join(folder, 'extension.js'));
}
