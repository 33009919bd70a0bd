import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { WholeLines } from '../../../src/cli/mcp/wholeLines';

describe('the input of a server, in whole lines', () => {
	const piecesOf = async (pieces: readonly string[]) => {
		const lines = Readable.from(pieces.map(piece => Buffer.from(piece))).pipe(new WholeLines());
		const handedOn: string[] = [];
		lines.on('data', piece => handedOn.push(String(piece)));
		await once(lines, 'end');
		return handedOn;
	};

	it('has a line that comes in many pieces as one', async () => {
		const long = Array.from({ length: 1000 }, () => 'x'.repeat(1000));
		assert.ok((await piecesOf([...long, 'y\nz', '\n'])).includes(`${long.join('')}y\nz`));
	});

	it('has all of it, also without an end of the last line', async () => {
		assert.deepEqual(await piecesOf(['a\n\nb\n', 'c', 'd']), ['a\n\nb\n', 'cd']);
	});

	it('does not keep a line without an end', async () => {
		const piece = 'x'.repeat(1024 * 1024);
		const pieces = await piecesOf(Array.from({ length: 40 }, () => piece));
		assert.equal(pieces.join('').length, 40 * piece.length);
		assert.ok(pieces.every(({ length }) => length <= 11 * piece.length));
	});
});
