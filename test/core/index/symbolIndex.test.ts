import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { IndexedFile } from '../../../src/core/index/indexedFile';
import { SymbolIndex } from '../../../src/core/index/symbolIndex';
import { type CodeSymbol, qualifiedName, type SymbolKind } from '../../../src/core/model/symbol';

describe('SymbolIndex', () => {
	it('keeps classes of the same name apart and finds their methods by the plain class name', () => {
		const index = indexOf(
			file('b.x', [symbol('class', 'Meta', '', 1, 4), symbol('method', 'run', 'Meta', 2, 3)]),
			file('a.x', [symbol('class', 'Meta', 'Outer', 5, 9), symbol('method', 'run', 'Outer.Meta', 6, 8)]),
		);
		assert.deepEqual(index.classes('Meta').map(placed), ['a.x:5-9 Outer.Meta', 'b.x:1-4 Meta']);
		assert.deepEqual(index.methods('Meta', 'run').map(placed), ['a.x:6-8 Outer.Meta.run', 'b.x:2-3 Meta.run']);
	});

	it('lists functions outside classes only', () => {
		const index = indexOf(file('a.x', [symbol('method', 'run', 'A', 2, 3), symbol('function', 'run', '', 5, 6)]));
		assert.deepEqual(index.functions('run').map(placed), ['a.x:5-6 run']);
	});

	it('joins the bases of every class of a name in source order without repeats', () => {
		const index = indexOf(
			file('a.x', [{ ...symbol('class', 'A', '', 1, 2), bases: ['base.Base', 'Mixin'] }]),
			file('b.x', [{ ...symbol('class', 'A', '', 1, 2), bases: ['Mixin', 'Other'] }]),
		);
		assert.deepEqual(index.bases('A'), ['base.Base', 'Mixin', 'Other']);
	});

	it('answers with code before tests, whatever their paths', () => {
		const index = indexOf(
			{ ...file('a_test.x', [symbol('function', 'run', '', 1, 2)]), isTest: true },
			file('z.x', [symbol('function', 'run', '', 1, 2)]),
		);
		assert.deepEqual(index.named('run').map(placed), ['z.x:1-2 run', 'a_test.x:1-2 run']);
	});

	it('names what surrounds a line, outermost first, and nothing between definitions', () => {
		const index = indexOf(file('a.x', [symbol('method', 'run', 'A', 2, 4), symbol('class', 'A', '', 1, 5)]));
		assert.deepEqual(index.enclosing('a.x', 3).map(qualifiedName), ['A', 'A.run']);
		assert.deepEqual(index.enclosing('a.x', 6), []);
		assert.deepEqual(index.enclosing('missing.x', 1), []);
	});

	it('is the same whatever order files came in, were replaced or removed', () => {
		fc.assert(
			fc.property(fc.array(changeArbitrary, { maxLength: 40 }), changes => {
				const worked = new SymbolIndex();
				const last = new Map<string, IndexedFile>();
				for (const change of changes) {
					if (change.symbols === undefined) {
						worked.remove(change.path);
						last.delete(change.path);
					} else {
						worked.update(file(change.path, change.symbols));
						last.set(change.path, file(change.path, change.symbols));
					}
				}
				assert.deepEqual(contents(worked), contents(indexOf(...[...last.values()].reverse())));
			}),
		);
	});
});

const nameArbitrary = fc.constantFrom('A', 'B', 'run', 'stop');

const symbolArbitrary = fc
	.tuple(
		fc.constantFrom<SymbolKind>('class', 'method', 'function'),
		nameArbitrary,
		fc.constantFrom('', 'A', 'A.B'),
		fc.integer({ min: 1, max: 9 }),
	)
	.map(([kind, name, container, line]) => symbol(kind, name, container, line, line + 2));

const changeArbitrary = fc.record({
	path: fc.constantFrom('a.x', 'b.x', 'c.x'),
	symbols: fc.option(
		fc.uniqueArray(symbolArbitrary, { maxLength: 4, selector: each => `${each.startLine} ${each.name}` }),
		{ nil: undefined },
	),
});

/** Everything that can be asked of an index. */
function contents(index: SymbolIndex): unknown {
	return {
		nFiles: index.nFiles,
		nSymbols: index.nSymbols,
		names: [...index.names()].sort(),
		named: ['A', 'B', 'run', 'stop'].map(name => index.named(name).map(placed)),
		members: ['A', 'B'].map(name => index.membersOf(name).map(placed)),
	};
}

function indexOf(...files: readonly IndexedFile[]): SymbolIndex {
	const index = new SymbolIndex();
	for (const each of files) {
		index.update(each);
	}
	return index;
}

function file(path: string, symbols: readonly CodeSymbol[]): IndexedFile {
	return {
		path,
		sizeBytes: 1,
		modifiedMs: 1,
		isTest: false,
		state: 'parsed',
		symbols: symbols.map(each => ({ ...each, file: path })),
	};
}

function symbol(kind: SymbolKind, name: string, container: string, startLine: number, endLine: number): CodeSymbol {
	return {
		name,
		kind,
		file: '',
		container,
		startLine,
		endLine,
		nameLine: startLine,
		headerEndLine: startLine,
		bases: [],
		modifiers: [],
	};
}

function placed(each: CodeSymbol): string {
	return `${each.file}:${each.startLine}-${each.endLine} ${qualifiedName(each)}`;
}
