import assert from 'node:assert/strict';
import { Lexer } from '../../../../src/code/pure/definitions/lexer';
import { lexisOf } from '../../../../src/code/pure/definitions/lexis';
import type { LexisData } from '../../../../src/code/pure/languages/lexisData';

const data: LexisData = {
	rowComment: '//',
	blockComments: 'nested',
	strings: {
		'"': { hasEscapes: true, code: '$', long: { hasRows: true, takesMarks: true } },
		"'": { hasEscapes: true },
		'`': { hasRows: true },
	},
	hasPatterns: true,
};

function lexer(text: string): Lexer {
	return new Lexer(text, lexisOf(data), { mayBeginValue: last => text.charAt(last) === '=' });
}

describe('Lexer', () => {
	it('finds the end of each form of strings', () => {
		const code = `"a\x24{"}" + \`)\`}b" c`;
		for (const [text, end] of [
			['"a\\"b" c', 6],
			['"a\nb"', -1],
			['`a\nb` c', 5],
			['"""a"\n"b"""" c', 12],
			[code, code.indexOf(' c')],
			["'\\\r\n' c", 5],
		] as const) {
			assert.equal(lexer(text).stringEnd(0), end, text);
		}
	});

	it('passes over strings, nested comments and patterns between brackets', () => {
		const text = '(a[")"] /* ( /* ( */ */ = /[/)]/ + {}) b';
		assert.equal(lexer(text).balanced(0), text.indexOf(' b'));
		const open = lexer('(a');
		open.balanced(0);
		assert.equal(open.isBroken, true);
	});

	it('finds the row of a position, near the one before or far away', () => {
		const text = 'ab\n'.repeat(1000);
		const near = lexer(text);
		for (const at of [0, 2, 3, 2999, 1500, 3000, 0]) {
			assert.equal(near.rowOf(at), Math.floor(at / 3), `${at}`);
		}
	});

	it('takes comments that are adjacent and alone in their rows for those of what is below', () => {
		const text = '// a\n\n// b\n/* c\n */\nd';
		const read = lexer(text);
		for (const at of [text.indexOf('// a'), text.indexOf('// b'), text.indexOf('/*')]) {
			read.noteComment(at, read.commentEnd(at));
		}
		assert.deepEqual(read.docAt(text.length - 1), { startLine: 3, endLine: 5 });
	});
});
