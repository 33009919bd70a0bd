import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownJson, shownLine, shownText } from '../../src/system/pure/text/shownText';

const title = '\u001b]0;OWNED\u0007';
const clipboard = '\u001b]52;c;aGVsbG8=\u001b\\';
const c1 = '\u009b2J\u009d0;OWNED\u009c';
const override = 'access\u202e\u2066// admin\u2069 \u2066';

describe('a text that is shown', () => {
	it('controls no terminal, and hides nothing after an escape', () => {
		assert.equal(
			shownText(`a${title}b${clipboard}c${c1}d\u001b[2J\u0008\u007f\u0000e`),
			'a]0;OWNEDb]52;c;aGVsbG8=\\c2J0;OWNEDd[2Je',
		);
		assert.equal(shownText('+ safe\n+ \u001b]never ended\n+ rm -rf'), '+ safe\n+ ]never ended\n+ rm -rf');
	});

	it('cannot overwrite its line, and keeps line ends and tabs', () => {
		assert.equal(shownText('one\r\ntwo\rthree\n\tfour'), 'one\ntwo\nthree\n\tfour');
		assert.equal(shownLine('one\r\ntwo\rthree\n\tfour '), 'one two three four');
	});

	it('shows what reorders it', () => {
		assert.equal(shownText(override), 'access\\u{202E}\\u{2066}// admin\\u{2069} \\u{2066}');
		assert.equal(shownText('שלום, عالم, é, 👩‍💻'), 'שלום, عالم, é, 👩‍💻');
	});

	it('as JSON has no such character, and means the same', () => {
		const data = { title: title + c1 + override, path: 'a\u202eb.py' };
		const json = shownJson(JSON.stringify(data, undefined, '\t'));
		assert.doesNotMatch(json, /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
		assert.deepEqual(JSON.parse(json), data);
	});

	it('never holds one, whatever it is made of', () => {
		const hostile = fc.string({
			unit: fc.constantFrom(...'\u001b\u009b\u0007\r\n\t\u202e\u2068\u061c]0;[2Ja'),
			maxLength: 40,
		});
		fc.assert(
			fc.property(hostile, text => {
				assert.doesNotMatch(shownText(text), /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
				assert.equal(shownText(shownText(text)), shownText(text));
				assert.deepEqual(JSON.parse(shownJson(JSON.stringify(text))), text);
			}),
			{ numRuns: 500 },
		);
	});
});
