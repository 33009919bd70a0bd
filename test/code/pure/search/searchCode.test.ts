import assert from 'node:assert/strict';
import { searchContext } from '../../../../src/code/pure/search/searchContext';
import type { ScanLimits } from '../../../../src/code/pure/search/text/textScan';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { searchCode, searchCodeTool } from '../../../../src/models/pure/tools/search/searchCodeTool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import { codeOf, placesOf, searchProject, shownIn } from './searchProject';

const long = `def long(a,
         b):
${'    step()\n'.repeat(80)}    needle(a)
    step()
    needle(b)
${'    step()\n'.repeat(80)}`;

describe('a search for code', () => {
	it('shows the function around a match whole when it is short, as one result with its lines', async () => {
		const { ask } = await searchProject({ 'a.py': 'def f():\n    needle()\n    other()\n    needle()\n' });
		const answer = await ask('search_code', 'needle');
		assert.match(answer.text, /^Found the code 2 times in the workspace, in 1 file\./);
		assert.deepEqual(shownIn(answer), ['<file>a.py</file> <func>f</func> (matches in lines 2, 4)']);
		assert.equal(codeOf(answer).split('\n').length, 4);
		assert.deepEqual(placesOf(answer), ['a.py:2-2 f', 'a.py:4-4 f']);
	});

	it('shows the comment above the function around a match', async () => {
		for (const [file, comment, body] of [
			['a.go', '// f needs it.\n//\n// Always.\n', 'func f() {\n\tneedle()\n}\n'],
			['a.rs', '/// It needs it.\n#[inline]\n', 'fn f() {\n    needle();\n}\n'],
			['a.java', '    /** It needs it. */\n    @Override\n', '    void f() {\n        needle();\n    }\n'],
			['a.ts', '/** It needs it. */\n', 'function f() {\n\tneedle();\n}\n'],
			['a.c', '/* It needs it. */\n', 'static void f(void)\n{\n\tneedle();\n}\n'],
			['a.rb', '# It needs it.\n', 'def f\n  needle\nend\n'],
			['a.cs', '    /// <summary>It.</summary>\n    [Old]\n', '    void F() {\n        needle();\n    }\n'],
			['a.php', '    /** It needs it. */\n', '    function f() {\n        needle();\n    }\n'],
			['a.py', '# It needs it.\n@cached\n', `def f():\n    needle()\n${'    step()\n'.repeat(80)}`],
		] as const) {
			const isInClass = body.startsWith('    ');
			const around = file.endsWith('.php') ? '<?php\nclass A {\n' : 'class A {\n';
			const text = isInClass ? `${around}${comment}${body}}\n` : `${comment}${body}`;
			const answer = await (await searchProject({ [file]: text })).ask('search_code', 'needle');
			const shown = codeOf(answer).replaceAll(/^\d+ /gm, '');
			assert.ok(shown.startsWith(comment), `${file}: ${shown}`);
			assert.deepEqual(answer.places.length, 1);
		}
	});

	it('shows the head of a long function and the lines around the matches', async () => {
		const { ask } = await searchProject({ 'a.py': long });
		const answer = await ask('search_code', 'needle');
		assert.deepEqual(
			codeOf(answer)
				.split('\n')
				.map(line => line.split(' ')[0]),
			['1', '2', '...', ...Array.from({ length: 11 }, (_, at) => `${79 + at}`)],
		);
	});

	it('takes several paths and globs, and leaves out those with a mark, as ripgrep does', async () => {
		const text = 'needle\n';
		const paths = ['src/a.py', 'src/b.ts', 'src/b.test.ts', 'lib/c.py', 'tests/test_a.py'];
		const texts = Object.fromEntries(paths.map(path => [path, text]));
		const { ask } = await searchProject(texts, { tools: [searchCodeTool] });
		const files = async (path: string) => {
			const answer = await ask('search_code', 'needle', 'words', path);
			return answer.places.map(({ file }) => file).sort();
		};
		assert.deepEqual(await files('!tests/'), ['lib/c.py', 'src/a.py', 'src/b.test.ts', 'src/b.ts']);
		assert.deepEqual(await files('src, lib/*.py'), ['lib/c.py', 'src/a.py', 'src/b.test.ts', 'src/b.ts']);
		assert.deepEqual(await files('src/**, !*.test.*'), ['src/a.py', 'src/b.ts']);
		assert.deepEqual(await files('*.{py,ts}, !src/**'), ['lib/c.py', 'tests/test_a.py']);
		assert.match(
			(await ask('search_code', 'needle', 'words', 'none/*.py, gone/*.py')).text,
			/No file matches "none\/\*\.py"/,
		);
	});

	it('reads very large files after the others of their kind, so that they do not use up what may be read', async () => {
		const { workspace } = await searchProject({
			'generated/a.txt': 'needle\n'.padEnd(1_100_000, 'filler\n'),
			'small.txt': 'needle\n',
			'tests/test_a.txt': 'needle\n',
		});
		const all = await searchCode(searchContext(workspace), 'needle');
		assert.deepEqual(
			all.places.map(({ file }) => file),
			['small.txt', 'generated/a.txt', 'tests/test_a.txt'],
		);
	});

	it('takes matches outside definitions that are close together for one', async () => {
		const { ask } = await searchProject({ 'notes.txt': `needle\n\nneedle\n${'\n'.repeat(50)}needle\n` });
		const answer = await ask('search_code', 'needle');
		assert.deepEqual(shownIn(answer), [
			'<file>notes.txt</file> (matches in lines 1, 3)',
			'<file>notes.txt</file> (match in line 54)',
		]);
	});

	it('shows a short class for a match in its body, and only the method for one in a method', async () => {
		const { ask } = await searchProject({
			'a.py':
				'class A:\n    field = needle\n\n    def f(self):\n        return 1\n\n    def g(self):\n        return pin\n',
		});
		assert.equal(codeOf(await ask('search_code', 'needle')).split('\n').length, 8);
		assert.equal(codeOf(await ask('search_code', 'pin')).split('\n').length, 2);
	});

	it('begins with definitions and whole words, then has files that the conversation knows, and tests last', async () => {
		const files = {
			'a.py': 'class A:\n\tmy_mask_x = 1\n\ndef clone():\n\treturn my_mask_x\n',
			'b.py': 'def use():\n\treturn mask\n',
			'c.py': 'def get_mask():\n\treturn 1\n',
			'd.py': 'def other():\n\treturn my_mask_x\n',
			'e.py': 'def mask():\n\treturn 1\n',
			'tests/test_e.py': 'def mask():\n\treturn 1\n',
		};
		const focus = { filesInMemory: () => ['d.py'], reportedLines: [] };
		const p = await searchProject(files, { focus });
		const answer = await p.ask('search_code', 'mask');
		assert.deepEqual(
			answer.places.map(({ file }) => file),
			['e.py', 'c.py', 'b.py', 'd.py', 'a.py', 'a.py', 'tests/test_e.py'],
		);
	});

	it('names the other lines of a function where it is listed with one', async () => {
		const { ask } = await searchProject({
			...Object.fromEntries(['a', 'b', 'c'].map(name => [`${name}.py`, 'def f():\n    needle()\n'])),
			'd.py': 'def f():\n    needle()\n    other()\n    needle()\n',
		});
		const answer = await ask('search_code', 'needle');
		assert.match(answer.text, /^d\.py:2 f: needle\(\) \(and in line 4\)$/m);
	});

	it('in a file that does not have it only counts the others, where these are many', async () => {
		const others = Object.fromEntries(
			Array.from({ length: 30 }, (_, at) => [`other${at}.py`, 'def f():\n    needle()\n']),
		);
		const { ask } = await searchProject({ ...others, 'a.py': 'def g():\n    return 1\n' });
		const answer = await ask('search_code_in_file', 'needle', 'a.py');
		assert.deepEqual([answer.ok, answer.places], [false, []]);
		assert.match(answer.text, /not found in a\.py\.\nIt is in 30 other files: search_code shows where\.$/);
	});

	it('looks through every text file: code first, then other text, tests last; what is no text is passed over', async () => {
		const { ask } = await searchProject({
			'a.cfg': 'needle = 1\n',
			'image.png': new Uint8Array([0, 1, 2]),
			'tests/test_a.py': 'needle = 2\n',
			'z.py': 'needle = 3\n',
		});
		const answer = await ask('search_code', 'needle');
		assert.deepEqual(
			answer.places.map(place => place.file),
			['z.py', 'a.cfg', 'tests/test_a.py'],
		);
	});

	it('takes the text literally', async () => {
		const { ask } = await searchProject({ 'a.py': 'x = a.b*c\ny = aXbbc\n' });
		assert.deepEqual(placesOf(await ask('search_code', 'a.b*c')), ['a.py:1-1']);
	});

	const readings: [string, string, RegExp][] = [
		['"return x"', 'a.py:2-2 f', /It was read as "return x"/],
		['`return x`', 'a.py:2-2 f', /It was read as "return x"/],
		['def f(x):\\n\\treturn', 'a.py:1-2 f', /only with other blanks/],
		['say(\\"hi\\")', 'a.py:3-3 f', /It was read as "say\("hi"\)"/],
		['say( "hi" )', 'a.py:3-3 f', /only with other blanks/],
		['call(1,2)', 'a.py:4-5 f', /only with other blanks/],
		['SAY("HI")', 'a.py:3-3 f', /only with other upper and lower case/],
		['2     return x\n3     say("hi")', 'a.py:2-3 f', /It was read as/],
	];
	for (const [query, place, note] of readings) {
		it(`finds ${JSON.stringify(query)} and states how`, async () => {
			const { ask } = await searchProject({
				'a.py': 'def f(x):\n    return x\n    say("hi")\n    call(1,\n        2)\n',
			});
			const answer = await ask('search_code', query);
			assert.deepEqual(placesOf(answer), [place]);
			assert.match(answer.text, note);
		});
	}

	it('prefers the literal text, anywhere, to any other reading', async () => {
		const { ask } = await searchProject({ 'a.py': 'NEEDLE = 1\n', 'z.py': 'needle = 1\n' });
		const answer = await ask('search_code', 'needle');
		assert.deepEqual(placesOf(answer), ['z.py:1-1']);
		assert.doesNotMatch(answer.text, /only with/);
	});

	it('finds code in files with carriage returns, and counts their lines', async () => {
		const { ask } = await searchProject({ 'a.py': 'def f():\r\n    one()\r\n    two()\r\n' });
		const answer = await ask('search_code', 'one()\n    two()');
		assert.deepEqual(placesOf(answer), ['a.py:2-3 f']);
		assert.equal(codeOf(answer), '1 def f():\n2     one()\n3     two()');
	});

	it('reports where else code is that is not in the file', async () => {
		const { ask } = await searchProject({ 'a.py': 'x = 1\n', 'b.py': 'needle = 1\n' });
		const answer = await ask('search_code_in_file', 'needle', 'a.py');
		assert.equal(answer.ok, true);
		assert.deepEqual(placesOf(answer), ['b.py:1-1']);
		assert.match(answer.text, /The code was not found in a\.py\./);
	});

	it('searches all files of a folder', async () => {
		const { ask } = await searchProject({
			'a/x.py': 'needle = 1\n',
			'a/b/y.py': 'needle = 1\n',
			'z.py': 'needle = 1\n',
		});
		const answer = await ask('search_code_in_file', 'needle', 'a');
		assert.deepEqual(placesOf(answer), ['a/x.py:1-1', 'a/b/y.py:1-1']);
	});

	it('leads to what its words define when the code is nowhere', async () => {
		const { ask } = await searchProject({ 'a.py': 'class Order:\n    pass\n' });
		const answer = await ask('search_code', 'Order(customer=None)');
		assert.equal(answer.ok, false);
		assert.deepEqual(placesOf(answer), ['a.py:1-1 Order', 'a.py:1-2 Order']);
	});

	it('shows the lines that have the words of a text that is nowhere', async () => {
		const text = 'def read():\n    raise OSError("the file %s is too slender" % name)\n';
		const { ask } = await searchProject({ 'a.py': text, 'b.py': 'def slender():\n    pass\n' });
		const lead = [/^2 {5}raise OSError/m, /^b\.py:1 slender/m, /^The code was not found .*\n(?:.*\n)*Found 1 line in/];
		for (const [tool, ...where] of [['search_code'], ['search_code_in_file', 'a.py']] as const) {
			const answer = await ask(tool, 'file data.bin too slender', ...where);
			assert.equal(answer.ok, false);
			for (const each of lead) {
				assert.match(answer.text, each);
			}
			assert.match(answer.text, /^Written nowhere: data, bin\.$/m);
		}
	});

	it('offers names like a single word that is nowhere', async () => {
		const { ask } = await searchProject({ 'a.py': 'def parse_order():\n    pass\n' });
		assert.match((await ask('search_code', 'parse_ordr')).text, /Similar names: parse_order \(a\.py:1\)\./);
	});

	it('reads each file once', async () => {
		const { ask, workspace } = await searchProject({
			'a.py': 'def f():\n    needle()\n\n\ndef g():\n    needle()\n',
			'b.py': 'x = 1\n',
		});
		await ask('search_code', 'needle');
		assert.deepEqual(workspace.files.reads.toSorted(), ['a.py', 'b.py']);
	});
});

describe('the bounds of a search for code', () => {
	const texts = Object.fromEntries(
		Array.from({ length: 100 }, (_, at) => [`f${String(at).padStart(2, '0')}.txt`, 'needle\n\n'.repeat(3)]),
	);

	const wide: ScanLimits = { nHits: 1000, sizeBytes: 1024 * 1024 };
	const bounded: [Partial<ScanLimits>, number, RegExp][] = [
		[{ nHits: 4 }, 4, /Stopped after the first 4 matches: 98 files were not searched\./],
		[{ sizeBytes: 240 }, 30, /Stopped after 0 MB: 90 files were not searched\./],
	];
	for (const [limit, nHits, note] of bounded) {
		it(`end it at ${JSON.stringify(limit)} and report what was left out`, async () => {
			const { workspace } = await searchProject(texts);
			const answer = await searchCode(searchContext(workspace), 'needle', { ...wide, ...limit });
			assert.equal(answer.ok, true);
			assert.equal(answer.places.length, nHits);
			assert.match(answer.text, note);
		});
	}

	it('do not let a looser match hide a literal one further on', async () => {
		const { workspace } = await searchProject({ ...texts, 'z.txt': 'NEEDLE\n' });
		const answer = await searchCode(searchContext(workspace), 'NEEDLE', { ...wide, nHits: 4 });
		assert.deepEqual(placesOf(answer), ['z.txt:1-1']);
	});

	it('are also reported for a search that finds nothing', async () => {
		const { workspace } = await searchProject(texts);
		const answer = await searchCode(searchContext(workspace), 'absent', { ...wide, sizeBytes: 24 });
		assert.equal(answer.ok, false);
		assert.match(answer.text, /not found in the workspace\.\nStopped after .*: 99 files were not searched\./);
	});

	it('end it when it is cancelled before it begins', async () => {
		const { workspace } = await searchProject(texts);
		const cancelled = callTool(
			searchTools,
			'search_code',
			{ query: 'needle' },
			{ workspace, signal: AbortSignal.abort() },
		);
		await assert.rejects(cancelled, { name: 'AbortError' });
		assert.deepEqual(workspace.files.reads, []);
	});

	it('end it when it is cancelled on the way', async () => {
		const { workspace } = await searchProject(texts);
		const controller = new AbortController();
		const { files } = workspace;
		const stopping = {
			...workspace,
			files: {
				list: () => files.list(),
				readText: (path: string) => {
					controller.abort();
					return files.readText(path);
				},
			},
		};
		await assert.rejects(
			callTool(searchTools, 'search_code', { query: 'absent' }, { workspace: stopping, signal: controller.signal }),
			{
				name: 'AbortError',
			},
		);
		assert.ok(files.reads.length < 50, `${files.reads.length} files were read`);
	});
});
