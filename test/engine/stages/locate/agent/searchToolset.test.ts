import assert from 'node:assert/strict';
import { searchPrompts } from '../../../../../src/engine/stages/locate/agent/searchPrompts';
import { searchToolset } from '../../../../../src/engine/stages/locate/agent/searchStyle';
import type { JsonSchema } from '../../../../../src/models/pure/chatModel';
import { conversionPrompt, jsonFormPrompt } from '../../../../../src/models/pure/protocols/replyForms';
import { replySchema } from '../../../../../src/models/pure/reply/replySchema';

const form = `Answer each time with one JSON object and nothing else, with all its keys in this order. While you need more searches:

{"analysis": "2 to 5 sentences: what the results show, and what is still open", "API_calls": [{"name": "search_class", "arguments": {"class_name": "OrderBook"}}], "bug_locations": []}

Once you know where the bug is:

{"analysis": "what you conclude, and why", "API_calls": [], "bug_locations": [{"file": "orders/book.py", "class": "OrderBook", "method": "cancel", "start_line": null, "end_line": null, "intended_behavior": "what the code there should do"}]}`;

/** Recorded runs were made with this text. */
const conversion = String.raw`You turn a developer's notes into JSON. The notes say two things, either of which may be missing: which searches to make next, and where the bug is.

Answer with one JSON object and nothing else:

{"API_calls": ["search_class(\"OrderBook\")"], "bug_locations": [{"file": "orders/book.py", "class": "OrderBook", "method": "cancel", "intended_behavior": "what the code there should do"}]}

API_calls holds the searches the notes ask for, each as one call with all its arguments in quotes and in this order:

search_class(class_name: string)
search_class_in_file(class_name: string, file_name: string)
search_method(method_name: string)
search_method_in_file(method_name: string, file_name: string)
search_method_in_class(method_name: string, class_name: string)
search_code(query: string)
search_code_in_file(code_str: string, file_name: string)
search_regex(pattern: string, file_name: string = "")
find_references(name: string)
read_lines(file_name: string, start_line: integer = 1, end_line: integer = -1)
get_code_around_line(file_name: string, line_number: integer, window_size: integer = 10)
outline(file_name: string)
list_files(folder: string = "", pattern: string = "")

bug_locations holds the places the notes name as buggy. Give file, class and method as far as the notes have them, and the intended behavior in the words of the notes; leave out what they do not say. Use slashes in file names.

Leave a list empty when the notes have nothing for it. Never add a search or a place of your own.`;

describe('the toolset of a search', () => {
	it('is described in full to a model that makes no native calls', () => {
		const { choose } = searchPrompts('jsonObject', searchToolset.tools, {
			issue: '',
			observations: [],
			project: { entries: 'a.py' },
		});
		assert.match(
			choose,
			/^search_code\(query: string\)\n( {4}.*\n)* {4}.*taken literally, not as a pattern.*\n {4}query: the text, such as/m,
		);
		for (const line of searchToolset.tools.flatMap(({ description }) => description.trim().split('\n'))) {
			assert.ok(choose.includes(line), line);
		}
	});

	it('fills the form of a JSON answer', () => assert.equal(jsonFormPrompt(searchToolset), form));

	it('shows examples that its own schema allows, each with the analysis first', () => {
		const examples = form.split('\n').filter(line => line.startsWith('{'));
		assert.equal(examples.length, 2);
		for (const example of examples) {
			assertInSchema(JSON.parse(example), replySchema(searchToolset));
			assert.equal(Object.keys(JSON.parse(example))[0], 'analysis');
		}
		assert.equal(Object.keys(Object(replySchema(searchToolset).properties))[0], 'analysis');
	});

	it('fills the prompt that puts prose as JSON', () => assert.equal(conversionPrompt(searchToolset), conversion));
});

/** As a server with strict schemas checks it: the keywords that the schema of an answer uses. */
function assertInSchema(value: unknown, schema: JsonSchema): void {
	const { type, properties, items, anyOf } = schema;
	if (Array.isArray(anyOf)) {
		assert.ok(anyOf.some(each => isInSchema(value, each)));
		return;
	}
	const found = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
	assert.ok([type].flat().includes(found), `${JSON.stringify(value)} is no ${type}`);
	for (const each of Array.isArray(value) ? value : []) {
		assertInSchema(each, items as JsonSchema);
	}
	if (found === 'object') {
		assert.deepEqual(Object.keys(Object(value)), Object.keys(Object(properties)));
		for (const [key, each] of Object.entries(Object(value))) {
			assertInSchema(each, Object(properties)[key]);
		}
	}
}

function isInSchema(value: unknown, schema: JsonSchema): boolean {
	try {
		assertInSchema(value, schema);
		return true;
	} catch {
		return false;
	}
}
