import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { withoutEscapes } from '../../../src/core/util/withoutEscapes';

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
