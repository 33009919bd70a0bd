/**
 * Brings the translations up to date with the sources: `npm run l10n`. A text that is new gets an empty translation, which
 * the tests refuse; one that is gone is removed. The engine's sentences, whose keys end with `/engine`, are kept.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineMark, repoRoot, writtenKeys } from './messages.mjs';

const written = await writtenKeys();
for (const name of readdirSync(join(repoRoot, 'l10n')).filter(each => /^bundle\.l10n\..+\.json$/.test(each))) {
	update(`l10n/${name}`, written);
}
if (existsSync(join(repoRoot, 'package.nls.json'))) {
	const named = Object.keys(readJson('package.nls.json'));
	for (const name of readdirSync(repoRoot).filter(each => /^package\.nls\..+\.json$/.test(each))) {
		update(name, named);
	}
}

function update(path, keys) {
	const known = readJson(path);
	const ofEngine = Object.keys(known)
		.filter(key => key.endsWith(engineMark))
		.sort();
	const updated = Object.fromEntries([...keys, ...ofEngine].map(key => [key, known[key] ?? '']));
	writeFileSync(join(repoRoot, path), `${JSON.stringify(updated, undefined, '\t')}\n`);
	// What is between two sentences is nothing in some languages.
	const isWords = key => /\p{L}/u.test(key.endsWith(engineMark) ? key.slice(0, -engineMark.length) : key);
	const nEmpty = Object.entries(updated).filter(([key, text]) => text === '' && isWords(key)).length;
	console.log(`${path}: ${Object.keys(updated).length} texts, ${nEmpty} without a translation`);
}

function readJson(path) {
	return JSON.parse(readFileSync(join(repoRoot, path), 'utf8'));
}
