import assert from 'node:assert/strict';
import { faultlineCli } from '../support/faultlineCli';
import { TestFolder } from '../support/testFolder';

const hostile = '\u001b]0;OWNED\u0007\u001b[2J\u001b]52;c;aGk=\u001b\\\u009b2J\u202eevil';
const foreign = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;

describe('the command line', () => {
	const folder = new TestFolder();
	const name = 'src/wrong\u001b]0;OWNED\u0007\u202eyp.py';
	const cli = (words: readonly string[], stdin?: string) =>
		faultlineCli(words, {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
			...(stdin !== undefined && { stdin }),
		});
	const inWorkspace = (command: string, ...words: string[]) => [command, '--workspace', folder.path('ws'), ...words];
	const issue = `# wrong_total ${hostile}\n\nwrong_total should ${hostile} return 2.`;

	beforeEach(() => {
		folder.write({
			[`ws/${name}`]: `def wrong_total(items):\n    """${hostile}"""\n    return len(items)\n`,
			'ws/src/till.py': `x = 1 # ${hostile}\ny = 1\n`,
		});
	});

	async function assertClean(words: readonly string[], stdin?: string): Promise<string> {
		const { stdout, stderr } = await cli(words, stdin);
		assert.doesNotMatch(stdout + stderr, foreign, words.join(' '));
		return stdout + stderr;
	}

	it('prints no control character of an issue, a file name or a text', async () => {
		const located = await assertClean(inWorkspace('locate', '--issue', '-'), issue);
		assert.match(located, /wrong_total/);
		assert.match(located, /\\u\{202E\}/);
		const id = /Kept as run (\S+),/.exec(located)?.[1] ?? assert.fail(located);
		assert.match(await assertClean(['runs', 'list']), /OWNED/);
		await assertClean(['runs', 'show', id]);
		assert.match(await assertClean(inWorkspace('search', 'search_method', 'wrong_total')), /OWNED/);
		await assertClean(inWorkspace('index'));
	});

	it('prints none of a patch, a refusal or an error', async () => {
		const triple = (file: string) =>
			`<file>${file}</file>\n<original>\nx = 1 # ${hostile}\n</original>\n<patched>\nx = 2\n</patched>\n`;
		assert.match(await assertClean(inWorkspace('apply', '--response', '-'), triple(`no${hostile}.py`)), /OWNED/);
		await assertClean(inWorkspace('apply', '--response', `missing${hostile}.md`));
		await assertClean([`command${hostile}`]);
		await assertClean(['runs', 'show', `run${hostile}`]);
		await assertClean(inWorkspace('search', `tool${hostile}`));
		await assertClean(['locate', '--workspace', `folder${hostile}`, '--issue', '-'], issue);
	});

	it('has them escaped in JSON', async () => {
		const { stdout } = await cli(inWorkspace('locate', '--issue', '-', '--json'), issue);
		assert.doesNotMatch(stdout, foreign);
		const { locations } = JSON.parse(stdout) as { locations: { file: string }[] };
		assert.ok(locations.some(({ file }) => file === name));
	});

	it('gives a program that reads a diff its exact bytes', async () => {
		const triple = '<file>src/till.py</file>\n<original>\ny = 1\n</original>\n<patched>\ny = 2\n</patched>\n';
		const { stdout } = await cli(inWorkspace('apply', '--response', '-'), triple);
		assert.ok(stdout.includes(` x = 1 # ${hostile}\n-y = 1\n+y = 2\n`), stdout);
	});
});
