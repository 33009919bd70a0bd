import assert from 'node:assert/strict';
import { searchToolset } from '../../../../src/engine/stages/locate/agent/searchStyle';
import { toolCallReply, toolSchemas } from '../../../../src/models/pure/protocols/nativeProtocol';
import { replySchema } from '../../../../src/models/pure/reply/replySchema';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import type { RequestedCall } from '../../../../src/runs/pure/model/chat';

function read(calls: readonly RequestedCall[], text = '') {
	return toolCallReply(calls, text, searchToolset);
}

function native(name: string, args: string) {
	return read([{ id: 'call_1', name, arguments: args }]);
}

describe('a native tool call', () => {
	const expected = { tool: 'search_method_in_class', args: { method_name: 'save', class_name: 'Invoice' } };
	const readings: readonly (readonly [title: string, args: string])[] = [
		['with a JSON object', '{"method_name": "save", "class_name": "Invoice"}'],
		['with damaged JSON', "{method_name: 'save', class_name: 'Invoice',"],
		['with JSON within text', '"{\\"method_name\\": \\"save\\", \\"class_name\\": \\"Invoice\\"}"'],
		['with a list', '["save", "Invoice"]'],
		['with other names', '{"method": "save", "class": "Invoice"}'],
		['in a fence', '```json\n{"method_name": "save", "class_name": "Invoice"}\n```'],
	];
	for (const [title, args] of readings) {
		it(`is read ${title}`, () => {
			const { calls, problems } = native('search_method_in_class', args);
			assert.deepEqual(problems, []);
			assert.deepEqual(
				calls.map(({ tool, args }) => ({ tool, args })),
				[expected],
			);
		});
	}

	it('is read with a text alone for the only parameter', () => {
		assert.deepEqual(native('search_class', 'Invoice').calls[0]?.args, { class_name: 'Invoice' });
	});

	it('is read with numbers as text', () => {
		assert.deepEqual(native('get_code_around_line', '{"file_name": "a.py", "line_number": "7"}').calls[0]?.args, {
			file_name: 'a.py',
			line_number: 7,
			window_size: 10,
		});
	});

	it('is kept as a user would write it', () => {
		assert.equal(
			native('search_class', '{"class_name": "Invoice"}').calls[0]?.written,
			'search_class(class_name="Invoice")',
		);
	});

	it('of an unknown tool is a problem that names the tools there are', () => {
		assert.match(
			native('get_file_content', '{"file": "a.py"}').problems.join(),
			/^There is no tool "get_file_content".*search_class\(/,
		);
	});

	it('without arguments is a problem that shows the signature', () => {
		assert.match(
			native('search_class', '').problems.join(),
			/class_name is missing.*search_class\(class_name: string\)/,
		);
	});

	it('with an object for a text is a problem', () => {
		assert.match(
			native('search_class', '{"class_name": {"a": 1}}').problems.join(),
			/class_name must be text, not \{"a":1\}/,
		);
	});

	it('does not affect others: what is right in one answer is kept', () => {
		const reply = read([
			{ id: '1', name: 'search_class', arguments: '{"class_name": "Invoice"}' },
			{ id: '2', name: 'search_class', arguments: '{"class_name": "Invoice"}' },
			{ id: '3', name: 'search_class', arguments: '{}' },
			{ id: '4', name: 'report_bug_locations', arguments: '{"bug_locations": [{"file": "a.py"}]}' },
		]);
		assert.deepEqual([reply.calls.length, reply.report.length, reply.problems.length], [1, 1, 1]);
	});
});

describe('report_bug_locations', () => {
	const place = { file: 'a.py', class: 'Invoice', intendedBehavior: 'Rounds once.' };
	for (const [title, args] of [
		[
			'in a list',
			{ bug_locations: [{ file: 'a.py', class: 'Invoice', method: null, intended_behavior: 'Rounds once.' }] },
		],
		['as one object', { bug_locations: { file: 'a.py', class: 'Invoice', intended_behavior: 'Rounds once.' } }],
		['without the list', { file: 'a.py', class: 'Invoice', intended_behavior: 'Rounds once.' }],
		['as the list alone', [{ file: 'a.py', class: 'Invoice', intended_behavior: 'Rounds once.' }]],
	] as const) {
		it(`gives locations ${title}`, () => {
			assert.deepEqual(native('report_bug_locations', JSON.stringify(args)).report, [place]);
		});
	}

	for (const args of ['', '{}', '{"bug_locations": []}']) {
		it(`without any is a problem: ${args}`, () => {
			assert.match(native('report_bug_locations', args).problems.join(), /bug_locations is empty/);
		});
	}

	it('with a place that names nothing is a problem', () => {
		assert.match(
			native('report_bug_locations', '{"bug_locations": [{}, {"file": ""}]}').problems.join(),
			/bug_locations\[1\]: none of/,
		);
	});

	it('is described for a model and takes nothing but locations', () => {
		const reportLocations = toolSchemas(searchToolset).at(-1);
		assert.equal(reportLocations?.name, 'report_bug_locations');
		assert.match(reportLocations.description, /intended_behavior/);
		assert.deepEqual(Object.keys(Object(reportLocations.parameters.properties)), ['bug_locations']);
	});
});

describe('a tool call that leaked into the text', () => {
	const json = '{"name": "search_class", "arguments": {"class_name": "Invoice"}}';
	for (const [title, text] of [
		['in tool_call tags', `I look.\n<tool_call>\n${json}\n</tool_call>`],
		['in a tag that is not closed', `<tool_call>${json}`],
		['in a fence', `I look.\n\`\`\`json\n${json}\n\`\`\``],
		['as plain JSON', `I look. ${json}`],
		['as a function tag with JSON', '<function=search_class>{"class_name": "Invoice"}</function>'],
		[
			'as a function tag with parameters',
			'<tool_call>\n<function=search_class>\n<parameter=class_name>\nInvoice\n</parameter>\n</function>\n</tool_call>',
		],
	] as const) {
		it(`is read ${title}`, () => {
			const { calls, problems } = read([], text);
			assert.deepEqual(problems, []);
			assert.deepEqual(
				calls.map(({ tool, args }) => [tool, args]),
				[['search_class', { class_name: 'Invoice' }]],
			);
		});
	}

	it('is read with others', () => {
		const other = json.replace('Invoice', 'Order');
		assert.equal(read([], `<tool_call>${json}</tool_call>\n<tool_call>${other}</tool_call>`).calls.length, 2);
		assert.equal(read([], `\`\`\`json\n${json}\n\`\`\`\n\`\`\`json\n${other}\n\`\`\``).calls.length, 2);
	});

	it('gives locations too', () => {
		const text =
			'<tool_call>{"name": "report_bug_locations", "arguments": {"bug_locations": [{"file": "a.py"}]}}</tool_call>';
		assert.deepEqual(read([], text).report, [{ file: 'a.py', intendedBehavior: '' }]);
	});

	it('counts only where no call was made natively', () => {
		const reply = read([{ id: '1', name: 'search_method', arguments: '{"method_name": "save"}' }], json);
		assert.deepEqual(
			reply.calls.map(({ tool }) => tool),
			['search_method'],
		);
	});
});

describe('an answer without any tool call', () => {
	it('is answered with what to do', () => {
		assert.match(read([], 'I am done.').problems.join(), /call report_bug_locations now; if not, call another tool/);
	});
});

describe('the schema of an answer', () => {
	it('is strict: every object requires all its keys and allows no other', () => {
		const objects = objectsIn(replySchema(searchToolset));
		assert.equal(objects.length, 2 + 2 * searchTools.length);
		for (const object of objects) {
			assert.deepEqual(object.required, Object.keys(Object(object.properties)));
			assert.equal(object.additionalProperties, false);
		}
	});

	it('names every tool and its parameters', () => {
		const text = JSON.stringify(replySchema(searchToolset));
		for (const { name, parameters } of searchTools) {
			assert.ok(text.includes(`"enum":["${name}"]`), name);
			assert.ok(
				parameters.every(parameter => text.includes(`"${parameter.name}":`)),
				name,
			);
		}
	});
});

function objectsIn(schema: unknown): Record<string, unknown>[] {
	if (typeof schema !== 'object' || schema === null) {
		return [];
	}
	const inner = Object.values(schema).flatMap(objectsIn);
	return 'type' in schema && schema.type === 'object' ? [{ ...schema }, ...inner] : inner;
}
