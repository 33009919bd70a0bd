import assert from 'node:assert/strict';
import type { Spectrum } from '../../../../src/runs/pure/model/testing/spectrum';
import type { TestOutcome } from '../../../../src/runs/pure/model/testing/testReport';
import { SpectrumCounter } from '../../../../src/testing/pure/spectrum/spectrumCounter';
import type { FramePlace } from '../../../../src/testing/pure/traces/workspaceFrames';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

type Run = readonly [TestOutcome, Readonly<Record<string, readonly number[]>>];

interface Given {
	readonly formula?: Spectrum['formula'];
	readonly frames?: readonly FramePlace[];
}

async function spectrumOf(
	texts: Readonly<Record<string, string>>,
	runs: readonly Run[],
	{ formula = 'ochiai', frames = [] }: Given = {},
): Promise<Spectrum> {
	const { index } = await memoryWorkspace(texts);
	const counter = new SpectrumCounter(index);
	for (const [outcome, lines] of runs) {
		counter.add({ outcome, lines: new Map(Object.entries(lines).map(([file, each]) => [file, new Set(each)])) });
	}
	return counter.spectrum({ formula, frames, per: 'test', measuredBy: 'hand' });
}

function names({ suspects }: Spectrum): string[] {
	return suspects.map(({ class: owner, method }) => [owner, method].filter(Boolean).join('.'));
}

/** Jones and Harrold (2005), figure 1: statement 7, on line 8, should be `m = x`. */
const mid = `def mid(x, y, z):
    read(x, y, z)
    m = z
    if y < z:
        if x < y:
            m = y
        elif x < z:
            m = y
    else:
        if x > y:
            m = y
        elif x > z:
            m = x
    print(m)
`;
const midRuns: readonly Run[] = [
	['passed', { 'mid.py': [2, 3, 4, 5, 7, 8, 14] }],
	['passed', { 'mid.py': [2, 3, 4, 5, 6, 14] }],
	['passed', { 'mid.py': [2, 3, 4, 9, 10, 11, 14] }],
	['passed', { 'mid.py': [2, 3, 4, 9, 10, 12, 14] }],
	['passed', { 'mid.py': [2, 3, 4, 5, 7, 14] }],
	['failed', { 'mid.py': [2, 3, 4, 5, 7, 8, 14] }],
];

describe('the spectrum of tests', () => {
	it("is that of Jones and Harrold's example", async () => {
		const { suspects } = await spectrumOf({ 'mid.py': mid }, midRuns, { formula: 'tarantula' });
		const [{ score, nFailing, nPassing, lines } = assert.fail()] = suspects;
		assert.equal(score.toFixed(2), '0.83');
		assert.deepEqual([nFailing, nPassing], [1, 5]);
		assert.deepEqual(
			lines.map(({ line, score: own }) => `${line}: ${own.toFixed(2)}`),
			['2: 0.50', '3: 0.50', '4: 0.50', '5: 0.63', '7: 0.71', '8: 0.83', '14: 0.50'],
		);
	});

	it('ranks functions by their most suspicious line', async () => {
		const code = 'def a():\n    x = 1\n    y = 2\n\ndef b():\n    z = 3\n';
		const spectrum = await spectrumOf({ 'a.py': code }, [
			['failed', { 'a.py': [2, 3, 6] }],
			['passed', { 'a.py': [2, 6] }],
			['passed', { 'a.py': [2] }],
			['skipped', { 'a.py': [2, 3] }],
		]);
		assert.deepEqual(names(spectrum), ['a', 'b']);
		const { nFailing, nPassing, suspects } = spectrum;
		assert.deepEqual([nFailing, nPassing], [1, 2]);
		assert.deepEqual(
			suspects.map(each => [each.startLine, each.endLine, each.nFailing, each.nPassing, each.lines.length]),
			[
				[1, 3, 1, 2, 2],
				[5, 6, 1, 1, 1],
			],
		);
	});

	it('knows nested functions, accessors of one name, and methods after an inner class', async () => {
		const code = `class Shop:
    class Till:
        def open(self):
            return 1

    def total(self):
        def item(price):
            return price
        return item(2)

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value
`;
		const lines = { 'shop.py': [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17] };
		const { suspects } = await spectrumOf({ 'shop.py': code }, [['failed', lines]]);
		assert.deepEqual(
			suspects.map(each => [`${each.class}.${each.method}`, each.lines.map(({ line }) => line)]),
			[
				['Shop.Till.open', [4]],
				// The line of an inner definition belongs to the function that defines it.
				['Shop.total', [7, 9]],
				['Shop.total.item', [8]],
				['Shop.name', [13]],
				['Shop.name', [17]],
			],
		);
	});

	it('does not take a definition for a call: headers and lines outside of functions have no function', async () => {
		const code = 'import os\n\nLIMIT = 3\n\nclass A:\n    size = LIMIT\n    def run(self):\n        return 1\n';
		const { suspects } = await spectrumOf({ 'a.py': code }, [['failed', { 'a.py': [1, 3, 5, 6, 7] }]]);
		assert.deepEqual(suspects, []);
	});

	it('counts a function on one line', async () => {
		const spectrum = await spectrumOf({ 'a.js': 'const one = () => 1;\nfunction two() { return 2; }\n' }, [
			['failed', { 'a.js': [1, 2] }],
			['passed', { 'a.js': [1] }],
		]);
		assert.deepEqual(names(spectrum), ['two', 'one']);
	});

	it('leaves out tests, also in a file of the product, and what is not in the index', async () => {
		const rust = 'fn add() -> i32 {\n    1\n}\n\nmod tests {\n    fn adds() {\n        add();\n    }\n}\n';
		const spectrum = await spectrumOf({ 'src/a.rs': rust, 'test_a.py': 'def test_a():\n    assert 1\n' }, [
			['failed', { 'src/a.rs': [2, 7], 'test_a.py': [2], '/usr/lib/x.py': [3] }],
			['passed', { '/usr/lib/x.py': [3] }],
		]);
		assert.deepEqual(names(spectrum), ['add']);
		// Nothing of the project was recorded of the second test.
		assert.equal(spectrum.nPassing, 0);
	});

	it('has the frames of the failure first among equal scores, and then what is near to them', async () => {
		const code = 'def a():\n    pass\n\ndef b():\n    pass\n\ndef c():\n    pass\n\ndef d():\n    pass\n';
		const run: Run = ['failed', { 'a.py': [2, 5, 8, 11], 'z.py': [2, 5] }];
		const texts = { 'a.py': code, 'z.py': 'def y():\n    pass\n\ndef z():\n    pass\n' };
		const frames = [
			{ file: 'z.py', line: 5 },
			{ file: 'a.py', line: 8 },
		];
		assert.deepEqual(names(await spectrumOf(texts, [run], { frames })), ['z', 'c', 'd', 'b', 'y', 'a']);
		assert.deepEqual(names(await spectrumOf(texts, [run])), ['a', 'b', 'c', 'd', 'y', 'z']);
	});

	it('counts what ran outside of tests for each of them', async () => {
		const { index } = await memoryWorkspace({
			'a.py': 'def table():\n    return 1\n\nT = table()\n\ndef b():\n    pass\n',
		});
		const counter = new SpectrumCounter(index);
		counter.addCommon(new Map([['a.py', new Set([1, 2, 4, 6])]]));
		counter.add({ outcome: 'failed', lines: new Map([['a.py', new Set([7])]]) });
		counter.add({ outcome: 'passed', lines: new Map([['a.py', new Set([7])]]) });
		counter.add({ outcome: 'passed', lines: new Map([['a.py', new Set([2])]]) });
		const { suspects } = counter.spectrum({ formula: 'ochiai', frames: [], per: 'test', measuredBy: 'hand' });
		assert.deepEqual(
			suspects.map(({ method, nFailing, nPassing }) => [method, nFailing, nPassing]),
			[
				['b', 1, 1],
				['table', 1, 2],
			],
		);
	});

	it('knows some of the passing tests of each line of its suspects, and no others', async () => {
		const { index } = await memoryWorkspace({
			'a.py': 'def a(x):\n    y = x\n    if y:\n        return 1\n    return 2\n\ndef b():\n    return 3\n',
		});
		const counter = new SpectrumCounter(index);
		const add = (outcome: TestOutcome, id: string, ...lines: number[]) =>
			counter.add({ id, outcome, lines: new Map([['a.py', new Set(lines)]]) });
		add('failed', 'fails', 2, 3, 5);
		add('passed', 'elsewhere', 8);
		counter.add({ id: 'unit: t/a.py', file: 't/a.py', outcome: 'passed', lines: new Map([['a.py', new Set([2, 3])]]) });
		for (let nth = 1; nth <= 30; nth++) {
			add('passed', `test_${nth}`, 2, 3, 4);
		}
		const { passing } = counter.spectrum({ formula: 'ochiai', frames: [], per: 'test', measuredBy: 'hand' });
		assert.deepEqual(passing, {
			names: ['t/a.py', ...Array.from({ length: 19 }, (_, at) => `test_${at + 1}`)],
			lines: [{ file: 'a.py', startLine: 2, endLine: 3, tests: Array.from({ length: 20 }, (_, at) => at) }],
		});
	});

	it('costs nothing for lines that do not exist', async () => {
		const lines = { 'a.py': [2, 0, -1, 0.5, 2 ** 52, Number.NaN] };
		const { suspects } = await spectrumOf({ 'a.py': 'def a():\n    pass\n' }, [['failed', lines]]);
		assert.deepEqual(
			suspects.map(each => each.lines.length),
			[1],
		);
	});
});
