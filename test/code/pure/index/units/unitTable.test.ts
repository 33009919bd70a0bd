import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import { openWorkspace } from '../../../../../src/cli/openWorkspace';
import { CodeModel } from '../../../../../src/code/pure/calls/codeModel';
import type { IndexedFile } from '../../../../../src/code/pure/index/indexedFile';
import { SymbolIndex } from '../../../../../src/code/pure/index/symbolIndex';
import { SymbolTable } from '../../../../../src/code/pure/index/tables/symbolTable';
import { TableBuilder } from '../../../../../src/code/pure/index/tables/tableBuilder';
import { inMemory } from '../../../../../src/code/pure/index/tables/tableData';
import {
	type CodeSymbol,
	isCallable,
	isClassLike,
	qualifiedName,
	type SymbolKind,
} from '../../../../../src/runs/pure/model/symbol';
import { modelOf } from '../../../../localizer/pure/modelOf';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';
import { RecordedLog } from '../../../../support/recordedLog';
import { repoRoot } from '../../../../support/repoRoot';

/** Some qualified names can be split in several ways. */
const symbol = fc.record({
	kind: fc.constantFrom<SymbolKind>('function', 'method', 'callback', 'class', 'module', 'constant'),
	name: fc.constantFrom('', 'a', 'B', 'B.a', 'a.B'),
	container: fc.constantFrom('', 'a', 'B', 'a.B', 'B.a'),
	startLine: fc.integer({ min: 1, max: 12 }),
	nLines: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 39, max: 42 })),
});

const file = fc
	.tuple(fc.constantFrom('a.x', 'b.x', 'b/c.x', 'd.x', 'e.x'), fc.array(symbol, { maxLength: 7 }))
	.map(([path, symbols]): IndexedFile => {
		const placed = symbols.map(({ startLine, nLines, ...rest }): CodeSymbol => {
			const lines = { nameLine: startLine, startLine, headerEndLine: startLine, endLine: startLine + nLines - 1 };
			return { ...rest, ...lines, file: path, bases: [], modifiers: [] };
		});
		const inOrder = placed.sort((a, b) => a.startLine - b.startLine);
		return { path, sizeBytes: 1, modifiedMs: 1, isTest: false, state: 'parsed', symbols: inOrder };
	});

describe('the functions of the code', () => {
	it('are those that its definitions show, in a table and in changed files', async () => {
		const folder = join(repoRoot, 'test', 'languages', 'fixtures');
		const { workspace } = await openWorkspace({
			roots: [{ name: '', dir: folder }],
			packageRoot: repoRoot,
			log: new RecordedLog(),
		});
		const { index } = workspace;
		assert.ok(assertShown(index) > 100);
	});

	it('are those that its definitions show, after any changes', () => {
		fc.assert(
			fc.property(fc.array(file), fc.array(file), (known, changes) => {
				const index = new SymbolIndex(tableOf(known));
				assertShown(index);
				for (const [at, each] of changes.entries()) {
					if (at % 4 === 3) {
						index.remove(each.path);
					} else {
						index.update(each);
					}
					assertShown(index);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

function tableOf(files: readonly IndexedFile[]): SymbolTable {
	const builder = new TableBuilder();
	const last = new Map(files.map(each => [each.path, each]));
	for (const path of [...last.keys()].sort()) {
		builder.add(last.get(path) as IndexedFile);
	}
	return new SymbolTable(inMemory(builder.finish()));
}

/** Returns their number. The same, with an object for each definition. */
function assertShown(index: SymbolIndex): number {
	const files = index.files();
	const model = new CodeModel(index.units(files), [...files.keys()]);
	const expected = files.flatMap(file => unitsOf(file).map(symbols => ({ file: file.path, symbols })));
	const found = Array.from({ length: model.nFunctions }, (_, at) => {
		const unit = model.unit(at);
		return { file: unit?.file, symbols: unit?.symbols };
	});
	assert.deepEqual(found, expected);
	for (const [at, { file, symbols }] of expected.entries()) {
		const [first] = symbols;
		assert.ok(model.functionsNamed(first?.name ?? '').includes(at));
		assert.equal(model.functionAt(file, first?.startLine ?? 0) >= 0, true);
	}
	return model.nFunctions;
}

describe('the lines of functions', () => {
	const wide = ['function open(a) {', '  let n = 0;', '  function step() {', '    n++;', '  }', '  step();'];

	it('are those of no function in it, if that is one of several', async () => {
		const linesOf = await unitLines([...wide, '  const undo = () => n--;', '  return undo;', '}']);
		assert.deepEqual(linesOf, { open: [1, 2, 6, 8, 9], 'open.step': [3, 4, 5], 'open.undo': [7] });
	});

	it('include those of the only function in it', async () => {
		assert.deepEqual(await unitLines([...wide, '}']), { open: [1, 2, 3, 4, 5, 6, 7] });
	});

	it('do not include it, if the outer one has many lines', async () => {
		const linesOf = await unitLines([...wide, ...Array(32).fill('  n++;'), '}']);
		assert.deepEqual(Object.keys(linesOf), ['open']);
		const longer = await unitLines([...wide, ...Array(33).fill('  n++;'), '}']);
		assert.deepEqual(longer['open.step'], [3, 4, 5]);
		assert.equal(longer.open?.length, 37);
	});

	it('are in functions of functions as well', async () => {
		const inner = ['  function walk() {', '    const up = () => 1;', '    const down = () => 2;', '    up();', '  }'];
		const linesOf = await unitLines([...wide, ...inner, '}']);
		assert.deepEqual(linesOf['open.walk'], [7, 10, 11]);
		assert.deepEqual(linesOf['open.walk.down'], [9]);
	});
});

describe('callbacks with a text', () => {
	const test = ['  it("works", () => {', '    start();', '    stop();', '  });'];

	it('are functions, by themselves and in each other', async () => {
		const linesOf = await unitLines(['describe("a", () => {', '  const b = 1;', ...test, '});']);
		assert.deepEqual(linesOf, { 'describe("a")': [1, 2, 7], 'it("works")': [3, 4, 5, 6] });
	});

	it('are read with a small function, if they are the only one in it', async () => {
		assert.deepEqual(Object.keys(await unitLines(['function add() {', ...test, '}'])), ['add']);
		const linesOf = await unitLines([
			'function add() {',
			...test,
			...test.map(each => each.replace('works', 'ends')),
			'}',
		]);
		assert.deepEqual(Object.keys(linesOf), ['add', 'add.it("works")', 'add.it("ends")']);
	});

	it('hide neither a function nor a class', async () => {
		const helper = ['  function help() {', '    return 1;', '  }'];
		const type = ['  class Clock {', '    time = 1;', '  }'];
		const linesOf = await unitLines(['define("a", () => {', ...helper, ...type, '});']);
		assert.deepEqual(linesOf.help, [2, 3, 4]);
		const model = await modelOf(await memoryWorkspace({ 'a.js': ['define("a", () => {', ...type, '});'].join('\n') }));
		const names = Array.from({ length: model.nFunctions }, (_, at) => model.unit(at)?.qualified);
		assert.deepEqual(names, ['define("a")', 'Clock']);
	});
});

/** By the qualified name of the unit. */
async function unitLines(lines: readonly string[]): Promise<Record<string, readonly number[]>> {
	const model = await modelOf(await memoryWorkspace({ 'a.js': lines.join('\n') }));
	const found: Record<string, number[]> = {};
	for (let line = 1; line <= lines.length; line++) {
		const name = model.unit(model.functionAt('a.js', line))?.qualified ?? '';
		found[name] = [...(found[name] ?? []), line];
	}
	return found;
}

function unitsOf({ symbols }: IndexedFile): CodeSymbol[][] {
	const outermost: CodeSymbol[] = [];
	let functionEnd = 0;
	for (const symbol of symbols) {
		if (symbol.startLine > functionEnd || symbol.endLine > functionEnd) {
			outermost.push(symbol);
			functionEnd = isCallable(symbol) ? Math.max(functionEnd, symbol.endLine) : functionEnd;
		}
	}
	const outer = outermost.filter(isCallable);
	const inner = outer.flatMap(each => functionsIn(each, symbols));
	const callables = grouped(symbols.filter(symbol => outer.includes(symbol) || inner.includes(symbol)));
	const owners = new Set(callables.map(([first]) => first?.container));
	const isShown = (symbol: CodeSymbol) => isClassLike(symbol) && symbol.kind !== 'module' && !isLocal(symbol, symbols);
	const classes = grouped(symbols.filter(isShown));
	const own = classes.filter(([first]) => first !== undefined && !owners.has(qualifiedName(first)));
	return [...callables, ...own].sort(([a], [b]) => (a?.startLine ?? 0) - (b?.startLine ?? 0));
}

/** In a function, though not only in a callback. */
function isLocal(symbol: CodeSymbol, symbols: readonly CodeSymbol[]): boolean {
	const before = symbols.slice(0, symbols.indexOf(symbol)).filter(isCallable);
	return before.some(
		(each, at) =>
			each.kind !== 'callback' &&
			each.endLine >= symbol.endLine &&
			before.slice(at + 1).every(({ endLine }) => endLine <= each.endLine),
	);
}

/** The units in a function. */
function functionsIn(outer: CodeSymbol, symbols: readonly CodeSymbol[]): CodeSymbol[] {
	const own = symbols
		.filter(symbol => isCallable(symbol) && symbol.startLine > outer.startLine)
		.filter(symbol => {
			const before = symbols.slice(0, symbols.indexOf(symbol)).filter(isCallable);
			return before.findLast(each => each.endLine >= symbol.endLine) === outer;
		});
	const isScope = outer.kind === 'callback' || own.length > 1 || outer.endLine - outer.startLine >= 39;
	return isScope ? own.flatMap(each => [each, ...functionsIn(each, symbols)]) : [];
}

function grouped(symbols: readonly CodeSymbol[]): CodeSymbol[][] {
	const groups = new Map<string, CodeSymbol[]>();
	for (const symbol of symbols) {
		const name = qualifiedName(symbol);
		groups.set(name, [...(groups.get(name) ?? []), symbol]);
	}
	return [...groups.values()];
}
