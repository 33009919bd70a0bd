import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '../support/repoRoot';

const placeholders = (text: string) => [...new Set(text.match(/\{\d+(?::engine)?\}/g))].sort();

/** The sentences of a key of the engine, as keys of their own. */
const sentencesOf = (key: string) =>
	key
		.replace(/\/engine$/, '')
		.split(/(?<=[.!?]) /)
		.map(sentence => {
			let n = 0;
			return `${sentence.replaceAll(/\{\d+\}/g, () => `{${n++}}`)}/engine`;
		});

describe('the translations', () => {
	const load = async () => ({
		...((await import(pathToFileURL(join(repoRoot, 'l10n/messages.mjs')).href)) as {
			writtenKeys: () => Promise<string[]>;
			engineMark: string;
		}),
		...((await import(pathToFileURL(join(repoRoot, 'l10n/engineErrors.mjs')).href)) as {
			coreErrorKeys: () => Promise<string[]>;
		}),
	});

	const paths = globSync('l10n/bundle.l10n.*.json', { cwd: repoRoot });

	it('are there', () => assert.ok(paths.length > 0));

	for (const path of paths) {
		describe(`in ${path}`, () => {
			const entries = Object.entries(JSON.parse(readFileSync(join(repoRoot, path), 'utf8')) as Record<string, string>);

			it('are of all texts that are written in the interface, and of no others: `npm run l10n`', async () => {
				const { writtenKeys, engineMark } = await load();
				assert.deepEqual(
					entries.map(([key]) => key).filter(key => !key.endsWith(engineMark)),
					await writtenKeys(),
				);
			});

			it('are of all errors of core', async () => {
				const { coreErrorKeys } = await load();
				const known = new Set(entries.map(([key]) => key.replaceAll(':engine}', '}')));
				const all = await coreErrorKeys();
				assert.ok(all.length > 100);
				assert.deepEqual(
					all.filter(key => !known.has(key) && !sentencesOf(key).every(sentence => known.has(sentence))),
					[],
				);
			});

			it('are complete, with the placeholders of the text', () => {
				assert.ok(entries.length > 100);
				assert.deepEqual(
					entries.filter(
						([key, text]) =>
							(text === '' && /\p{L}/u.test(key.replace(/\/engine$/, ''))) ||
							placeholders(key).join() !== placeholders(text).join(),
					),
					[],
				);
			});
		});
	}
});
