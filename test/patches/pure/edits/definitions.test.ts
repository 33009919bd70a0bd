import assert from 'node:assert/strict';
import { readAnswer } from '../../../../src/patches/pure/edits/reading/readAnswer';
import { Lander } from './applyOn';

const lander = new Lander();

const pool = [
	'#define LIMIT 4',
	'',
	'/* A pool of slots. */',
	'struct pool {',
	'\tint used;',
	'};',
	'',
	'/* Takes a slot. */',
	'int take(struct pool *p)',
	'{',
	'\treturn p->used++;',
	'}',
	'',
	'static int used = 1;',
	'',
].join('\n');

function block(name: string, code: string, line?: number, file = 'pool.c'): string {
	const at = line === undefined ? '' : ` line="${line}"`;
	return `<definition file="${file}" name="${name}"${at}>\n${code}\n</definition>`;
}

async function applies(answer: string, after: string): Promise<void> {
	const texts = await lander.applied({ 'pool.c': pool }, answer);
	assert.equal(texts['pool.c'], after);
}

const guarded = 'int take(struct pool *p)\n{\n\tif (p->used == LIMIT)\n\t\treturn -1;\n\treturn p->used++;\n}';
const old = 'int take(struct pool *p)\n{\n\treturn p->used++;\n}';

describe('a rewritten definition', () => {
	it('replaces the one it names, whatever its kind', async () => {
		await applies(block('take', guarded, 9), pool.replace(old, guarded));
		const wider = 'struct pool {\n\tint used;\n\tint limit;\n};';
		await applies(block('pool', wider), pool.replace('struct pool {\n\tint used;\n};', wider));
		await applies(block('LIMIT', '#define LIMIT 8'), pool.replace('LIMIT 4', 'LIMIT 8'));
		await applies(block('used', 'static int used = 2;', 14), pool.replace('used = 1', 'used = 2'));
	});

	it('replaces a callback, by a name with quotes, blanks and arrows', async () => {
		const call = (line: string, name = "'a => \\'b\\' <c>'") =>
			`app.get(${name}, () => {\n\tone();\n\t${line}();\n});\n`;
		const text = `${call('two')}${call('two', '"/x"')}`;
		for (const name of ["app.get('a => \\'b\\' <c>')", 'app.get("a => \\"b\\" <c>")']) {
			const texts = await lander.applied({ 'a.js': text }, block(name, call('three').trim(), 1, 'a.js'));
			assert.equal(texts['a.js'], `${call('three')}${call('two', '"/x"')}`);
		}
		const other = await lander.applied(
			{ 'a.js': text },
			block('app.get("/x")', call('four', '"/x"').trim(), 5, 'a.js'),
		);
		assert.equal(other['a.js'], `${call('two')}${call('four', '"/x"')}`);
	});

	it('replaces several at once, fenced or not, beside prose', () =>
		applies(
			`The pool has no limit.\n\n\`\`\`\n${block('take()', guarded)}\n\`\`\`\n\n${block('LIMIT', '#define LIMIT 8')}\n`,
			pool.replace(old, guarded).replace('LIMIT 4', 'LIMIT 8'),
		));

	it('replaces the comment above where it has one, and keeps it where it has none', async () => {
		const comment = '/* Takes a slot, or returns -1. */';
		await applies(
			block('take', `${comment}\n${guarded}`, 9),
			pool.replace('/* Takes a slot. */', comment).replace(old, guarded),
		);
	});

	/** A definition with its comment and an annotation, and the same with another body. */
	const commented: [file: string, head: string, comment: string, annotation: string, old: string, changed: string][] = [
		[
			'a.go',
			'package a\n\n',
			'// find searches.\n//\n// It copies.\n',
			'',
			'func find() int {\n\treturn 1\n}',
			'func find() int {\n\treturn 2\n}',
		],
		['a.rs', '', '/// Searches.\n', '#[inline]\n', 'fn find() -> i32 {\n    1\n}', 'fn find() -> i32 {\n    2\n}'],
		[
			'a.ts',
			'',
			'/**\n * Searches.\n */\n',
			'',
			'function find() {\n\treturn 1;\n}',
			'function find() {\n\treturn 2;\n}',
		],
		['a.rb', '', '# Searches.\n# More.\n', '', 'def find\n  1\nend', 'def find\n  2\nend'],
		['a.py', '', '# Searches.\n', '@cached\n', 'def find():\n    return 1', 'def find():\n    return 2'],
		[
			'a.c',
			'',
			'/* Searches. */\n',
			'',
			'static int find(void)\n{\n\treturn 1;\n}',
			'static int find(void)\n{\n\treturn 2;\n}',
		],
	];
	for (const [file, head, comment, annotation, old, changed] of commented) {
		const other = comment.replace('earches', 'elects');
		for (const [title, written, kept] of [
			['keeps the comment', `${annotation}${changed}`, comment],
			['keeps the comment after a blank line', `\n${annotation}${changed}`, comment],
			['has the comment once', `${comment}${annotation}${changed}`, comment],
			['replaces the comment', `${other}${annotation}${changed}`, other],
		] as const) {
			it(`${title} in ${file}`, async () => {
				const before = `${head}${comment}${annotation}${old}\n`;
				const texts = await lander.applied({ [file]: before }, block('find', written, undefined, file));
				assert.equal(texts[file], `${head}${kept}${annotation}${changed}\n`);
			});
		}

		it(`has the comment once in ${file} where the code stands alone`, async () => {
			const before = `${head}${comment}${annotation}${old}\n`;
			const answer = `${file}\n\`\`\`\n${other}${annotation}${changed}\n\`\`\`\n`;
			const places = [{ file, startLine: 1, endLine: before.split('\n').length }];
			const texts = await lander.applied({ [file]: before }, answer, { places });
			assert.equal(texts[file], `${head}${other}${annotation}${changed}\n`);
		});
	}

	it('is added behind the last function where nothing has its name', () => {
		const give = 'int give(struct pool *p)\n{\n\treturn p->used--;\n}';
		return applies(block('give', give), pool.replace(old, `${old}\n\n${give}`));
	});

	it('is chosen by its line where several have the name', async () => {
		const { reason } = await lander.refused({ 'pool.c': pool }, block('used', 'static int used = 2;'));
		assert.equal(reason, 'ambiguous');
	});

	it('is refused where it is not written out', async () => {
		const { edits } = await lander.apply(
			{ 'pool.c': pool },
			block('take', 'int take(struct pool *p)\n{\n\t/* ... */\n}'),
		);
		assert.deepEqual(
			edits.map(({ reason }) => reason),
			['elided'],
		);
	});

	it('is unclear where it is not closed, or contains another', () => {
		const flaws = (answer: string) => readAnswer(answer).edits.map(({ flaw }) => flaw);
		assert.deepEqual(flaws('<definition file="a.c" name="run" line="3">\nint run(void);\n'), ['cutOff']);
		assert.deepEqual(flaws(`<definition file="a.c" name="a">\n${block('b', 'int b;')}`), ['mixedUp']);
	});
});
