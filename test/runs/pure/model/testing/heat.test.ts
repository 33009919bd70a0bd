import assert from 'node:assert/strict';
import { hotLines } from '../../../../../src/runs/pure/model/testing/heat';
import type { Suspect } from '../../../../../src/runs/pure/model/testing/spectrum';

describe('suspicious lines', () => {
	const suspect = (file: string, ...lines: Suspect['lines']): Suspect => ({
		...{ file, startLine: 1, endLine: 9, score: 1, nFailing: 1, nPassing: 0, lines },
	});

	it('have a level relative to the most suspicious one, whatever the bound of the formula', () => {
		const suspects = [
			suspect('a.py', { line: 3, score: 8 }, { line: 4, score: 4.1 }),
			suspect('b.py', { line: 2, score: 2.1 }, { line: 5, score: 1 }),
		];
		const found = hotLines({ suspects });
		assert.deepEqual(
			[...found].map(([file, lines]) => [file, lines.map(({ line, level }) => [line, level])]),
			[
				[
					'a.py',
					[
						[3, 4],
						[4, 3],
					],
				],
				[
					'b.py',
					[
						[2, 2],
						[5, 1],
					],
				],
			],
		);
	});

	it('are in their order, also those of nested functions, without lines that only passing tests ran', () => {
		const suspects = [
			suspect('a.py', { line: 7, score: 1 }),
			suspect('a.py', { line: 2, score: 0.5 }, { line: 3, score: 0 }),
		];
		assert.deepEqual(
			hotLines({ suspects })
				.get('a.py')
				?.map(({ line }) => line),
			[2, 7],
		);
	});
});
