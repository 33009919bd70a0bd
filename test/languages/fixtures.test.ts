import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { type ParsedSource, SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { definitionLines, missingReferences, readFixture } from '../support/fixtureMarks';
import { installedGrammars } from '../support/grammars';
import { repoRoot } from '../support/repoRoot';

const folder = join(repoRoot, 'test/languages/fixtures');
const parser = new SourceParser(installedGrammars());
const table = new LanguageTable(parser.languages);

for (const path of globSync('*/*.*', { cwd: folder }).sort()) {
	const fixture = readFixture(readFileSync(join(folder, path), 'utf8'));
	const language = table.of(path.replaceAll('\\', '/'), fixture.source);
	const parse = async (text: string): Promise<ParsedSource> => {
		assert.ok(language, `no language claims ${path}`);
		return parser.symbols(language, path, text);
	};

	describe(`fixture ${path}`, () => {
		it('belongs to the language its folder is named after', () => {
			assert.equal(language?.id, path.split(/[\\/]/)[0]);
		});

		it('has every definition marked, and every mark found', async () => {
			const { symbols } = await parse(fixture.source);
			const { marked, found } = definitionLines(fixture, symbols);
			assert.deepEqual(found, marked);
		});

		it('reports whether its syntax could be read', async () => {
			assert.ok(language);
			const isBroken = (await parser.syntaxErrors(language, fixture.source)).length > 0;
			assert.equal(isBroken, /broken/i.test(path));
			// Errors in what defines nothing are not met.
			assert.ok(isBroken || !(await parse(fixture.source)).hasErrors);
		});

		it('uses the names marked as references', async () => {
			assert.ok(language);
			assert.deepEqual(missingReferences(fixture, await parser.references(language, fixture.source)), []);
		});

		it('means the same with carriage returns, and without a last newline', async () => {
			const { symbols } = await parse(fixture.source);
			const withReturns = await parse(fixture.source.replaceAll('\n', '\r\n'));
			const trimmed = await parse(fixture.source.trimEnd());
			assert.deepEqual(withReturns.symbols, symbols);
			assert.deepEqual(trimmed.symbols, symbols);
		});

		it('has places that hold the name and the header', async () => {
			for (const symbol of (await parse(fixture.source)).symbols) {
				const { startLine, nameLine, headerEndLine, endLine, name } = symbol;
				assert.ok(startLine <= nameLine && nameLine <= endLine, name);
				assert.ok(startLine <= headerEndLine && headerEndLine <= endLine, name);
			}
		});
	});
}
