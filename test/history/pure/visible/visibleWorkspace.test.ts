import assert from 'node:assert/strict';
import { visibleWorkspace } from '../../../../src/history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import { readAiIgnore } from '../../../../src/outgoing/pure/gate/aiIgnore';
import { FileUnreadableError } from '../../../../src/system/pure/files';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const open = {
	'app/door.py': `from app.vault import Vault


class Door(Vault):
    def knock(self):
        return self.unlock()


def greet():
    return Door().knock()
`,
	'app/notes.txt': 'where the door stands\n',
};
const secret = {
	'app/vault.py': `class Vault:
    combination = 'left-right-left'

    def unlock(self):
        return self.combination

    def greet(self):
        return 'from the vault'
`,
	'app/vault.txt': 'the combination of the door is left-right-left\n',
};
const rules = { '.aiignore': 'vault.*\n' };

describe('visibleWorkspace', () => {
	let whole: Workspace;
	let visible: Workspace;
	let without: Workspace;
	before(async () => {
		whole = await memoryWorkspace({ ...open, ...secret, ...rules });
		visible = visibleWorkspace(whole, await readAiIgnore(whole.files));
		without = await memoryWorkspace(open);
	});

	it('is the same workspace where there are no rules', async () => {
		assert.equal(visibleWorkspace(without, await readAiIgnore(without.files)), without);
	});

	it('lists and indexes what is not hidden', async () => {
		assert.deepEqual(
			(await visible.files.list()).map(({ path }) => path),
			Object.keys(open),
		);
		assert.deepEqual(
			visible.index.files().map(({ path }) => path),
			Object.keys(open),
		);
		assert.deepEqual([...visible.index.names()].sort(), [...without.index.names()].sort());
		assert.equal(visible.index.nSymbols, without.index.nSymbols);
	});

	it('leaves the whole workspace as it was', () => {
		assert.equal(whole.index.classes('Vault').length, 1);
	});

	it('reads what is not hidden, and refuses the rest with the ignore file that hides it', async () => {
		assert.equal(await visible.files.readText('app/door.py'), open['app/door.py']);
		await assert.rejects(visible.files.readText('app/../app/vault.py'), (error: unknown) => {
			assert.ok(error instanceof FileUnreadableError);
			assert.equal(error.reason, 'forbidden');
			assert.match(error.message, /hidden from models by \.aiignore/);
			return true;
		});
	});

	it('passes a cancelled listing on', async () => {
		await assert.rejects(visible.files.list(AbortSignal.abort(new Error('enough'))), /enough/);
	});

	const calls: readonly [tool: string, args: Record<string, string | number>][] = [
		['search_class', { class_name: 'Vault' }],
		['search_class', { class_name: 'Door' }],
		['search_class_in_file', { class_name: 'Vault', file_name: 'app/vault.py' }],
		['search_method', { method_name: 'unlock' }],
		['search_method', { method_name: 'greet' }],
		['search_method', { method_name: 'unlok' }],
		['search_method_in_file', { method_name: 'unlock', file_name: 'vault.py' }],
		['search_method_in_class', { method_name: 'unlock', class_name: 'Door' }],
		['search_method_in_class', { method_name: 'unlock', class_name: 'Vault' }],
		['search_code', { query: 'left-right-left' }],
		['search_code', { query: 'door' }],
		['search_code_in_file', { code_str: 'combination', file_name: 'app/vault.txt' }],
		['search_code_in_file', { code_str: 'vault', file_name: '.aiignore' }],
		['get_code_around_line', { file_name: 'app/vault.py', line_number: 2, window_size: 3 }],
		['get_code_around_line', { file_name: 'valt.py', line_number: 2, window_size: 3 }],
		['read_lines', { file_name: 'app/vault.py', start_line: 1, end_line: 3 }],
		['outline', { file_name: 'vault' }],
		['list_files', { folder: 'app' }],
		['list_files', { pattern: '*ault*' }],
		['search_regex', { pattern: 'left-\\w+-left' }],
		['search_regex', { pattern: '.', file_name: 'app/vault.py' }],
		['find_references', { name: 'combination' }],
	];
	for (const [tool, args] of calls) {
		it(`answers ${tool}(${Object.values(args).join(', ')}) as if the hidden files were not there`, async () => {
			const [filtered, honest, all] = await Promise.all(
				[visible, without, whole].map(workspace => callTool(searchTools, tool, args, { workspace })),
			);
			assert.deepEqual(filtered, honest);
			assert.notDeepEqual(filtered, all, 'the whole workspace has something to hide');
		});
	}

	it('is asked with every tool there is', () => {
		assert.deepEqual(new Set(calls.map(([tool]) => tool)), new Set(searchTools.map(({ name }) => name)));
	});
});
