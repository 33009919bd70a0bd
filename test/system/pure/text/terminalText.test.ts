import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { plainTerminalText, withoutEscapes } from '../../../../src/system/pure/text/terminalText';

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

describe('the output of a program', () => {
	it('loses colours, cursor movements, titles and links, as with the function of Node.js', () => {
		for (const text of [
			'\u001b[31mred\u001b[0m \u001b[1;38;5;208mbold\u001b[39;22m',
			'a\u001b[2K\u001b[1Gb',
			'\u001b]0;title\u0007text',
			'\u001b]8;;https://a.example\u001b\\link\u001b]8;;\u001b\\',
			'array[1m] and [31m] stay, \ttabs too',
		]) {
			assert.equal(withoutEscapes(text), stripVTControlCharacters(text));
		}
	});
});
