import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indexCacheLines, readIndexCache } from '../../../src/core/index/indexCache';
import type { KnownFiles } from '../../../src/core/index/indexer';

describe('index cache', () => {
	it('gives back what was put in', () => {
		fc.assert(
			fc.property(knownFiles, known => {
				assert.deepEqual(readIndexCache(indexCacheLines(known, 'same'), 'same'), known);
			}),
		);
	});

	it('is not used when a line is missing, cut, foreign or doubled', () => {
		const lines = [...indexCacheLines(example, 'same')];
		const spoilt: string[][] = [
			[],
			lines.slice(0, 1),
			lines.slice(0, -1),
			lines.slice(1),
			[...lines.slice(0, -1), lines.at(-1)?.slice(0, -5) ?? ''],
			[...lines, lines.at(-1) ?? ''],
			[...lines.slice(0, -1), '{"path":"a"}'],
			[...lines.slice(0, -1), 'null'],
			['null'],
			['{"kind":"something else"}'],
		];
		for (const each of spoilt) {
			assert.ok('problem' in readIndexCache(each, 'same'), each.join('\n'));
		}
	});

	it('is not used with other languages, or as another version', () => {
		const lines = [...indexCacheLines(example, 'old')];
		assert.deepEqual(readIndexCache(lines, 'new'), {
			problem: 'it was made with other languages or another Faultline',
		});
		const [header = '', ...rest] = lines;
		const newer = header.replace('"version":2', '"version":3');
		assert.deepEqual(readIndexCache([newer, ...rest], 'old'), { problem: 'it has version 3, not 2' });
	});
});

const entry = { path: fc.string(), sizeBytes: fc.nat(), modifiedMs: fc.nat() };
const plain = { noNullPrototype: true };
const files = fc.record(
	{
		...entry,
		isTest: fc.boolean(),
		state: fc.constantFrom('parsed' as const, 'partial' as const, 'text' as const),
		symbols: fc.constant([]),
	},
	plain,
);
const leftOut = fc.record({ ...entry, reason: fc.constantFrom('binary' as const, 'oversized' as const) }, plain);
const knownFiles: fc.Arbitrary<KnownFiles> = fc.record(
	{ files: fc.array(files, { maxLength: 5 }), leftOut: fc.array(leftOut, { maxLength: 5 }) },
	plain,
);

const example: KnownFiles = {
	files: [{ path: 'a.txt', sizeBytes: 1, modifiedMs: 2, isTest: false, state: 'text', symbols: [] }],
	leftOut: [
		{ path: 'b.bin', sizeBytes: 1, modifiedMs: 2, reason: 'binary' },
		{ path: 'c.bin', sizeBytes: 1, modifiedMs: 2, reason: 'binary' },
	],
};
