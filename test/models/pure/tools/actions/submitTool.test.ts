import assert from 'node:assert/strict';
import { toolCallReply } from '../../../../../src/models/pure/protocols/nativeProtocol';
import { actionTools } from '../../../../../src/models/pure/tools/actions/actionTools';
import { submitTool } from '../../../../../src/models/pure/tools/actions/submitTool';

describe('the tools of an agent that acts', () => {
	const toolset = { tools: actionTools, ending: submitTool };

	it('end with submit, which reports what was changed', () => {
		const call = { id: '1', name: 'submit', arguments: '{"summary": "Counts the last day."}' };
		assert.deepEqual(toolCallReply([call], '', toolset).report, ['Counts the last day.']);
	});

	it('have names and aliases that no two of them share', () => {
		const names = actionTools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
		assert.deepEqual(
			names.filter((name, at) => names.indexOf(name) !== at),
			[],
		);
	});

	it('change something, except those that only search', () => {
		const searching = actionTools.filter(({ changes }) => !changes).map(({ name }) => name);
		assert.deepEqual(searching, ['neighbors']);
	});
});
