import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { IndexedFile } from '../../../../src/code/pure/index/indexedFile';
import { SymbolIndex } from '../../../../src/code/pure/index/symbolIndex';
import { SymbolTable } from '../../../../src/code/pure/index/tables/symbolTable';
import { TableBuilder } from '../../../../src/code/pure/index/tables/tableBuilder';
import { inMemory } from '../../../../src/code/pure/index/tables/tableData';
import { type CodeSymbol, qualifiedName, type SymbolKind } from '../../../../src/runs/pure/model/symbol';

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

	it('names what has a spelling but for underscores and capitals, in a table and beside it', () => {
		const names = ['over_stop', 'overstops', 'Over_Stop__', 'over', 'ÜberStop', 'uber_stop'];
		const [known, changed] = ['a.x', 'b.x'].map(path =>
			file(
				path,
				names.map(name => symbol('function', `${name}${path[0]}`, '', 1, 1)),
			),
		);
		assert.ok(known && changed);
		const index = new SymbolIndex(tableOf([known]));
		index.update(changed);
		const spelled = index.namesSpelled(new Set(['overstopa', 'überstopa', 'overstopb', 'none']));
		assert.deepEqual(spelled.sort(), ['Over_Stop__a', 'Over_Stop__b', 'over_stopa', 'over_stopb', 'ÜberStopa']);
		index.remove('a.x');
		assert.deepEqual(index.namesSpelled(new Set(['overstopa'])), []);
	});

	it('names what surrounds a line, outermost first, and nothing between definitions', () => {
		const index = indexOf(file('a.x', [symbol('method', 'run', 'A', 2, 4), symbol('class', 'A', '', 1, 5)]));
		assert.deepEqual(index.enclosing('a.x', 3).map(qualifiedName), ['A', 'A.run']);
		assert.deepEqual(index.enclosing('a.x', 6), []);
		assert.deepEqual(index.enclosing('missing.x', 1), []);
	});

	it('names what surrounds a line of the file as it is now, whatever was asked before', () => {
		const index = indexOf();
		const at = (line: number) => index.enclosing('a.x', line).map(qualifiedName);
		assert.deepEqual(at(2), []);
		index.update(file('a.x', [symbol('class', 'A', '', 1, 3)]));
		assert.deepEqual(at(2), ['A']);
		index.update(file('a.x', [symbol('class', 'B', '', 2, 9), symbol('class', 'C', '', 4, 5)]));
		assert.deepEqual([at(1), at(2), at(4), at(9)], [[], ['B'], ['B', 'C'], ['B']]);
		index.remove('a.x');
		assert.deepEqual(at(2), []);
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

describe('SymbolIndex over a table', () => {
	it('answers as one of objects, after any changes, and again when they are in a table', () => {
		fc.assert(
			fc.property(filesArbitrary, fc.array(changeArbitrary, { maxLength: 20 }), (before, changes) => {
				const worked = new SymbolIndex(tableOf(before));
				const last = new Map(before.map(each => [each.path, each]));
				for (const { path, symbols } of changes) {
					if (symbols === undefined) {
						worked.remove(path);
						last.delete(path);
					} else {
						worked.update(file(path, symbols));
						last.set(path, file(path, symbols));
					}
				}
				const expected = contents(indexOf(...last.values()));
				assert.deepEqual(contents(worked), expected);
				assertFound(worked);
				const again = new TableBuilder(tableOf(before));
				for (const each of worked.files()) {
					again.add(each);
				}
				assert.deepEqual(contents(new SymbolIndex(new SymbolTable(inMemory(again.finish())))), expected);
			}),
		);
	});

	it('copies files of earlier tables, whether they are the base or not', () => {
		fc.assert(
			fc.property(filesArbitrary, filesArbitrary, fc.boolean(), (one, two, isBase) => {
				const [first, second] = [tableOf(one), tableOf(two.map(each => renamed(each, `z/${each.path}`)))];
				const builder = new TableBuilder(isBase ? first : undefined);
				for (const table of [first, second]) {
					for (let row = 0; row < table.nRows; row++) {
						builder.copy(table, row);
					}
				}
				const all = [...one, ...two.map(each => renamed(each, `z/${each.path}`))];
				const index = new SymbolIndex(new SymbolTable(inMemory(builder.finish())));
				assert.deepEqual(index.files(), new SymbolIndex(tableOf(all)).files());
				assert.deepEqual(contents(index), contents(indexOf(...all)));
			}),
		);
	});

	it('gives the same object for a definition as long as it is in use', () => {
		const table = tableOf([file('a.x', [symbol('function', 'run', '', 1, 2)])]);
		const index = new SymbolIndex(table);
		assert.equal(index.named('run')[0], index.file('a.x')?.symbols[0]);
	});

	it('leaves out what is hidden, and does not follow later changes', () => {
		const index = new SymbolIndex(tableOf(['a.x', 'b.x'].map(path => file(path, [symbol('class', path, '', 1, 2)]))));
		index.update(file('c.x', [symbol('class', 'C', '', 1, 2)]));
		const visible = index.without(path => path !== 'b.x');
		index.remove('b.x');
		assert.deepEqual([...visible.names()], ['b.x']);
		assert.deepEqual([visible.nFiles, visible.nSymbols, visible.file('c.x')], [1, 1, undefined]);
	});

	it('refuses files that are not in the order of their paths', () => {
		assert.throws(() => tableOf([file('b.x', []), file('a.x', [])]), /in the order of their paths: b\.x, then a\.x/);
	});

	it('drops strings that nothing uses once there are many', () => {
		let table = tableOf([file('a.x', [symbol('class', 'A', '', 1, 2)])]);
		for (let at = 0; at < 40; at++) {
			const builder = new TableBuilder(table);
			builder.add(
				file(
					'a.x',
					Array.from({ length: 100 }, (_, n) => symbol('class', `A${at}_${n}`, '', n + 1, n + 1)),
				),
			);
			table = new SymbolTable(inMemory(builder.finish()));
		}
		assert.ok(table.strings.size < 1500, `${table.strings.size} strings`);
		assert.equal(new SymbolIndex(table).named('A39_7').length, 1);
	});
});

function tableOf(files: readonly IndexedFile[]): SymbolTable {
	const builder = new TableBuilder();
	for (const each of files) {
		builder.add(each);
	}
	return new SymbolTable(inMemory(builder.finish()));
}

function renamed(each: IndexedFile, path: string): IndexedFile {
	return { ...each, path, symbols: each.symbols.map(one => ({ ...one, file: path })) };
}

const nameArbitrary = fc.constantFrom('A', 'B', 'run', 'stop', 'overStop', '_over_STOP', 'ÜberStop');

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

/** Files of a table, in order. */
const filesArbitrary = fc
	.record({
		paths: fc.subarray(['a.x', 'b.x', 'c.x', 'd.x']),
		symbols: fc.array(
			fc.uniqueArray(symbolArbitrary, { maxLength: 4, selector: each => `${each.startLine} ${each.name}` }),
			{
				minLength: 4,
				maxLength: 4,
			},
		),
		language: fc.constantFrom('x', undefined),
		isTest: fc.boolean(),
		state: fc.constantFrom('parsed' as const, 'partial' as const, 'text' as const),
		bases: fc.constantFrom([], ['Base'], ['Base', 'other.Über']),
		doc: fc.constantFrom(undefined, { startLine: 1, endLine: 2 }),
	})
	.map(({ paths, symbols, language, isTest, state, bases, doc }) =>
		paths.map((path, at) => ({
			...file(
				path,
				(symbols[at] ?? []).map(each => ({ ...each, bases, ...(doc !== undefined && { doc }), modifiers: bases })),
			),
			...(language !== undefined && { language }),
			...{ isTest, state },
		})),
	);

/** Everything that can be asked of an index. */
function contents(index: SymbolIndex): unknown {
	return {
		nFiles: index.nFiles,
		nSymbols: index.nSymbols,
		names: [...index.names()].sort(),
		spelled: index.namesSpelled(new Set(['a', 'run', 'overstop'])).sort(),
		named: ['A', 'B', 'run', 'stop'].map(name => index.named(name).map(placed)),
		members: ['A', 'B'].map(name => index.membersOf(name).map(placed)),
		classes: ['A', 'B', 'run'].map(name => index.classes(name).map(placed)),
		namedIn: ['', 'A', 'A.B', 'B', 'none'].map(owner => index.namedIn(owner, 'run').map(placed)),
		methods: ['A', 'B'].map(name => index.methods(name, 'run').map(placed)),
		bases: ['A', 'B'].map(name => index.bases(name)),
		files: index.files().map(each => ({ ...each })),
		file: ['a.x', 'b.x', 'c.x', 'd.x'].map(path => index.file(path)?.symbols.map(placed)),
	};
}

/** What is looked for with more than a name is among all of that name. */
function assertFound(index: SymbolIndex): void {
	for (const name of ['A', 'B', 'run', 'none']) {
		const all = index.named(name);
		assert.deepEqual(
			index.classes(name),
			all.filter(({ kind }) => kind === 'class'),
		);
		for (const owner of ['', 'A', 'A.B', 'B', 'none']) {
			assert.deepEqual(
				index.namedIn(owner, name),
				all.filter(({ container }) => container === owner),
			);
		}
	}
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
