import assert from 'node:assert/strict';
import { linkSync, symlinkSync } from 'node:fs';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { visibleWorkspace } from '../../src/history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../src/history/pure/workspace';
import { callTool } from '../../src/models/pure/tools/callTool';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import { readAiIgnore } from '../../src/outgoing/pure/gate/aiIgnore';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

const secret = 'left-right-left';
const asked: Readonly<Record<string, string | number>> = {
	class_name: 'Vault',
	method_name: 'unlock',
	code_str: 'combination',
	query: 'combination',
	line_number: 2,
	pattern: 'combin.tion',
};
const vault = `class Vault:\n    combination = '${secret}'\n\n    def unlock(self):\n        return self.combination\n`;
/** Other names of `app/vault.py`: by parts, by case, by the separator of Windows, by a link to it or to its folder. */
const names = [
	...['app/vault.py', 'vault.py', 'vault', 'app.vault', './app/vault.py', 'app/./vault.py', 'app//vault.py'],
	...['app/../app/vault.py', 'x/../app/vault.py', 'APP/VAULT.PY', 'app/Vault.py', 'app\\vault.py', '.\\app\\vault.py'],
	...['link.py', 'linked/vault.py', 'linked/../linked/vault.py', 'LINK.PY', 'app/vault.py ', '"app/vault.py"'],
];

describe('a file that is hidden from models', () => {
	const folder = new TestFolder();
	let whole: Workspace;
	let workspace: Workspace;

	beforeEach(async () => {
		folder.write({
			'ws/app/vault.py': vault,
			'ws/app/door.py': 'def door():\n    pass\n',
			'ws/.aiignore': '/app/vault.py\n',
		});
		symlinkSync('app/vault.py', folder.path('ws/link.py'));
		symlinkSync('app', folder.path('ws/linked'));
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		whole = (await openWorkspace({ roots, packageRoot: repoRoot, log: new RecordedLog() })).workspace;
		workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	});

	it('is read under none of its names but those of links', async () => {
		for (const name of names.filter(each => !/link/i.test(each))) {
			const text = await workspace.files.readText(name).catch(() => '');
			assert.equal(text.includes(secret), false, name);
		}
	});

	it('is shown by no search tool, under none of its names', async () => {
		const ofFile = searchTools.filter(({ parameters }) => parameters.some(({ name }) => name === 'file_name'));
		assert.ok(ofFile.length >= 4);
		for (const { name: tool, parameters } of ofFile) {
			const shownOf = async (file: string, searched: Workspace) => {
				const args = parameters.flatMap(({ name }) => (name in asked ? [[name, asked[name]]] : []));
				const given = { ...Object.fromEntries(args), file_name: file };
				return (await callTool(searchTools, tool, given, { workspace: searched })).text;
			};
			assert.match(await shownOf('app/vault.py', whole), /combination = |self\.combination/, tool);
			for (const name of names) {
				assert.doesNotMatch(await shownOf(name, workspace), /left-right|self\.combination/, `${tool} ${name}`);
			}
		}
	});

	it('is shown under a second name of the same file, as it has rules of its own', async () => {
		linkSync(folder.path('ws/app/vault.py'), folder.path('ws/second.py'));
		assert.match(await workspace.files.readText('second.py'), /left-right-left/);
	});
});
