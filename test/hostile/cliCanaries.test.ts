import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import { alphanumeric, drawnText } from '../outgoing/pure/gate/drawnText';
import { faultlineCli } from '../support/faultlineCli';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

const apiKey = `sk-${drawnText(48, alphanumeric, 2)}`;
const otherKey = drawnText(32, alphanumeric, 3);
const secret = drawnText(40, alphanumeric, 4);
const hiddenLine = 'the basket of the board is empty';

const rounds: readonly ScriptedAnswer[] = [
	{
		toolCalls: [
			{ name: 'search_method', arguments: { method_name: 'first_price' } },
			{ name: 'search_code', arguments: { query: 'basket' } },
			{ name: 'search_code_in_file', arguments: { code_str: 'board', file_name: 'board.py' } },
		],
	},
	{
		toolCalls: [
			{
				name: 'report_bug_locations',
				arguments: { bug_locations: [{ file: 'basket.py', method: 'first_price', intended_behavior: 'give nothing' }] },
			},
		],
	},
];

describe('what the command line lets out', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const cli = (...words: string[]) =>
		faultlineCli(words, {
			env: { FAULTLINE_STORAGE: folder.path('storage'), OPENAI_API_KEY: apiKey, PAYMENT_SK: otherKey },
		});

	function writeWorkspace(): string[] {
		const files: Readonly<Record<string, string>> = {
			'basket.py': `def first_price(prices):\n    return connect('${secret}', prices[0])  # basket\n`,
			'board.py': `# ${hiddenLine}\ndef board():\n    return []\n`,
			'.cursorignore': 'board.py\n',
			'ISSUE.md': `# first_price fails for an empty basket\n\nWith API_TOKEN="${secret}" it raises IndexError.\n`,
		};
		for (const [name, text] of Object.entries(files)) {
			writeFileSync(folder.path(name), text);
		}
		return ['--workspace', folder.path(), '--issue', folder.path('ISSUE.md')];
	}

	it('has no secret, key or hidden line in requests, progress and messages, also of a run that is continued', async () => {
		const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools', '--verbose'];
		const words = [...writeWorkspace(), ...model];
		server.now.script([...rounds.slice(0, 1), { fault: 'status', status: 401, body: { error: `no ${apiKey}` } }]);
		const failed = await cli('locate', ...words);
		assert.equal(failed.code, 1, failed.stdout);
		server.now.script(rounds.slice(1));
		const [run = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		const resumed = await cli('runs', 'resume', run, ...model);
		assert.equal(resumed.code, 0, resumed.stderr);
		const sent = server.now.bodies.map(body => JSON.stringify(body)).join('\n');
		assert.match(sent, /first_price/);
		for (const [what, text] of [
			['a request', sent],
			['the messages', failed.stderr + resumed.stderr],
		] as const) {
			for (const canary of [apiKey, otherKey, secret, hiddenLine]) {
				assert.ok(!text.includes(canary), `${what} contains ${canary}`);
			}
		}
		for (const canary of [apiKey, otherKey, hiddenLine]) {
			for (const file of filesIn(folder.path('storage'))) {
				assert.ok(!readFileSync(file, 'latin1').includes(canary), `${file} contains ${canary}`);
			}
		}
	});
});

/** The index cache is left out: it belongs to the workspace, and never leaves the machine. */
function filesIn(root: string): string[] {
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map(name => join(root, name))
		.filter(path => statSync(path).isFile() && path.includes(`${join('runs', '')}`));
}
