import assert from 'node:assert/strict';
import type { ReaderData } from '../../../../src/code/pure/languages/readerData';
import { type LanguageFile, resolveLanguages } from '../../../../src/code/pure/languages/resolveLanguages';

const base: LanguageFile = {
	id: 'base',
	name: 'Base',
	extensions: ['.b'],
	fileNames: ['Basefile'],
	grammar: 'base/base.wasm',
	comments: ['comment'],
	descend: ['block if while', 'body'],
	keywords: ['if while'],
	trim: "'",
	definitions: { a: { kind: 'class', name: 'name' }, b: { kind: 'function', name: 'name' } },
};
const child: LanguageFile = {
	id: 'child',
	name: 'Child',
	extends: 'base',
	extensions: ['.c'],
	grammar: 'child/child.wasm',
	tags: ['base/tags.scm', 'child/tags.scm'],
	descend: ['loop'],
	trim: '"',
	definitions: { b: null, c: { kind: 'type', name: 'name' } },
};

describe('resolveLanguages', () => {
	it('joins lists, replaces the rest, and leaves out what is null', () => {
		const resolved = resolveLanguages([child, base])[1];
		assert.deepEqual(resolved?.descend, ['block', 'if', 'while', 'body', 'loop']);
		assert.deepEqual(resolved?.keywords, ['if', 'while']);
		assert.deepEqual(resolved?.comments, ['comment']);
		assert.equal(resolved?.trim, '"');
		assert.deepEqual(Object.keys(resolved?.definitions ?? {}), ['a', 'c']);
	});

	it('joins the fields of a reader', () => {
		const given = { family: 'statements', quotes: "'", hasTypes: false } as unknown as ReaderData;
		const own = { family: 'statements', hasTypes: true } as unknown as ReaderData;
		const resolved = resolveLanguages([
			{ ...child, reader: own },
			{ ...base, reader: given },
		])[1];
		assert.deepEqual(resolved?.reader, { family: 'statements', quotes: "'", hasTypes: true });
	});

	it('inherits nothing that distinguishes languages', () => {
		const [first, second] = resolveLanguages([child, base]);
		assert.deepEqual([first?.id, second?.id], ['base', 'child']);
		assert.deepEqual(second?.extensions, ['.c']);
		assert.deepEqual(second?.fileNames, undefined);
		assert.deepEqual(first?.tags, ['base/tags.scm']);
		assert.deepEqual(second?.tags, ['base/tags.scm', 'child/tags.scm']);
	});

	it('inherits how a reproducer runs, field by field, and reports what is missing', () => {
		const ways = [{ steps: [['run', '{file}']] }];
		const whole = { file: 'r.b', ways, failBy: 'an error', assertionFailures: ['^E'], environmentErrors: [] };
		const [first, second] = resolveLanguages([
			{ ...child, reproducer: { file: 'r.c' } },
			{ ...base, reproducer: whole },
		]);
		assert.deepEqual(first?.reproducer, whole);
		assert.deepEqual(second?.reproducer, { ...whole, file: 'r.c' });
		assert.throws(
			() => resolveLanguages([{ ...base, reproducer: { file: 'r.b' } }]),
			/base: "reproducer" needs file, ways/,
		);
	});

	it('goes through a chain of languages', () => {
		const last: LanguageFile = { id: 'z', name: 'Z', extends: 'child', extensions: ['.z'], grammar: 'z/z.wasm' };
		const resolved = resolveLanguages([last, child, base]).at(-1);
		assert.deepEqual(resolved?.descend, ['block', 'if', 'while', 'body', 'loop']);
		assert.deepEqual(resolved?.tags, ['z/tags.scm']);
	});

	it('reports which language is missing, and which extends itself', () => {
		assert.throws(() => resolveLanguages([child]), /child extends base: there is no language base/);
		const loop = { ...base, extends: 'child' };
		assert.throws(() => resolveLanguages([child, loop]), /base extends child extends base: .* cannot extend itself/);
	});
});
