import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { signatureOf } from '../../../../src/models/pure/tools/toolArguments';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import { projectP } from '../../../code/pure/search/projectP';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

describe('callTool', () => {
	let workspace: MemoryWorkspace;
	before(async () => {
		workspace = await memoryWorkspace(projectP);
	});

	it('offers its searches, each with a description that names its parameters', () => {
		assert.deepEqual(searchTools.map(signatureOf), [
			'search_class(class_name: string)',
			'search_class_in_file(class_name: string, file_name: string)',
			'search_method(method_name: string)',
			'search_method_in_file(method_name: string, file_name: string)',
			'search_method_in_class(method_name: string, class_name: string)',
			'search_code(query: string)',
			'search_code_in_file(code_str: string, file_name: string)',
			'search_regex(pattern: string, file_name: string = "")',
			'find_references(name: string)',
			'read_lines(file_name: string, start_line: integer = 1, end_line: integer = -1)',
			'get_code_around_line(file_name: string, line_number: integer, window_size: integer = 10)',
			'outline(file_name: string)',
			'list_files(folder: string = "", pattern: string = "")',
		]);
		for (const { description, parameters, changes } of searchTools) {
			assert.equal(changes, false);
			assert.ok(
				parameters.every(({ name }) => description.includes(`${name}:`)),
				description,
			);
		}
	});

	const wrong: [tool: string, args: Record<string, unknown>, problem: string][] = [
		['search_class', {}, 'search_class: class_name is missing. Call it as search_class(class_name: string).'],
		[
			'search_class',
			{ class_name: '  ' },
			'search_class: class_name is empty. Call it as search_class(class_name: string).',
		],
		[
			'search_class',
			{ class_name: null },
			'search_class: class_name is missing. Call it as search_class(class_name: string).',
		],
		[
			'search_class',
			{ class_name: ['A'] },
			'search_class: class_name must be text, not ["A"]. Call it as search_class(class_name: string).',
		],
		[
			'search_method_in_class',
			{ method: 'run', class_name: 'Outer' },
			'search_method_in_class: method_name is missing; there is no parameter method. ' +
				'Call it as search_method_in_class(method_name: string, class_name: string).',
		],
		[
			'get_code_around_line',
			{ file_name: 'a.py', line_number: 1.5, window_size: 'many' },
			'get_code_around_line: line_number must be a whole number, not 1.5; window_size must be a whole number, not "many". ' +
				'Call it as get_code_around_line(file_name: string, line_number: integer, window_size: integer = 10).',
		],
		[
			'search_klass',
			{ class_name: 'A' },
			'There is no tool "search_klass". Similar:\nsearch_class(class_name: string)',
		],
		['', {}, `There is no tool "". There are:\n${searchTools.map(signatureOf).join('\n')}`],
		['__proto__', {}, `There is no tool "__proto__". There are:\n${searchTools.map(signatureOf).join('\n')}`],
	];
	for (const [tool, args, text] of wrong) {
		it(`reports how to call ${tool}(${JSON.stringify(args)}) correctly`, async () => {
			assert.deepEqual(await callTool(searchTools, tool, args, { workspace }), { ok: false, text, places: [] });
		});
	}

	it('calls only the tools that are given', async () => {
		const [searchClass, ...others] = searchTools;
		assert.equal(searchClass?.name, 'search_class');
		const answer = await callTool(others, 'search_class', { class_name: 'Outer' }, { workspace });
		assert.match(answer.text, /^There is no tool "search_class"\. Similar:\nsearch_class_in_file\(/);
		assert.equal((await callTool([], 'search_class', {}, { workspace })).text, 'There is no tool "search_class".');
	});

	it('takes whole numbers as text, and fills in what has a default', async () => {
		const args = { file_name: 'pkg/a.py', line_number: ' 30 ' };
		const answer = await callTool(searchTools, 'get_code_around_line', args, { workspace });
		assert.match(answer.text, /^20 $/m);
		assert.match(answer.text, /^40 class Child/m);
		assert.doesNotMatch(answer.text, /^(19|41) /m);
	});

	it('takes a number where text is asked for', async () => {
		const answer = await callTool(searchTools, 'search_code', { query: 10 }, { workspace });
		assert.deepEqual(answer.places, [{ file: 'pkg/utils.py', startLine: 5, endLine: 5 }]);
	});

	it('answers whatever is asked', async () => {
		const word = fc.constantFrom(
			'Outer',
			'pkg',
			'a.py',
			'.',
			'..',
			'/',
			'::',
			'(',
			')',
			'[',
			'\\n',
			'"',
			' ',
			'\0',
			'-1',
			'*',
		);
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.array(word).map(words => words.join('')),
		);
		const anyTool = fc.constantFrom(...searchTools);
		const property = fc.asyncProperty(anyTool, fc.array(text, { minLength: 3, maxLength: 3 }), async (tool, texts) => {
			const args = Object.fromEntries(tool.parameters.map(({ name }, at) => [name, texts[at]]));
			const answer = await callTool(searchTools, tool.name, args, { workspace });
			assert.ok(answer.text !== '');
			assert.ok(answer.places.every(({ file }) => file in projectP));
			const isListing = !answer.text.includes('<file>');
			assert.ok(!answer.ok || isListing || answer.places.length > 0, 'code that is found has a place');
		});
		await fc.assert(property, { numRuns: 300 });
	});
});
