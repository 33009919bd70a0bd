import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProfile } from '../testProfile';

/**
 * Makes a language of VS Code known to a profile, without translations of VS Code itself: extensions show theirs. The
 * server takes the language of a window from `languagepacks.json`, which it makes of the installed language packs.
 */
export function installLanguagePack(
	{ extensionsDir, userDataDir }: Pick<TestProfile, 'extensionsDir' | 'userDataDir'>,
	language: string,
): void {
	const id = `faultline-test.language-pack-${language}`;
	const folder = join(extensionsDir, `${id}-0.0.1`);
	const translation = { id: 'vscode', path: './vscode.json' };
	mkdirSync(folder, { recursive: true });
	writeJson(join(folder, 'package.json'), {
		...{ name: `language-pack-${language}`, publisher: 'faultline-test', version: '0.0.1' },
		engines: { vscode: '^1.120.0' },
		contributes: { localizations: [{ languageId: language, languageName: language, translations: [translation] }] },
	});
	writeJson(join(folder, translation.path), { version: '1.0.0', contents: {} });
	writeJson(join(userDataDir, 'languagepacks.json'), {
		[language]: {
			hash: 'faultline-test',
			extensions: [{ extensionIdentifier: { id }, version: '0.0.1' }],
			translations: { vscode: join(folder, translation.path) },
			label: language,
		},
	});
}

function writeJson(path: string, content: object): void {
	writeFileSync(path, JSON.stringify(content));
}
