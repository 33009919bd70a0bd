import assert from 'node:assert/strict';
import { DiskCheck } from '../../../../src/code/node/indexing/diskCheck';
import { SymbolTable } from '../../../../src/code/pure/index/tables/symbolTable';
import { TableBuilder } from '../../../../src/code/pure/index/tables/tableBuilder';
import { inMemory } from '../../../../src/code/pure/index/tables/tableData';
import type { FileEntry } from '../../../../src/system/pure/files';

const nFiles = 30_000;
const entries: readonly FileEntry[] = Array.from({ length: nFiles }, (_, at) => ({
	path: `src/part${String(at).padStart(6, '0')}/module.py`,
	sizeBytes: at,
	modifiedMs: 1000 + at,
}));

describe('a look at the disk', () => {
	let table: SymbolTable;

	before(() => {
		const builder = new TableBuilder();
		for (const entry of entries) {
			builder.add({ ...entry, isTest: false, state: 'text', symbols: [] }, false);
		}
		table = new SymbolTable(inMemory(builder.finish()));
	});

	it('finds what changed, was added or removed, each once', async () => {
		const check = new DiskCheck(table);
		const [first, second, third, ...others] = entries as [FileEntry, FileEntry, FileEntry, ...FileEntry[]];
		const edited = { ...second, sizeBytes: 9 };
		const added = { ...third, path: 'src/zzz.py' };
		const now = [edited, third, ...others, added];
		assert.deepEqual(await check.changes(now), {
			changed: [second.path, added.path],
			removed: [first.path],
			listAgain: true,
		});
		assert.deepEqual(await check.changes(now), { changed: [], removed: [], listAgain: true });
		assert.deepEqual(await check.changes([first, edited, third, ...others]), {
			changed: [first.path],
			removed: [],
			listAgain: true,
		});
	});

	it('leaves the thread to others in between', async () => {
		let [isDone, nTurns] = [false, 0];
		const turn = () => {
			nTurns++;
			if (!isDone) {
				setImmediate(turn);
			}
		};
		setImmediate(turn);
		await new DiskCheck(table).changes(entries);
		isDone = true;
		assert.ok(nTurns > 1, `${nTurns} turns`);
	});
});
