import assert from 'node:assert/strict';
import { searchToolset } from '../../../../src/engine/stages/locate/agent/searchStyle';
import { toolCallReply } from '../../../../src/models/pure/protocols/nativeProtocol';
import { jsonReply } from '../../../../src/models/pure/reply/jsonReply';
import { proseReply } from '../../../../src/models/pure/reply/proseReply';
import { editTool } from '../../../../src/models/pure/tools/actions/files/editTool';

/** `tool argument argument`, without arguments that are not given. */
function calls(text: string): string[] {
	return proseReply(text, searchToolset).calls.map(({ tool, args }) => {
		const given = Object.values(args).filter(value => value !== '' && value !== -1);
		return [tool, ...given].join(' ');
	});
}

describe('a line that looks like a call', () => {
	it('is answered, whatever it is written as, several in one answer', () => {
		const text = [
			'I need to see more:',
			'search_method_in_class(class="Point", name="__new__")',
			'- view(path="geometry/point.py", lines="140-170")',
			'grep -rn "Imaginary coordinates" sympy/',
		].join('\n');
		assert.deepEqual(calls(text), [
			'search_method_in_class __new__ Point',
			'read_lines geometry/point.py 140 170',
			'search_regex Imaginary coordinates sympy/',
		]);
		assert.deepEqual(proseReply(text, searchToolset).problems, []);
	});

	const commands: [line: string, read: string][] = [
		['cat src/a.py', 'read_lines src/a.py 1'],
		['$ grep needle src', 'search_regex needle src'],
		["`rg -n -A 5 'a b' | head`", 'search_regex a b'],
		['1. grep --include="*.py" "x"', 'search_regex x *.py'],
		['find . -name "*.py"', 'list_files . *.py'],
		['ls -la src/', 'list_files src/'],
		['open("src/a.py")', 'read_lines src/a.py 1'],
	];
	for (const [line, read] of commands) {
		it(`is read: ${line}`, () => assert.deepEqual(calls(`Next.\n${line}\n`), [read]));
	}

	for (const line of [
		'find the class that calls it',
		'view is the method that fails in `a.py`',
		'open src/a.py and look',
		'It calls open("a.py") to read.',
		'text = open(path)',
		'grep shows nothing',
	]) {
		it(`is not seen in: ${line}`, () =>
			assert.deepEqual([calls(line), proseReply(line, searchToolset).problems], [[], []]));
	}

	it('by a name that is no tool is answered with the tools there are', () => {
		const { calls: read, problems } = proseReply('search_class("A")\nlocate_symbol("B", 3)', searchToolset);
		assert.deepEqual([read.length, problems.length], [1, 1]);
		assert.match(problems[0] ?? '', /^There is no tool "locate_symbol"/);
	});

	it('is not seen in quoted code', () => {
		const quoted = 'search_class("A")\n```\nlocate_symbol("B", 3)\n```\nself.locate_symbol("B")';
		assert.deepEqual(proseReply(quoted, searchToolset).problems, []);
	});
});

describe('the arguments of an edit', () => {
	for (const name of ['replacement', 'new', 'new_str', 'new_string', 'new_text', 'replace']) {
		it(`may be called ${name}`, () => {
			const given = JSON.stringify({ old_str: 'a', [name]: 'b', file_path: 'c.py' });
			const { calls: read, problems } = toolCallReply([{ id: '1', name: 'edit', arguments: given }], '', {
				tools: [editTool],
			});
			assert.deepEqual([read[0]?.args, problems], [{ original: 'a', patched: 'b', path: 'c.py' }, []]);
		});
	}
});

describe('a name with a few other letters', () => {
	const tools: [written: string, tool: string][] = [
		['search_clas', 'search_class'],
		['search_methods', 'search_method'],
		['search_method_in_clas', 'search_method_in_class'],
		['find_refrences', 'find_references'],
	];
	for (const [written, tool] of tools) {
		it(`is read: ${written}`, () => {
			const { calls: read, problems } = toolCallReply(
				[{ id: '1', name: written, arguments: '["Invoice", "A"]' }],
				'',
				searchToolset,
			);
			assert.deepEqual([read.map(call => call.tool), problems], [[tool], []]);
			assert.match(read[0]?.remark ?? '', /^Read as /);
		});
	}

	const place = '{"path": "a/b.py", "function": "save"}';
	const wanted = [{ file: 'a/b.py', method: 'save' }];
	const reports: [form: string, read: () => readonly { readonly file?: string; readonly method?: string }[]][] = [
		[
			'a native call',
			() => toolCallReply([{ id: '1', name: 'report_bug_location', arguments: place }], '', searchToolset).report,
		],
		['text', () => proseReply(`So:\nreport_bug_location(bug_locations=[${place}])`, searchToolset).report],
		[
			'text with keywords',
			() => proseReply('report_bug_location(path="a/b.py", function="save")', searchToolset).report,
		],
		['text with a list', () => proseReply(`report_bug_locations([${place}])`, searchToolset).report],
		['JSON', () => jsonReply(`{"bug_locations": [${place}]}`, searchToolset).report],
		['a JSON list', () => jsonReply(`[${place}]`, searchToolset).report],
		[
			'a JSON call',
			() => jsonReply(`{"API_calls": [{"name": "report_bug_location", "arguments": ${place}}]}`, searchToolset).report,
		],
	];
	for (const [form, read] of reports) {
		it(`is a report with other keys in ${form}`, () => {
			assert.deepEqual(
				read().map(({ file, method }) => ({ file, method })),
				wanted,
			);
		});
	}
});
