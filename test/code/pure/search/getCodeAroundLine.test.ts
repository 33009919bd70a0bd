import assert from 'node:assert/strict';
import { codeOf, placesOf, type SearchProject, searchProject } from './searchProject';

describe('the code around a line', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject({
			'long.py': `class A:\n    def f(self):\n${'        step()\n'.repeat(500)}`,
			'short.txt': 'one\ntwo\nthree',
			'a/two.py': 'x = 1\n',
			'b/two.py': 'x = 1\ny = 2\n',
			'empty.py': '',
			'wide.txt': `${'w'.repeat(300)}\n`.repeat(300),
		});
	});

	const lines: [line: number, size: number, code: string][] = [
		[2, 1, '1 one\n2 two\n3 three'],
		[2, 0, '2 two'],
		[1, 1, '1 one\n2 two'],
		[3, 50, '1 one\n2 two\n3 three'],
		[2, -5, '2 two'],
	];
	for (const [line, size, code] of lines) {
		it(`${line} with ${size} each way ends where the file does`, async () => {
			assert.equal(codeOf(await p.ask('get_code_around_line', 'short.txt', line, size)), code);
		});
	}

	it('names the definitions around it as its places, the innermost first', async () => {
		const answer = await p.ask('get_code_around_line', 'long.py', 100);
		assert.deepEqual(placesOf(answer), ['long.py:2-502 A f', 'long.py:1-502 A']);
		assert.equal(codeOf(answer).split('\n').length, 21);
	});

	it('fits one answer, and is still centered on the line', async () => {
		const answer = await p.ask('get_code_around_line', 'long.py', 250, 10_000);
		const shown = codeOf(answer)
			.split('\n')
			.map(text => Number.parseInt(text, 10));
		assert.deepEqual([shown[0], shown.at(-1)], [130, 370]);
		assert.match(answer.text, /^At most 120 lines each way\.$/m);
	});

	it('has the line in its middle however long the lines are', async () => {
		const answer = await p.ask('get_code_around_line', 'wide.txt', 150, 100);
		const shown = codeOf(answer)
			.split('\n')
			.map(text => Number.parseInt(text, 10));
		assert.equal(shown[(shown.length - 1) / 2], 150);
		assert.ok(shown.length > 20);
	});

	for (const line of [0, -1, 4]) {
		it(`${line} is refused with the number of lines there are`, async () => {
			assert.deepEqual(await p.ask('get_code_around_line', 'short.txt', line), {
				ok: false,
				text: `short.txt has 3 lines: there is no line ${line}.`,
				places: [],
			});
		});
	}

	it('of an ambiguous name is that of the files that reach so far', async () => {
		const answer = await p.ask('get_code_around_line', 'two.py', 2, 0);
		assert.deepEqual(placesOf(answer), ['b/two.py:2-2']);
		assert.match(answer.text, /"two\.py" matches 2 files: a\/two\.py, b\/two\.py\./);
	});

	it('of an empty file does not exist', async () => {
		assert.equal(
			(await p.ask('get_code_around_line', 'empty.py', 1)).text,
			'empty.py has 0 lines: there is no line 1.',
		);
	});
});
