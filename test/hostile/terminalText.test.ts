import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TerminalText } from '../../src/system/pure/text/terminalText';

const esc = '\u001b';
const shown = (...pieces: string[]) => {
	const text = new TerminalText();
	return pieces.map(piece => text.add(piece)).join('');
};

describe("a program's output in a terminal", () => {
	it('keeps colors, tabs and the carriage returns of a progress bar', () => {
		const text = `${esc}[31mred${esc}[0m ${esc}[1;38;5;208mbold${esc}[39;22m\t10 %\r20 %`;
		assert.equal(shown(text), text);
		assert.equal(shown('one\ntwo\r\n'), 'one\r\ntwo\r\n');
	});

	it('sets no title and no clipboard, clears nothing, moves no cursor', () => {
		for (const [text, expected] of [
			[`a${esc}]0;OWNED\u0007b`, 'ab'],
			[`a${esc}]52;c;aGVsbG8=${esc}\\b`, 'ab'],
			[`a${esc}]8;;https://x.example${esc}\\link${esc}]8;;${esc}\\b`, 'alinkb'],
			[`a${esc}[2J${esc}[H${esc}[1A${esc}[?1049hb`, 'ab'],
			[`a${esc}c${esc}(0b`, 'ab'],
			[`a${esc}P1$r${esc}\\b`, 'ab'],
			['a\u009b2Jb\u009d0;t\u009c', 'a2Jb0;t'],
			['a\u0008\u0007\u0005b', 'ab'],
		] as const) {
			assert.equal(shown(text), expected);
			assert.equal(shown(...text), expected, 'one character at a time');
		}
	});

	it('hides at most the line of a string without an end', () => {
		assert.equal(shown(`a${esc}]0;never ended\nb`), 'a\r\nb');
		assert.match(shown(`${esc}]0;${'x'.repeat(10_000)}`), /^x{5000,}$/);
	});

	it('holds no other control, however it is cut into pieces', () => {
		const piece = fc.string({ unit: fc.constantFrom(...`${esc}\u009b\u0007\r\n]0;[2Jm\\Pa`), maxLength: 12 });
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
				const rest = shown(...pieces).replaceAll(new RegExp(`${esc}\\[[\\d;:]*m`, 'g'), '');
				assert.doesNotMatch(rest, /[^\P{Cc}\n\r\t]/u);
			}),
			{ numRuns: 1000 },
		);
	});
});
