import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeText } from '../../../../src/system/pure/text/decodeText';
import { encodeLike, losslessText } from '../../../../src/system/pure/text/encodeLike';

const before: [what: string, bytes: Buffer][] = [
	['UTF-8', Buffer.from('naïve')],
	['UTF-8 with a mark', Buffer.from('\ufeffnaïve')],
	['little-endian UTF-16', Buffer.from('\ufeffnaïve', 'utf16le')],
	['big-endian UTF-16', Buffer.from('\ufeffnaïve', 'utf16le').swap16()],
	['windows-1252', Buffer.from([0x6e, 0x61, 0xef, 0x76, 0x65, 0x93, 0x81])],
];

describe('encodeLike', () => {
	for (const [what, bytes] of before) {
		it(`gives the bytes of a file in ${what} back, and of a changed one in the same encoding`, () => {
			const text = decodeText(bytes) ?? '';
			assert.deepEqual(Buffer.from(encodeLike(text, bytes) ?? []), bytes);
			const changed = encodeLike(`${text} “café”\r\n`, bytes) ?? new Uint8Array();
			assert.equal(decodeText(changed), `${text} “café”\r\n`);
			assert.deepEqual([...changed.subarray(0, bytes.length)], [...bytes]);
		});
	}

	it('keeps carriage returns that are the only line ends', () => {
		const bytes = Buffer.from('a\rb\r');
		assert.equal(decodeText(bytes), 'a\nb\n');
		assert.equal(Buffer.from(encodeLike('a\nc\nb\n', bytes) ?? []).toString(), 'a\rc\rb\r');
		const mixed = Buffer.from('a\rb\r\n');
		assert.equal(decodeText(mixed), 'a\rb\r\n');
		assert.equal(Buffer.from(encodeLike('a\rb\r\nc\n', mixed) ?? []).toString(), 'a\rb\r\nc\n');
	});

	it('refuses a character the encoding has no byte for', () => {
		assert.equal(encodeLike('日本', Buffer.from([0xe9])), undefined);
	});

	it('writes a new file in UTF-8', () => {
		assert.deepEqual(Buffer.from(encodeLike('é', undefined) ?? []), Buffer.from('é'));
	});

	it('writes back every text it can read, byte for byte', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
				const text = losslessText(bytes);
				assert.ok(text === undefined || Buffer.from(encodeLike(text, bytes) ?? []).equals(bytes));
			}),
		);
		assert.equal(losslessText(Buffer.from([0, 1, 2])), undefined);
		assert.equal(losslessText(Buffer.from('日本'), Buffer.from([0xe9])), undefined, 'not in the encoding it had');
	});
});
