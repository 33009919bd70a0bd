import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { IndexedFile } from '../../../src/core/index/indexedFile';
import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../src/core/model/symbol';
import { CodeModel } from '../../../src/core/rank/codeModel';
import { CodeUnits } from '../../../src/core/rank/codeUnits';
import { openWorkspace } from '../../../src/node/openWorkspace';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';
import { modelOf } from './modelOf';

describe('the files of a module', () => {
	let model: CodeModel;

	before(async () => {
		const paths = ['src/shop/basket.py', 'src/tally/basket.py', 'src/shop/__init__.py', 'web/index.ts', 'index.js'];
		model = await modelOf(await memoryWorkspace(Object.fromEntries(paths.map(path => [path, '']))));
	});

	for (const [name, files] of [
		['src/shop/basket', ['src/shop/basket.py']],
		['shop/basket', ['src/shop/basket.py']],
		['basket', ['src/shop/basket.py', 'src/tally/basket.py']],
		['shop', ['src/shop/__init__.py']],
		['web', ['web/index.ts']],
		['index', ['index.js']],
		['shop/__init__', []],
		['hop/basket', []],
		['src/shop/basket.py', []],
	] as const) {
		it(`of ${name} are ${files.join(', ') || 'none'}`, () => assert.deepEqual(model.filesOfModule(name), files));
	}
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
		assertShown(index.files(), new CodeUnits(index.files(), index));
		for (const file of index.files().filter((_, at) => at % 2 === 0)) {
			index.update({ ...file, symbols: file.symbols.map(symbol => ({ ...symbol, name: `${symbol.name}2` })) });
		}
		assertShown(index.files(), new CodeUnits(index.files(), index));
	});
});

/** The same, with an object for each definition. */
function assertShown(files: readonly IndexedFile[], units: CodeUnits): void {
	const model = new CodeModel(units, [...files.keys()]);
	const expected = files.flatMap(file => unitsOf(file).map(symbols => ({ file: file.path, symbols })));
	assert.ok(expected.length > 100);
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
	const callables = grouped(outermost.filter(isCallable));
	const owners = new Set(callables.map(([first]) => first?.container));
	const classes = grouped(outermost.filter(symbol => isClassLike(symbol) && symbol.kind !== 'module'));
	const own = classes.filter(([first]) => first !== undefined && !owners.has(qualifiedName(first)));
	return [...callables, ...own].sort(([a], [b]) => (a?.startLine ?? 0) - (b?.startLine ?? 0));
}

function grouped(symbols: readonly CodeSymbol[]): CodeSymbol[][] {
	const groups = new Map<string, CodeSymbol[]>();
	for (const symbol of symbols) {
		const name = qualifiedName(symbol);
		groups.set(name, [...(groups.get(name) ?? []), symbol]);
	}
	return [...groups.values()];
}
