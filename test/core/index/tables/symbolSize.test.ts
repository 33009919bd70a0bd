import assert from 'node:assert/strict';
import { join } from 'node:path';
import { indexHere } from '../../../../src/core/index/indexBatch';
import { compareFiles, indexFiles } from '../../../../src/core/index/indexer';
import { LanguageTable } from '../../../../src/core/index/languageTable';
import { SourceParser } from '../../../../src/core/index/sourceParser';
import { DiskFiles } from '../../../../src/node/diskFiles';
import { installedGrammars } from '../../../support/grammars';
import { repoRoot } from '../../../support/repoRoot';

describe('the table of symbols', () => {
	it('takes at most 60 bytes a symbol, strings aside', async () => {
		const files = new DiskFiles([{ name: 'src', dir: join(repoRoot, 'src') }]);
		const grammars = installedGrammars();
		const languages = new LanguageTable(grammars.languages);
		const batches = indexHere({ files, languages, parser: new SourceParser(grammars) });
		const indexing = indexFiles({ listed: compareFiles(await files.list()), batches });
		let step = await indexing.next();
		while (!step.done) {
			step = await indexing.next();
		}
		const { facts, sections } = step.value.table.data();
		const ofSymbols = Object.entries(sections).filter(([name]) =>
			/^symbols\.|^names\.rows$|^members\.rows$/.test(name),
		);
		assert.ok(facts.nSymbols > 3000 && ofSymbols.length > 5, `${facts.nSymbols} symbols, ${ofSymbols.length} sections`);
		const nBytes = ofSymbols.reduce((sum, [, section]) => sum + section.byteLength, 0) / facts.nSymbols;
		assert.ok(nBytes > 20 && nBytes <= 60, `${nBytes} bytes a symbol`);
	});
});
