import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { callTool } from '../../src/models/pure/tools/callTool';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import { legacy, startMcp, textOf } from '../cli/mcp/mcpClient';
import { faultlineCli } from '../support/faultlineCli';
import { git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';
import { rounds } from '../support/thorough';

/** Each is one file beside all others, also where two differ in case or in how an accent is composed. */
const names = {
	tab: 'tab\there.py',
	quote: 'quo"te.py',
	apostrophe: "o'clock.py",
	backslash: 'back\\slash.py',
	dash: '-dash.py',
	option: '--output=x.py',
	upper: 'Case.py',
	lower: 'case.py',
	composed: 'caf\u00e9.py',
	decomposed: 'cafe\u0301.py',
	long: `${'l'.repeat(252)}.py`,
	leading: ' lead.py',
	trailing: 'trail .py',
	escape: 'esc\u001b[31m.py',
	reordered: 'b\u202eidi.py',
	glob: 'g[ab]*.py',
	magic: ':(top)c.py',
	comment: '#hash.py',
	negated: '!bang.py',
	command: '$(touch pwned).py',
} as const;

const code = (what: string) => `def total_${what}(x):\n    return x + 1  # marker_${what}\n`;

describe('files with strange names', () => {
	const folder = new TestFolder();
	const cli = (words: readonly string[], stdin?: string) =>
		faultlineCli(words, {
			cwd: folder.path('ws'),
			env: { FAULTLINE_STORAGE: folder.path('storage') },
			...(stdin !== undefined && { stdin }),
		});
	const open = () =>
		openWorkspace({ roots: [{ name: '', dir: folder.path('ws') }], packageRoot: repoRoot, log: new RecordedLog() });

	before(function () {
		if (process.platform !== 'linux') {
			console.log('      left out: other systems have no such names');
			this.skip();
		}
	});

	beforeEach(() => {
		for (const [what, name] of Object.entries(names)) {
			folder.write({ [`ws/${name}`]: code(what) });
		}
		folder.write({ 'ws/new\nline.py': code('newline') });
	});

	it('are found by what is in them, and read by their names', async () => {
		const { workspace, problems } = await open();
		// It could begin a line of its own in an answer.
		assert.deepEqual(problems, [{ path: 'new line.py', reason: 'its name has a line break' }]);
		for (const [what, name] of Object.entries(names)) {
			const call = async (tool: string, given: Record<string, unknown>) =>
				(await callTool(searchTools, tool, given, { workspace })).text;
			const found = await call('search_code', { query: `marker_${what}` });
			assert.match(found, /^Found the code once in the workspace, in 1 file/, name);
			assert.ok(found.includes(`<file>${name}</file>`), name);
			const read = await call('read_lines', { file_name: name });
			assert.ok(read.includes(`<file>${name}</file>`) && read.includes(`marker_${what}\n`), read);
			const method = await call('search_method', { method_name: `total_${what}` });
			assert.match(method, /^Found 1 definition/, name);
		}
	});

	it('are located', async () => {
		for (const what of ['backslash', 'decomposed', 'option'] as const) {
			const { code: status, stdout } = await cli(['locate', '--issue', '-', '--json'], `total_${what} is wrong`);
			assert.equal(status, 0);
			const [first] = (JSON.parse(stdout) as { locations: { file: string; method: string }[] }).locations;
			assert.deepEqual([first?.file, first?.method], [names[what], `total_${what}`]);
		}
	});

	it('are changed by an answer that names them, with a diff that git applies', async () => {
		git(folder.path('ws'), 'init', '-q');
		for (const [what, name] of Object.entries(names)) {
			if (['escape', 'reordered', 'leading', 'backslash'].includes(what)) {
				// An answer is lines of text, and names in it are trimmed.
				continue;
			}
			const [original, patched] = ['return x + 1', 'return x'];
			const answer = `<file>${name}</file>\n<original>\n    ${original}  # marker_${what}\n</original>\n<patched>\n    ${patched}  # marker_${what}\n</patched>\n`;
			const { code: status, stdout, stderr } = await cli(['apply', '--response', '-'], answer);
			assert.equal(status, 0, `${name}: ${stdout}${stderr}`);
			const applied = spawnSync('git', ['apply', '-'], { cwd: folder.path('ws'), input: stdout });
			assert.equal(applied.status, 0, `${name}: ${applied.stderr}\n${stdout}`);
			assert.equal(readFileSync(folder.path('ws', name), 'utf8'), code(what).replace(original, patched));
		}
	});

	it('are left alone by an answer that writes another one: a backslash there ends the name of a folder', async () => {
		const answer = `<file>${names.backslash}</file>\n<original>\nreturn x\n</original>\n<patched>\nreturn y\n</patched>\n`;
		const { code: status, stdout } = await cli(['apply', '--response', '-'], answer);
		assert.equal(status, 1);
		assert.match(stdout, /There is no file `back\\slash\.py` in the workspace/);
	});

	it('have a history of their own', async () => {
		git(folder.path('ws'), 'init', '-q');
		git(folder.path('ws'), 'add', '-A');
		git(folder.path('ws'), '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'the first one');
		const some = Object.values(names).filter((_, at) => at % rounds(3, 1) === 0);
		for (const name of [...some, names.dash]) {
			const ask = (...words: string[]) => cli(['search', '--strategy', 'researcher', ...words]);
			const blame = await ask('blame', '--', name, '1', '2');
			assert.match(blame.stdout, /the first one/, `${name}: ${blame.stdout}${blame.stderr}`);
			const commits = await ask('search_commits', '--', 'first', name);
			assert.match(commits.stdout, /^Found 1 commit/, `${name}: ${commits.stdout}${commits.stderr}`);
		}
	});

	it('are read by an MCP client', async () => {
		const { client } = await startMcp({
			args: ['--workspace', folder.path('ws'), '--storage', folder.path('storage')],
			mode: legacy,
		});
		try {
			for (const [what, name] of Object.entries(names)) {
				const answer = await client.callTool({ name: 'read_file', arguments: { path: name } });
				const text = textOf(answer as Parameters<typeof textOf>[0]);
				assert.ok(text.includes(`marker_${what}`), `${name}: ${text}`);
			}
		} finally {
			await client.close();
		}
	});
});

describe('files that cannot be read', () => {
	const folder = new TestFolder();
	const cli = (...words: string[]) => faultlineCli(words, { env: { FAULTLINE_STORAGE: folder.path('storage') } });

	beforeEach(() => {
		folder.write({
			'ws/plain.py': code('plain'),
			'ws/line.py': `x = "${'a'.repeat(40 * 1024 * 1024)}"\n`,
			'ws/huge.py': code('huge'),
		});
		truncateSync(folder.path('ws/line.py'), 100 * 1024 * 1024);
		truncateSync(folder.path('ws/huge.py'), 300 * 1024 * 1024);
	});

	it('are named where they are too large, and all others are searched', async () => {
		const ws = ['--workspace', folder.path('ws')];
		assert.match((await cli('index', ...ws)).stdout, /left out: 2 oversized \(huge\.py, line\.py\)/);
		assert.deepEqual(JSON.parse((await cli('index', ...ws, '--json')).stdout).tooLarge, ['huge.py', 'line.py']);
		const found = await cli('search', ...ws, 'search_code', 'marker_plain');
		assert.match(found.stdout, /Found the code once in the workspace, in 1 file\./);
		assert.match(found.stdout, /Not searched, as too large: huge\.py, line\.py\./);
		const read = await cli('search', ...ws, 'read_lines', 'huge.py');
		assert.match(read.stdout, /huge\.py: too large to read \(300 MB\)/);
	});

	it('are named where their names are not UTF-8, with what to do', async function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
		const strange = (text: string) =>
			Buffer.concat([Buffer.from(folder.path('ws', text)), Buffer.from([0xff]), Buffer.from('.py')]);
		writeFileSync(strange('bad'), code('bad'));
		mkdirSync(strange('folder'));
		const { stdout, stderr } = await cli('index', '--workspace', folder.path('ws'), '--json');
		assert.deepEqual(JSON.parse(stdout).problems, [
			{ path: 'bad\ufffd.py', reason: 'its name is not UTF-8: rename it' },
			{ path: 'folder\ufffd.py', reason: 'its name is not UTF-8: rename it' },
		]);
		assert.match(
			stderr,
			/^(?:Not everything could be read: bad.{1,3}\.py: its name is not UTF-8: rename it, and 1 more.*)?\s*$/,
		);
	});
});
