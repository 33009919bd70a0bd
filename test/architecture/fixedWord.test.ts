import assert from 'node:assert/strict';
import { fixedWordViolations } from './fixedWord';
import { parseSource, readSources } from './sourceFile';

describe('the word "fixed"', () => {
	it('is in the texts of the product only where a proof is read', async () => {
		const sources = await readSources();
		assert.ok(sources.length > 500);
		assert.deepEqual(
			sources.flatMap(source => fixedWordViolations(source)),
			[],
		);
	});

	for (const [path, text] of [
		['src/cli/output/a.ts', `const a = \`Patch \${n} fixes the bug.\`;`],
		['src/editor/a.ts', "vscode.window.showInformationMessage(vscode.l10n.t('The bug is fixed.'));"],
		['src/mcp/a.ts', "const a = ['Fixed by this patch.'];"],
		['src/patches/pure/a.ts', "const a = '### Why this fixes it';"],
		['src/webview/a.tsx', 'const a = <p>It is fixed.</p>;'],
		['src/webview/b.ts', "const a = { proven: t('proven') };"],
	] as const) {
		it(`is found in ${text}`, async () => {
			assert.equal(fixedWordViolations(await parseSource(path, text)).length, 1);
		});
	}

	it('is free where nobody reads it', async () => {
		const text = `import { a } from './fixed'; type B = 'proven' | 'not'; const c = b === 'proven'; const d = \`\${fixed.n}\`;`;
		assert.deepEqual(fixedWordViolations(await parseSource('src/engine/a.ts', text)), []);
	});
});
