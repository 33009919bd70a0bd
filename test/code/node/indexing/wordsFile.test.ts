import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { readCodeWords } from '../../../../src/code/pure/calls/codeWords';
import { TermMatchers } from '../../../../src/code/pure/index/words/termMatchers';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

describe('the saved words of a workspace', () => {
	const folder = new TestFolder();
	let log: RecordedLog;

	beforeEach(() => {
		log = new RecordedLog();
		folder.write({ 'ws/a.py': 'def price():\n    return basket\n', 'ws/b.py': 'basket = 1\n' });
	});

	/** How often a term occurs in all code. */
	const count = async (term: string) => {
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log, storage: folder.path('storage') });
		const { words, model } = await readCodeWords(workspace);
		const { rowStarts, counts } = await words.countsOf(new TermMatchers([term], words.stopWords));
		const found = model.files.flatMap(path => {
			const { start, end } = words.segmentsOf(path);
			return [...counts.subarray(rowStarts[start], rowStarts[end])];
		});
		return found.reduce((sum, each) => sum + each, 0);
	};
	const file = () => {
		const names = readdirSync(folder.path('storage', 'index'));
		return folder.path('storage', 'index', names.find(name => name.endsWith('.words')) ?? '');
	};

	it('are used by the next process, as they are', async () => {
		assert.equal(await count('basket'), 2);
		const before = statSync(file());
		assert.equal(await count('basket'), 2);
		assert.equal(statSync(file()).ino, before.ino);
	});

	it('follow a changed file', async () => {
		await count('basket');
		folder.write({ 'ws/b.py': 'basket = basket + price\n' });
		assert.equal(await count('basket'), 3);
	});

	it('are made again where they are damaged', async () => {
		await count('basket');
		const bytes = readFileSync(file());
		for (const at of [20, bytes.length - 3]) {
			const damaged = Buffer.from(bytes);
			damaged[at] = (damaged[at] ?? 0) ^ 0xff;
			writeFileSync(file(), damaged);
			const first = await count('basket').catch(() => undefined);
			assert.equal(first ?? (await count('basket')), 2);
		}
	});
});
