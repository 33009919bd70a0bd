import assert from 'node:assert/strict';
import { mergedCalls, mergedReply } from '../../../../src/models/pure/reply/mergedReply';
import { undoTool } from '../../../../src/models/pure/tools/actions/files/undoTool';
import { takeNoteTool } from '../../../../src/models/pure/tools/memory/takeNoteTool';
import { readLinesTool } from '../../../../src/models/pure/tools/reading/readLinesTool';

const toolset = { tools: [undoTool, takeNoteTool, readLinesTool] };
const call = (tool: string) => ({ calls: [{ tool, args: {}, written: `${tool}()` }] });

/** The calls of an answer, of those that are written in it. */
function callsOf(read: typeof mergedCalls, ...tools: readonly string[]): readonly string[] {
	return read(tools.map(call), toolset).calls.map(({ tool }) => tool);
}

describe('the calls of an answer', () => {
	it('are each meant if they are native and change files, and what was read before a change is read again after it', () => {
		assert.deepEqual(callsOf(mergedCalls, 'read_lines', 'read_lines', 'undo', 'read_lines', 'undo'), [
			...['read_lines', 'undo', 'read_lines', 'undo'],
		]);
	});

	it('are not read again after a change of the memory alone', () => {
		assert.deepEqual(callsOf(mergedCalls, 'read_lines', 'take_note', 'read_lines', 'take_note'), [
			...['read_lines', 'take_note'],
		]);
	});

	it('are made once in a text, which may only mention them again', () => {
		assert.deepEqual(callsOf(mergedReply, 'undo', 'read_lines', 'undo'), ['undo', 'read_lines']);
	});
});
