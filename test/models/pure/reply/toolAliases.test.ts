import assert from 'node:assert/strict';
import { searchToolset } from '../../../../src/engine/stages/locate/agent/searchStyle';
import { toolCallReply } from '../../../../src/models/pure/protocols/nativeProtocol';
import { jsonReply } from '../../../../src/models/pure/reply/jsonReply';
import { proseReply } from '../../../../src/models/pure/reply/proseReply';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';

function native(name: string, args: unknown) {
	return toolCallReply([{ id: '1', name, arguments: JSON.stringify(args) }], '', searchToolset);
}

describe('a call by what a tool is called elsewhere', () => {
	const calls: [name: string, args: unknown, remark: string][] = [
		['read_file', { path: 'a.py' }, 'read_lines("a.py")'],
		['read_file', { file_path: 'a.py', offset: 10, limit: 20 }, 'read_lines("a.py", 10)'],
		[
			'read_file',
			{ target_file: 'a.py', start_line_one_indexed: 5, end_line_one_indexed: 9 },
			'read_lines("a.py", 5, 9)',
		],
		['view', { path: 'a.py', view_range: [10, 40] }, 'read_lines("a.py", 10, 40)'],
		['view', { command: 'view', path: 'a.py', view_range: [10, -1] }, 'read_lines("a.py", 10)'],
		['cat', ['a.py'], 'read_lines("a.py")'],
		['grep', { pattern: 'a.*b', path: 'src', '-n': true }, 'search_regex("a.*b", "src")'],
		['grep_search', { query: 'a|b', includePattern: '*.py', isRegexp: true }, 'search_regex("a|b", "*.py")'],
		['search_files', { path: '.', regex: 'a', file_pattern: '*.py' }, 'search_regex("a", "*.py")'],
		['find', { path: 'src', name: '*.py' }, 'list_files("src", "*.py")'],
		['glob', { pattern: '**/*.ts' }, 'list_files("", "**/*.ts")'],
		['find_file', { file_name: 'book.py', dir: 'src' }, 'list_files("src", "book.py")'],
		['ls', {}, 'list_files()'],
		['list_dir', { relative_workspace_path: 'src' }, 'list_files("src")'],
		['list_code_definition_names', { path: 'a.py' }, 'outline("a.py")'],
		['find_usages', { symbol: 'run' }, 'find_references("run")'],
		['ReadFile', { path: 'a.py', explanation: 'because' }, 'read_lines("a.py")'],
	];
	for (const [name, args, remark] of calls) {
		it(`is read: ${name}(${JSON.stringify(args)})`, () => {
			const { calls: read, problems } = native(name, args);
			assert.deepEqual(problems, []);
			assert.deepEqual(
				read.map(call => call.remark),
				[`Read as ${remark}.`],
			);
		});
	}

	it('is read in JSON and in text', () => {
		const json = jsonReply(
			'{"API_calls": ["cat(\\"a.py\\")", {"name": "ls", "arguments": {"path": "src"}}]}',
			searchToolset,
		);
		assert.deepEqual(
			json.calls.map(({ tool }) => tool),
			['read_lines', 'list_files'],
		);
		const prose = proseReply('Next I need read_file("src/a.py", 3, 9).', searchToolset);
		assert.deepEqual(
			[prose.calls[0]?.args, prose.isSure],
			[{ file_name: 'src/a.py', start_line: 3, end_line: 9 }, true],
		);
	});

	it('is none in text where a single word may be the code itself', () => {
		const { calls } = proseReply('The code does open("a.txt"), text.find("x") and view("a").', searchToolset);
		assert.deepEqual(calls, []);
	});

	it('names what is missing as every call does', () => {
		assert.match(
			native('read_file', {}).problems.join(),
			/^read_lines: file_name is missing\. Call it as read_lines\(/,
		);
	});

	it('is never a name of another tool', () => {
		const names = searchTools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
		assert.equal(new Set(names).size, names.length);
	});
});
