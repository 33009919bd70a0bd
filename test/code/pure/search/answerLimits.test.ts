import assert from 'node:assert/strict';
import { codeOf, type SearchProject, searchProject, shownIn } from './searchProject';

const many = (n: number, text: (at: number) => string): Record<string, string> =>
	Object.fromEntries(Array.from({ length: n }, (_, at) => [`f${String(at).padStart(2, '0')}/mod.py`, text(at)]));

describe('a long answer', () => {
	let five: SearchProject;
	before(async () => {
		five = await searchProject(
			many(
				5,
				at => `class Same:\n    level = ${at}\n\n    def get(self, key${at}):\n        return needle(key${at})\n`,
			),
		);
	});

	const calls: [string, readonly (string | number)[], signature: RegExp][] = [
		['search_class', ['Same'], /^f04\/mod\.py:1 Same: class Same:$/m],
		['search_class_in_file', ['Same', 'mod.py'], /^f04\/mod\.py:1 Same: class Same:$/m],
		['search_method', ['get'], /^f04\/mod\.py:4 Same\.get: def get\(self, key4\):$/m],
		['search_method_in_file', ['get', 'mod.py'], /^f04\/mod\.py:4 Same\.get: def get\(self, key4\):$/m],
		['search_method_in_class', ['get', 'Same'], /^f04\/mod\.py:4 Same\.get: def get\(self, key4\):$/m],
		['search_code', ['needle('], /^f04\/mod\.py:5 Same\.get: return needle\(key4\)$/m],
		['search_code_in_file', ['needle(', 'mod.py'], /^f04\/mod\.py:5 Same\.get: return needle\(key4\)$/m],
		['get_code_around_line', ['mod.py', 5, 1], /^f04\/mod\.py:5 Same\.get: return needle\(key4\)$/m],
	];
	for (const [tool, values, signature] of calls) {
		it(`of ${tool} shows three in full and the others by file, count and signature`, async () => {
			const answer = await five.ask(tool, ...values);
			assert.equal(answer.ok, true);
			assert.deepEqual(
				shownIn(answer).map(line => line.slice('<file>'.length, '<file>f00'.length)),
				['f00', 'f01', 'f02'],
			);
			assert.match(answer.text, /^2 more in 2 files, one line each:$/m);
			assert.match(answer.text, /^<file>f04\/mod\.py<\/file> \(1 match\)$/m);
			assert.match(answer.text, signature);
			assert.deepEqual(new Set(answer.places.map(place => place.file)).size, 5, 'places name everything found');
		});
	}

	it('lists forty signatures and counts the others by file', async () => {
		const { ask } = await searchProject(many(60, at => `def get(key${at}):\n    pass\n`));
		const answer = await ask('search_method', 'get');
		assert.equal(answer.text.match(/^f\d\d\/mod\.py:1 get: def get\(key\d+\):$/gm)?.length, 40);
		assert.match(answer.text, /^57 more in 57 files, one line each:$/m);
		assert.match(answer.text, /^and 17 more in 17 files: f43\/mod\.py \(1\), .*f59\/mod\.py \(1\)$/m);
		assert.equal(answer.places.length, 60);
	});

	it('keeps the signatures of one file together with their count', async () => {
		const { ask } = await searchProject(
			many(4, () => 'class A:\n    def get(self):\n        pass\n\n\nclass B:\n    def get(self):\n        pass\n'),
		);
		const answer = await ask('search_method', 'get');
		assert.match(
			answer.text,
			/^<file>f02\/mod\.py<\/file> \(2 matches\)\nf02\/mod\.py:2 A\.get: .*\nf02\/mod\.py:7 B\.get: .*$/m,
		);
	});

	it('cuts a long function and states how to continue reading', async () => {
		const { ask } = await searchProject({ 'long.py': `def long():\n${'    step()\n'.repeat(600)}    return 1\n` });
		const answer = await ask('search_method', 'long');
		assert.equal(codeOf(answer).split('\n').length, 250);
		assert.match(answer.text, /\(lines 251-602 not shown: read_lines\("long\.py", 251, 602\)\)/);
		const next = await ask('read_lines', 'long.py', 251, 602);
		assert.match(codeOf(next), /^251 {5}step\(\)\n/);
	});

	it('shows a short class whole and a long one by its signature, when it is asked for in its file', async () => {
		const method = (at: number) => `    def m${at}(self):\n${'        step()\n'.repeat(20)}`;
		const { ask } = await searchProject({
			'short.py': `class Short:\n${method(1)}`,
			'long.py': `class Long:\n${Array.from({ length: 30 }, (_, at) => method(at)).join('')}`,
		});
		assert.equal(codeOf(await ask('search_class_in_file', 'Short', 'short.py')).split('\n').length, 22);
		const answer = await ask('search_class_in_file', 'Long', 'long.py');
		const shown = codeOf(answer).split('\n');
		assert.equal(shown.filter(line => line !== '...').length, 31);
		assert.equal(shown.filter(line => line === '...').length, 29, 'the code of a method is left out');
		assert.match(answer.text, /search_method_in_class\(method_name, "Long"\)/);
	});

	it('cuts lines that are longer than any screen', async () => {
		const { ask } = await searchProject({ 'wide.py': `def wide():\n    return '${'x'.repeat(100_000)}'\n` });
		const answer = await ask('search_method', 'wide');
		assert.ok(answer.text.length < 1000, `${answer.text.length} characters`);
		assert.match(answer.text, /more characters\)$/m);
	});

	it('stays bounded when everything matches', async () => {
		const { ask } = await searchProject(many(30, () => `def get():\n${'    step()  # needle\n'.repeat(500)}`));
		for (const answer of [await ask('search_method', 'get'), await ask('search_code', 'needle')]) {
			assert.ok(answer.text.length < 40_000, `${answer.text.length} characters`);
		}
	});
});
