import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DiskFiles } from '../../../../../src/code/node/listing/diskFiles';
import { LanguageTable } from '../../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import { indexHere } from '../../../../../src/code/pure/index/indexBatch';
import { compareFiles, indexFiles } from '../../../../../src/code/pure/index/indexer';
import { installedGrammars } from '../../../../support/grammars';
import { repoRoot } from '../../../../support/repoRoot';

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
