import assert from 'node:assert/strict';
import { plainTerminalText } from '../../../src/core/util/plainTerminalText';

describe('plainTerminalText', () => {
	const texts: [what: string, raw: string, plain: string][] = [
		['colours', '\u001b[31;1mred\u001b[0m\r\nplain\r\n', 'red\nplain'],
		['marks of the shell', '\u001b]633;C\u0007out\u001b]633;D;1\u0007\u001b]0;my title\u0007', 'out'],
		['links', '\u001b]8;;file:///a b.py\u001b\\a b.py\u001b]8;;\u001b\\', 'a b.py'],
		['earlier states of a rewritten line', '10 %\r55 %\r100 %\r\ndone', '100 %\ndone'],
		['bells and backspaces', 'a\u0007b\u0008c\td', 'abc\td'],
		['blank lines without end', '\n\na\n\n\n\n\nb  \n\n', 'a\n\nb'],
	];
	for (const [what, raw, plain] of texts) {
		it(`leaves out ${what}`, () => {
			assert.equal(plainTerminalText(raw), plain);
		});
	}
});
