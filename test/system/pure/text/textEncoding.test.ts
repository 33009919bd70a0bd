import assert from 'node:assert/strict';
import { decodeText } from '../../../../src/system/pure/text/decodeText';
import { encodeText, encodingOf } from '../../../../src/system/pure/text/textEncoding';

describe('encodeText', () => {
	const files: [encoding: string, bytes: Uint8Array][] = [
		['utf-8', Buffer.from('né 😀\r\n')],
		['utf-8 with mark', Buffer.from('\ufeffné\n')],
		['utf-16le', Buffer.from('\ufeffné 😀\n', 'utf16le')],
		['utf-16be', Buffer.from('\ufeffné\n', 'utf16le').swap16()],
		['windows-1252', Buffer.from('n\xe9 \x80\x81\n', 'latin1')],
	];
	for (const [encoding, bytes] of files) {
		it(`gives the bytes back that decodeText has read: ${encoding}`, () => {
			assert.equal(encodingOf(bytes), encoding);
			assert.deepEqual(Buffer.from(encodeText(decodeText(bytes) ?? '', encodingOf(bytes)) ?? []), Buffer.from(bytes));
		});
	}

	it('has nothing for a character that an old encoding lacks', () => {
		assert.equal(encodeText('😀', 'windows-1252'), undefined);
	});
});
