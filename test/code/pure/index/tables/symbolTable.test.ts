import assert from 'node:assert/strict';
import type { IndexedFile } from '../../../../../src/code/pure/index/indexedFile';
import { compareFiles } from '../../../../../src/code/pure/index/indexer';
import { ChangedFiles } from '../../../../../src/code/pure/index/tables/changedFiles';
import { SymbolTable } from '../../../../../src/code/pure/index/tables/symbolTable';
import { TableBuilder } from '../../../../../src/code/pure/index/tables/tableBuilder';
import { inMemory, type TableData, type TableSource } from '../../../../../src/code/pure/index/tables/tableData';
import type { CodeSymbol } from '../../../../../src/runs/pure/model/symbol';
import { randomNumbers } from '../../../../support/randomNumbers';

describe('SymbolTable', () => {
	it('returns the symbols around a line, as all symbols filtered', () => {
		const random = randomNumbers(3);
		const files = Array.from({ length: 40 }, (_, nth) => {
			const symbols = Array.from({ length: random(4 * nth + 1) }, (_each, at) => {
				const startLine = 1 + random(60);
				return symbol({ name: `${at}`, startLine, nameLine: startLine, endLine: startLine + random(random(50) + 1) });
			});
			return fileOf(`${nth + 10}.x`, symbols);
		});
		const changed = new ChangedFiles();
		for (const each of files) {
			changed.update(each);
		}
		for (const source of [inMemory(dataOf(files)), paged(dataOf(files))]) {
			const table = new SymbolTable(source);
			for (const [row, { path, symbols }] of files.entries()) {
				for (let line = 0; line < 115; line++) {
					const expected = symbols.filter(each => each.startLine <= line && line <= each.endLine);
					assert.deepEqual(table.enclosing(row, line), expected, `line ${line} of ${row}`);
					assert.deepEqual(changed.enclosing(path, line), expected, `line ${line} of ${row}, changed`);
				}
			}
		}
	});

	it('keeps paths of any length', () => {
		const paths = Array.from({ length: 9 }, (_, at) => `${at}${'/long'.repeat(4 ** at % 4001)}.x`);
		const table = new SymbolTable(inMemory(dataOf(paths.map(path => fileOf(path, [])))));
		assert.deepEqual(
			paths.map((_, row) => table.pathAt(row)),
			paths,
		);
	});

	it('finds paths that are no ASCII, and none that only look like them in bytes', () => {
		const files = ['a/b.x', 'a/c.x', 'a/\u00e9.x'].map(path => fileOf(path, []));
		const asked = ['a/b.x', 'a/c.x', 'a/\u00c3\u00a9.x', 'a/\u00e9.x'];
		for (const table of [new SymbolTable(inMemory(dataOf(files))), new SymbolTable(paged(dataOf(files)))]) {
			// So often that not only pages are read.
			for (let nth = 0; nth < 300; nth++) {
				assert.deepEqual(
					asked.map(path => table.rowOf(path)),
					[0, 1, -1, 2],
				);
			}
			const { rows } = compareFiles(
				asked.map(path => fileOf(path, [])),
				table,
			);
			assert.deepEqual([...rows], [0, 1, -1, 2]);
		}
	});

	it('returns every definition as it was added, whatever its names and lines are', () => {
		const files = [
			fileOf('a/dé.x', [
				symbol({ name: 'run', container: 'Ünï.code', bases: ['a.B', 'C'], modifiers: ['async'] }),
				symbol({ name: 'after', startLine: 70_000, nameLine: 70_001, headerEndLine: 70_002, endLine: 140_000 }),
				symbol({ name: '😀', doc: { startLine: 1, endLine: 300 }, startLine: 301, nameLine: 301 }),
			]),
			fileOf('a/empty.x', []),
			fileOf('b.x', [
				symbol({ name: 'run', doc: { startLine: 6, endLine: 6 } }),
				symbol({ name: 'x'.repeat(5000) }),
				// A name above the first line would be a mistake of a grammar's rules, and must not become another line.
				symbol({ name: 'above', startLine: 9, nameLine: 8 }),
			]),
		];
		for (const table of [new SymbolTable(inMemory(dataOf(files))), new SymbolTable(paged(dataOf(files)))]) {
			assert.deepEqual(
				files.map((_, row) => table.symbolsAt(row)),
				files.map(({ symbols }) => symbols),
			);
			assert.deepEqual(
				files.map(({ path }) => table.rowOf(path)),
				[0, 1, 2],
			);
			assert.equal(table.rowOf('a/f.x'), -1);
			assert.deepEqual([...table.named('run')], [0, 3]);
			assert.deepEqual([...table.named('runs')], []);
			assert.deepEqual([...table.membersOf('code')], [0]);
			assert.deepEqual([...table.membersNamed('code', 'run')], [0]);
		}
	});

	it('is the same, whether files are added or copied from other tables', () => {
		const files = Array.from({ length: 300 }, (_, at) =>
			fileOf(
				`f${String(at).padStart(3, '0')}.x`,
				Array.from({ length: at % 7 }, (_, nth) =>
					symbol({ name: `n${(at * nth) % 50}`, container: nth % 2 === 0 ? '' : `C${at % 11}`, bases: [`B${nth}`] }),
				),
			),
		);
		const direct = dataOf(files);
		const parts = [files.slice(0, 100), files.slice(100, 101), files.slice(101)].map(dataOf);
		const builder = new TableBuilder();
		for (const part of parts) {
			const table = new SymbolTable(paged(part));
			for (let row = 0; row < table.nRows; row++) {
				builder.copy(table, row);
			}
		}
		const copied = new SymbolTable(inMemory(builder.finish()));
		const whole = new SymbolTable(inMemory(direct));
		assert.deepEqual(copied.sections.facts, whole.sections.facts);
		assert.deepEqual(
			files.map((_, row) => copied.fileAt(row)),
			files.map((_, row) => whole.fileAt(row)),
		);
		assert.deepEqual(
			[...copied.names()].map(([name, rows]) => [name, [...rows]]).sort(),
			[...whole.names()].map(([name, rows]) => [name, [...rows]]).sort(),
		);
	});

	it('reads a page of a section for a name, and all of one that is read often', () => {
		const files = Array.from({ length: 2000 }, (_, at) =>
			fileOf(
				`f${10_000 + at}.x`,
				Array.from({ length: 30 }, (_, nth) => symbol({ name: `name${at * 30 + nth}` })),
			),
		);
		const reads: string[] = [];
		const source = paged(dataOf(files), (name, nBytes) => reads.push(`${name} ${nBytes}`));
		const table = new SymbolTable(source);
		const [row = -1] = table.named('name31234');
		assert.equal(table.symbolAt(row).name, 'name31234');
		const most = reads.map(each => Number(each.split(' ')[1]));
		assert.ok(Math.max(...most) <= 64 * 1024, reads.join('\n'));
		for (let at = 0; at < 60_000; at += 7) {
			assert.equal(table.symbolAt(table.named(`name${at}`)[0] ?? -1).name, `name${at}`);
		}
	});
});

/** A source that is read in parts, as one in a file. */
function paged(data: TableData, onRead: (name: string, nBytes: number) => void = () => undefined): TableSource {
	const whole = inMemory(data);
	return {
		...whole,
		isPaged: true,
		section(name, start = 0, end = whole.sizeOf(name)) {
			onRead(name, end - start);
			return whole.section(name).slice(start, end);
		},
	};
}

function dataOf(files: readonly IndexedFile[]): TableData {
	const builder = new TableBuilder();
	for (const file of files) {
		builder.add(file);
	}
	return builder.finish();
}

function fileOf(path: string, symbols: readonly Omit<CodeSymbol, 'file'>[]): IndexedFile {
	return {
		...{ path, sizeBytes: 1, modifiedMs: 1.5, language: 'x', isTest: false, state: 'parsed' },
		symbols: symbols.map(each => ({ ...each, file: path })),
	};
}

function symbol(given: Partial<CodeSymbol>): Omit<CodeSymbol, 'file'> {
	return {
		...{ name: 'a', kind: 'function', container: '', bases: [], modifiers: [] },
		...{ startLine: 5, nameLine: 5, headerEndLine: 5, endLine: 7 },
		...given,
	};
}
