import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '../../../support/repoRoot';

describe('the schema of run files', () => {
	it('is what their type gives: npm run schema', async () => {
		const { makeRunFileSchema, schemaFile } = (await import(
			pathToFileURL(join(repoRoot, 'runFileSchema.mjs')).href
		)) as {
			makeRunFileSchema: () => object;
			schemaFile: string;
		};
		assert.deepEqual(JSON.parse(readFileSync(schemaFile, 'utf8')), JSON.parse(JSON.stringify(makeRunFileSchema())));
	});
});
