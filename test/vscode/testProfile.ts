import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchFolder } from '../support/scratchFolder';

/** A VS Code profile of its own for one test run, in a temporary folder. */
export interface TestProfile {
	readonly userDataDir: string;
	readonly extensionsDir: string;
	/** Deletes the profile. */
	remove(): void;
}

/** What keeps a test's VS Code quiet and its files as the test left them. */
const quietSettings = {
	// The web build saves by itself, so nothing would ever be unsaved.
	'files.autoSave': 'off',
	'workbench.startupEditor': 'none',
	'workbench.welcomePage.walkthroughs.openOnInstall': false,
	'workbench.tips.enabled': false,
	'workbench.enableExperiments': false,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'chat.disableAIFeatures': true,
	'telemetry.telemetryLevel': 'off',
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	'update.mode': 'none',
	'workbench.reduceMotion': 'on',
	'window.restoreWindows': 'none',
	'git.openRepositoryInParentFolders': 'never',
	// It asks git, and an error of its own there would end a test.
	'git.decorations.enabled': false,
	'editor.accessibilitySupport': 'off',
};

/** Makes a new profile with the quiet settings and `settings` on top. */
export function createTestProfile(settings: Readonly<Record<string, unknown>> = {}): TestProfile {
	const folder = createScratchFolder('profile');
	const userDataDir = join(folder.path, 'data');
	const text = JSON.stringify({ ...quietSettings, ...settings }, undefined, '\t');
	// A window on a server takes settings of the scope `machine` from the server's own.
	for (const owner of ['User', 'Machine']) {
		mkdirSync(join(userDataDir, owner), { recursive: true });
		writeFileSync(join(userDataDir, owner, 'settings.json'), text);
	}
	return {
		userDataDir,
		extensionsDir: join(folder.path, 'extensions'),
		remove: folder.remove,
	};
}
