import assert from 'node:assert/strict';
import { actionTools } from '../../../../../src/models/pure/tools/actions/actionTools';
import { nearestTestsTool } from '../../../../../src/models/pure/tools/actions/nearestTestsTool';
import { submitTool } from '../../../../../src/models/pure/tools/actions/submitTool';
import { writeReproducerTool } from '../../../../../src/models/pure/tools/actions/writeReproducerTool';

describe('the tools of an agent that acts', () => {
	it('have names and aliases that no two of them share', () => {
		const tools = [...actionTools, writeReproducerTool, nearestTestsTool, submitTool];
		const names = tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
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
