import assert from 'node:assert/strict';
import { searchToolset } from '../../../../src/engine/stages/locate/agent/searchStyle';
import { jsonReply } from '../../../../src/models/pure/reply/jsonReply';

const call = (tool: string, args: Readonly<Record<string, string | number>>) => [tool, args] as const;
const invoiceClass = call('search_class', { class_name: 'Invoice' });
const saveMethod = call('search_method_in_class', { method_name: 'save', class_name: 'Invoice' });

function read(text: string) {
	return jsonReply(text, searchToolset);
}

function calls(text: string): readonly unknown[] {
	const reply = read(text);
	assert.deepEqual(reply.problems, [], text);
	return reply.calls.map(({ tool, args }) => [tool, args]);
}

function locations(given: unknown): readonly unknown[] {
	const reply = read(JSON.stringify({ API_calls: [], bug_locations: given }));
	assert.deepEqual(reply.problems, [], JSON.stringify(given));
	return reply.report;
}

function problems(value: unknown): string {
	return read(JSON.stringify(value)).problems.join('\n');
}

describe('calls in JSON', () => {
	const readings: readonly (readonly [title: string, given: unknown, ...expected: unknown[]])[] = [
		['written out', ['search_class("Invoice")'], invoiceClass],
		['with keyword arguments', ['search_method_in_class(class_name="Invoice", method_name="save")'], saveMethod],
		['as one text', 'search_class("Invoice")', invoiceClass],
		[
			'as one text with several calls',
			'search_class("Invoice")\nsearch_method_in_class("save", "Invoice")',
			invoiceClass,
			saveMethod,
		],
		['with a name and arguments', [{ name: 'search_class', arguments: { class_name: 'Invoice' } }], invoiceClass],
		['with func_name', [{ func_name: 'search_class', arguments: { class_name: 'Invoice' } }], invoiceClass],
		['with arguments in order', [{ tool: 'search_method_in_class', args: ['save', 'Invoice'] }], saveMethod],
		['with arguments as JSON text', [{ name: 'search_class', arguments: '{"class_name": "Invoice"}' }], invoiceClass],
		['with arguments beside the name', [{ name: 'search_class', class_name: 'Invoice' }], invoiceClass],
		[
			'in the form of chat completions',
			[{ type: 'function', id: '1', function: { name: 'search_class', arguments: '{"class_name":"Invoice"}' } }],
			invoiceClass,
		],
		['with the tool for a key', [{ search_class: 'Invoice' }], invoiceClass],
		[
			'as an object of tools',
			{ search_class: { class_name: 'Invoice' }, search_method_in_class: ['save', 'Invoice'] },
			invoiceClass,
			saveMethod,
		],
		['once where they are repeated', ['search_class("Invoice")', "search_class('Invoice')"], invoiceClass],
		[
			'with null for a default',
			[{ name: 'get_code_around_line', arguments: { file_name: 'a.py', line_number: '7', window_size: null } }],
			call('get_code_around_line', { file_name: 'a.py', line_number: 7, window_size: 10 }),
		],
	];
	for (const [title, given, ...expected] of readings) {
		it(`are read ${title}`, () => {
			assert.deepEqual(calls(JSON.stringify({ API_calls: given, bug_locations: [] })), expected);
		});
	}

	for (const name of ['get_file_content', '_build_index', '__init__']) {
		it(`of ${name} are a problem: only tools can be called`, () => {
			assert.match(
				problems({ API_calls: [`${name}("a.py")`] }),
				new RegExp(`^API_calls\\[0\\]: There is no tool "${name}"`),
			);
		});
	}

	it('that are wrong are identified by their place in the list, and the right ones are kept', () => {
		const reply = read(JSON.stringify({ API_calls: ['search_class("Invoice")', 'search_method_in_class("save")'] }));
		assert.equal(reply.calls.length, 1);
		assert.deepEqual(reply.problems, [
			'API_calls[1]: search_method_in_class: class_name is missing. Call it as search_method_in_class(method_name: string, class_name: string).',
		]);
	});

	for (const [given, expected] of [
		['look at the invoices', /API_calls: "look at the invoices" is no call of a tool\. Write one as search_class\(/],
		[['search_method'], /API_calls\[0\]: "search_method" is no call of a tool\. Write one as search_method\(/],
		[[5], /API_calls\[0\]: 5 is no call/],
		[[{ class_name: 'Invoice' }], /API_calls\[0\]: \{"class_name":"Invoice"\} is no call/],
	] as const) {
		it(`are a problem as ${JSON.stringify(given)}`, () => assert.match(problems({ API_calls: given }), expected));
	}
});

describe('bug locations in JSON', () => {
	const place = { file: 'billing/bill.py', class: 'Invoice', method: 'save', intendedBehavior: 'Rounds once.' };
	const readings: readonly (readonly [title: string, given: unknown, ...expected: unknown[]])[] = [
		[
			'with all four keys',
			[{ file: 'billing/bill.py', class: 'Invoice', method: 'save', intended_behavior: 'Rounds once.' }],
			place,
		],
		[
			'with keys in other letters',
			[{ filePath: 'billing/bill.py', Class_Name: 'Invoice', METHOD: 'save', intendedBehaviour: 'Rounds once.' }],
			place,
		],
		[
			'as one object',
			{ file: 'billing/bill.py', class: 'Invoice', method: 'save()', intended_behavior: 'Rounds once.' },
			place,
		],
		[
			'within themselves',
			{ bug_locations: [{ file: 'billing/bill.py', method: 'Invoice.save', intended_behavior: 'Rounds once.' }] },
			place,
		],
		[
			'with a path for a key',
			{ 'billing/bill.py': { method: 'Invoice.save', intended_behavior: 'Rounds once.' } },
			place,
		],
		['as paths alone', ['a.py'], { file: 'a.py', intendedBehavior: '' }],
		['as names alone', ['Invoice.save'], { class: 'Invoice', method: 'save', intendedBehavior: '' }],
		[
			'with words for nothing',
			[{ file: './a.py', class: null, method: 'N/A' }],
			{ file: 'a.py', intendedBehavior: '' },
		],
		[
			'with a list of methods',
			[{ file: 'a.py', method: ['f', 'g'] }],
			{ file: 'a.py', method: 'f', intendedBehavior: '' },
			{ file: 'a.py', method: 'g', intendedBehavior: '' },
		],
		[
			'with methods in one text',
			[{ file: 'a.py', method: 'f, g and h' }],
			{ file: 'a.py', method: 'f', intendedBehavior: '' },
			{ file: 'a.py', method: 'g', intendedBehavior: '' },
			{ file: 'a.py', method: 'h', intendedBehavior: '' },
		],
		[
			'with a module before the function',
			[{ method: 'billing.round' }],
			{ method: 'billing.round', intendedBehavior: '' },
		],
		[
			'with lines',
			[{ file: 'a.py', start_line: 3, end_line: 9 }],
			{ file: 'a.py', startLine: 3, endLine: 9, intendedBehavior: '' },
		],
		...[
			{ lines: '3-9' },
			{ lines: [3, 9] },
			{ lines: ['3-9'] },
			{ lines: [[3, 9]] },
			{ line_range: { start: 3, end: 9 } },
			{ lineStart: '3', lineEnd: '9' },
			{ lines: 'L3 to L9' },
		].map(
			lines =>
				[
					`with lines as ${JSON.stringify(lines)}`,
					[{ file: 'a.py', ...lines }],
					{ file: 'a.py', startLine: 3, endLine: 9, intendedBehavior: '' },
				] as const,
		),
		...[{ lines: '3-9, 20' }, { lines: ['3-9', 20] }].map(
			lines =>
				[
					`with several ranges of lines as ${JSON.stringify(lines)}`,
					[{ file: 'a.py', method: 'f', ...lines }],
					{ file: 'a.py', method: 'f', startLine: 3, endLine: 9, intendedBehavior: '' },
					{ file: 'a.py', method: 'f', startLine: 20, endLine: 20, intendedBehavior: '' },
				] as const,
		),
		[
			'with lines in the path',
			[{ file: 'a.py:3-9' }],
			{ file: 'a.py', startLine: 3, endLine: 9, intendedBehavior: '' },
		],
		[
			'with one line in the path',
			[{ file: 'a.py#L3' }],
			{ file: 'a.py', startLine: 3, endLine: 3, intendedBehavior: '' },
		],
	];
	for (const [title, given, ...expected] of readings) {
		it(`are read ${title}`, () => assert.deepEqual(locations(given), expected));
	}

	it('are kept beside calls', () => {
		const reply = read('{"API_calls": ["search_class(\'Invoice\')"], "bug_locations": [{"file": "a.py"}]}');
		assert.deepEqual([reply.calls.length, reply.report.length], [1, 1]);
	});

	for (const [given, expected] of [
		[[{ file: 'a.py' }, { class: '', method: null }], /^bug_locations\[1\]: none of file, class and method is given/],
		[[{ file: 'a.py' }, 5], /^bug_locations\[1\]: 5 is no place/],
		[['somewhere in the parser'], /^bug_locations\[0\]: "somewhere in the parser" is no place/],
		[[{ file: { path: 'a.py' } }], /^bug_locations\[0\]: file must be text, not \{"path":"a\.py"\}/],
		[[{ reason: 'slow' }], /^bug_locations\[0\]: \{"reason":"slow"\} is no place/],
	] as const) {
		it(`are a problem as ${JSON.stringify(given)}`, () => assert.match(problems({ bug_locations: given }), expected));
	}
});

describe('an answer in JSON', () => {
	for (const value of [
		{ API_calls: [], bug_locations: [] },
		{ API_calls: null, bug_locations: null },
		{ api_calls: '', bug_locations: {} },
		{},
		[],
	]) {
		it(`that gives nothing is reported: ${JSON.stringify(value)}`, () => {
			assert.match(problems(value), /^Neither calls nor bug locations were given/);
		});
	}

	for (const text of ['', 'I cannot say.', '"search_class"', '[[[', '}{']) {
		it(`that is none is reported: ${JSON.stringify(text)}`, () => {
			assert.match(read(text).problems.join(), /holds no JSON object|Neither calls/);
		});
	}

	const whole = '{"API_calls": ["search_class(\\"Invoice\\")"], "bug_locations": []}';
	const texts: readonly (readonly [title: string, text: string])[] = [
		['alone', whole],
		['in a fence', `Here it is:\n\`\`\`json\n${whole}\n\`\`\`\nThat is all.`],
		['in prose', `Here it is: ${whole} That is all {really}.`],
		['with a comma too many', whole.replace(')"]', ')",]')],
		['with single quotes', `{'API_calls': ['search_class("Invoice")'], 'bug_locations': []}`],
		['with comments', whole.replace('{', '{ // first\n')],
		['with Python words', whole.replace('[]}', 'None}')],
		['cut off', whole.slice(0, -20)],
		['with keys in other letters', whole.replace('API_calls', 'apiCalls').replace('bug_locations', 'Bug Locations')],
		['within another object', `{"answer": ${whole}}`],
		['with the list of calls alone', '["search_class(\\"Invoice\\")"]'],
	];
	for (const [title, text] of texts) {
		it(`is read ${title}`, () => assert.deepEqual(calls(text), [invoiceClass]));
	}
});
