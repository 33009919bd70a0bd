import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolPrefix } from '../../src/editor/ids';
import { readManifest } from '../support/readManifest';
import { repoRoot } from '../support/repoRoot';
import { type DeclaredTool, languageModelTools } from './languageModelTools';

interface Manifest {
	readonly contributes: { languageModelTools: readonly DeclaredTool[] };
}

describe('the language model tools of package.json', () => {
	it('are the table of public tools; UPDATE_TOOLS=1 writes them', async () => {
		if (process.env.UPDATE_TOOLS === '1') {
			await updateTools();
		}
		const declared = (await readManifest<Manifest>()).contributes.languageModelTools;
		const expected = languageModelTools(declared);
		assert.deepEqual(declared, expected);
		const unwritten = expected.filter(({ icon, userDescription }) => !/^\$\([a-z-]+\)$/.test(icon) || !userDescription);
		assert.deepEqual(
			unwritten.map(({ name }) => name),
			[],
			'icon and userDescription are written by hand',
		);
	});
});

/** Writes the tools into package.json, and what users read of them into package.nls.json. */
async function updateTools(): Promise<void> {
	const { contributes } = await readManifest<Manifest>();
	const manifest = readJson<Manifest>('package.json');
	const texts = readJson<Record<string, string>>('package.nls.json');
	manifest.contributes.languageModelTools = languageModelTools(contributes.languageModelTools).map(tool => {
		const { displayName, userDescription } = tool;
		const key = (field: string) => `tool.${tool.name.replace(toolPrefix, '')}.${field}`;
		Object.assign(texts, { [key('displayName')]: displayName, [key('userDescription')]: userDescription });
		return { ...tool, displayName: `%${key('displayName')}%`, userDescription: `%${key('userDescription')}%` };
	});
	writeJson('package.json', manifest);
	writeJson('package.nls.json', texts);
}

function readJson<Content>(path: string): Content {
	return JSON.parse(readFileSync(join(repoRoot, path), 'utf8'));
}

function writeJson(path: string, content: object): void {
	writeFileSync(join(repoRoot, path), `${JSON.stringify(content, undefined, '\t')}\n`);
}
