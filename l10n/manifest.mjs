/** package.json, whose texts are `%keys%` of package.nls.json, as VS Code shows it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const key = /^%([\w.-]+)%$/;

/** The manifest with its texts in English, or in the language of `package.nls.LANGUAGE.json`. */
export function readManifest(language) {
	const english = readJson('package.nls.json');
	const texts = language === undefined ? english : { ...english, ...readJson(`package.nls.${language}.json`) };
	return withTexts(readJson('package.json'), texts);
}

function withTexts(value, texts) {
	if (typeof value === 'string') {
		const name = key.exec(value)?.[1];
		return name === undefined ? value : (texts[name] ?? value);
	}
	if (Array.isArray(value)) {
		return value.map(each => withTexts(each, texts));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, texts)]));
	}
	return value;
}

function readJson(path) {
	return JSON.parse(readFileSync(join(repoRoot, path), 'utf8'));
}
