import assert from 'node:assert/strict';
import { searchToolset } from '../../src/engine/stages/locate/agent/searchStyle';
import { toolCallReply } from '../../src/models/pure/protocols/nativeProtocol';
import { jsonReply } from '../../src/models/pure/reply/jsonReply';

describe('an answer that is nested deeply', () => {
	const [open, close] = ['[', ']'].map(bracket => bracket.repeat(100_000));
	const [openObject, closeObject] = ['{"a":', '}'].map(part => part.repeat(50_000));
	const deep: readonly (readonly [what: string, json: string])[] = [
		['lists', `${open}${close}`],
		['objects', `${openObject}1${closeObject}`],
		['lists as calls', `{"API_calls":${open}${close}}`],
		['lists as locations', `{"API_calls":[],"bug_locations":${open}${close}}`],
		['objects as locations', `{"bug_locations":[${openObject}1${closeObject}]}`],
		['objects as an argument', `{"class_name":${openObject}1${closeObject}}`],
	];
	for (const [what, json] of deep) {
		it(`is a problem for the model, not an error: ${what}`, () => {
			for (const text of [json, `Here it is:\n\`\`\`json\n${json}\n\`\`\``]) {
				assert.notDeepEqual(jsonReply(text, searchToolset).problems, []);
				assert.notDeepEqual(toolCallReply([], text, searchToolset).problems, []);
			}
			for (const name of ['search_class', 'report_bug_locations', 'unknown']) {
				const called = toolCallReply([{ id: 'a', name, arguments: json }], '', searchToolset);
				assert.notDeepEqual(called.problems, [], name);
			}
		});
	}
});
