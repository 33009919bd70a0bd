import assert from 'node:assert/strict';
import { conversionPrompt, jsonFormPrompt } from '../../../../../src/core/agent/protocols/replyForms';
import { searchToolset } from '../../../../../src/core/stages/locate/agent/locateWithModel';
import { searchPrompts } from '../../../../../src/core/stages/locate/agent/searchPrompts';

/** Recorded runs were made with these texts. */
const form = String.raw`Answer each time with one JSON object and nothing else:

{"analysis": "what the results mean", "API_calls": ["search_class(\"OrderBook\")"], "bug_locations": [{"file": "orders/book.py", "class": "OrderBook", "method": "cancel", "intended_behavior": "what the code there should do"}]}

Leave API_calls empty once you know where the bug is, and bug_locations empty until then.`;

const conversion = String.raw`You turn a developer's notes into JSON. The notes say two things, either of which may be missing: which searches to make next, and where the bug is.

Answer with one JSON object and nothing else:

{"API_calls": ["search_class(\"OrderBook\")"], "bug_locations": [{"file": "orders/book.py", "class": "OrderBook", "method": "cancel", "intended_behavior": "what the code there should do"}]}

API_calls holds the searches the notes ask for, each as one call with all its arguments in quotes and in this order:

search_class(class_name: string)
search_class_in_file(class_name: string, file_name: string)
search_method(method_name: string)
search_method_in_file(method_name: string, file_name: string)
search_method_in_class(method_name: string, class_name: string)
search_code(code_str: string)
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
		const { choose } = searchPrompts('jsonObject', searchToolset.tools, { issue: '', observations: [] });
		assert.match(
			choose,
			/^search_code\(code_str: string\)\n( {4}.*\n)* {4}.*taken literally, not as a pattern.*\n {4}code_str: the text, such as/m,
		);
		for (const line of searchToolset.tools.flatMap(({ description }) => description.trim().split('\n'))) {
			assert.ok(choose.includes(line), line);
		}
	});

	it('fills the form of a JSON answer', () => assert.equal(jsonFormPrompt(searchToolset), form));

	it('fills the prompt that puts prose as JSON', () => assert.equal(conversionPrompt(searchToolset), conversion));
});
