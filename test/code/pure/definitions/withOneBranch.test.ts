import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withOneBranch } from '../../../../src/code/pure/definitions/withOneBranch';

const directives = { sign: '#', begins: ['if'], continues: ['else', 'elif'], ends: ['endif'] };

/** The rows that are left, without those that are blank. */
function kept(...rows: readonly string[]): string[] {
	return withOneBranch(rows.join('\n'), directives)
		.split('\n')
		.filter(row => row.trim() !== '');
}

describe('a text with one branch', () => {
	it('has the first way to begin a block', () => {
		assert.deepEqual(kept('#if A', 'if (a) {', '#elif B', 'if (b) {', '# else', '{', '#endif', 'x', '}'), [
			...['if (a) {', 'x', '}'],
		]);
	});

	it('has all branches that close their blocks, and those within a branch', () => {
		const whole = ['#if A', 'void a() {', '}', '#else', 'void b() { }', '#endif'];
		assert.deepEqual(kept(...whole), whole);
		const inner = ['#if X', '{', '#else', 'if {', '#endif', '}'];
		assert.deepEqual(kept('#if A', ...inner, '#else', 'b', '#endif'), [...['#if A', '{', '}', '#else', 'b', '#endif']]);
	});

	it('has directives, with the rows that continue them', () => {
		const macro = ['#define BEGIN \\', '  {{{'];
		assert.deepEqual(kept('#if A', '{', '#else', ...macro, 'b {', '#endif'), [...['{', ...macro]]);
	});

	it('lacks all rows of the condition', () => {
		assert.deepEqual(kept('#if A && \\', '  B', '{', '#else', 'b {', '#endif', 'x }'), ['{', 'x }']);
	});

	it('keeps the position of all that is left', () => {
		const row = fc.constantFrom('#if A', '#else', '#elif B', '#endif', '{', '}', 'x', '#define Y \\', '\r', ' }{ ');
		fc.assert(
			fc.property(fc.array(row, { maxLength: 20 }), rows => {
				const text = rows.join('\n');
				const left = withOneBranch(text, directives);
				assert.equal(left.length, text.length);
				assert.ok([...left].every((char, at) => char === text[at] || (char === ' ' && !/[\r\n]/.test(text[at] ?? ''))));
				assert.equal(withOneBranch(left, directives), left);
			}),
		);
	});
});
