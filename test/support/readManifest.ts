import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from './repoRoot';

/** package.json with its texts in English, or in the language of `package.nls.LANGUAGE.json`. */
export async function readManifest<Manifest>(language?: string): Promise<Manifest> {
	const { readManifest: read } = (await import(pathToFileURL(join(repoRoot, 'l10n/manifest.mjs')).href)) as {
		readManifest: (language?: string) => Manifest;
	};
	return read(language);
}
