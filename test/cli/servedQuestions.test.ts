import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Command, CommandCall } from '../../src/cli/command';
import { ServedQuestions } from '../../src/cli/serve/servedQuestions';
import { Terminal } from '../../src/cli/terminal';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';
import { manyFiles } from './mcp/manyFiles';

describe('a question about a workspace that is not indexed yet', () => {
	const folder = new TestFolder();
	const unused: Command = { name: '', help: '', options: {}, run: () => Promise.reject(new Error('unused')) };

	it('is answered from what there is, which states what is missing; then as usual', async () => {
		folder.write({ ...manyFiles(), 'project/named.py': 'def the_named_one():\n    return 1\n' });
		const call: CommandCall = {
			...{ values: {}, positionals: [], version: '1', env: {}, packageRoot: repoRoot },
			...{ log: new RecordedLog(), signal: new AbortController().signal, storage: folder.path('storage') },
			terminal: new Terminal({ verbose: false, env: {} }),
		};
		using questions = new ServedQuestions(folder.path('project'), unused, call, 0);
		const ask = async (name: string, args: Record<string, string>) => {
			const how = { signal: call.signal, send: () => undefined };
			const line = await questions.callTool({ kind: 'tool', name, args }, how);
			return 'result' in line ? line.result.text : JSON.stringify(line);
		};
		const early = await ask('search_code', { query: 'the_named_one' });
		assert.match(early, /^The workspace is still being indexed: 0 of 401 files so far\. /);
		assert.match(early, /named\.py/);
		// It continues without a client.
		while (!questions.isIndexed) {
			await setImmediate();
		}
		assert.match(await ask('search_definition', { symbol: 'the_named_one' }), /^Found[\s\S]*def the_named_one/);
		const later = await ask('search_code', { query: 'the_named_one' });
		assert.equal(early.endsWith(later), false);
		assert.match(later, /^Found[\s\S]*named\.py[\s\S]*the_named_one: def the_named_one/);
	});
});
