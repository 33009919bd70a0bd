import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../../src/core/model/toolAnswer';
import type { SearchFocus } from '../../../src/core/search/scope/searchScopes';
import { researcherTools } from '../../../src/core/tools/researcher/researcherTools';
import { codeOf, searchProject } from './searchProject';

const filler = (n: number) => Array.from({ length: n }, (_, at) => `\tstep_${at}();`).join('\n');

const texts = {
	'core/work.c': `/* Cancels all work. */
static void cancel_work(struct work *work)
{
	/* the lock protects the queue */
	lock(&work->lock);
	work->state = DEAD;
}

static void flush(struct work *work)
{
${filler(6)}
	if (work->state == DEAD)
		return;
	work->queue = NULL;
}
`,
	'drivers/a.c': 'int a_probe(void)\n{\n\treturn work_state(CANCELLED);\n}\n',
	'drivers/b.c': 'int b_probe(void)\n{\n\treturn work_state(0) + cancel();\n}\n',
	'docs/work.txt': 'How to cancel work: set its state.\n',
	'tests/test_work.c': 'void test_cancel(void)\n{\n\tassert(cancel_work(state));\n}\n',
	MAINTAINERS: 'DRIVERS\nF:\tdrivers/\n',
};

function project(focus?: Partial<SearchFocus>) {
	const whole = { filesInMemory: () => [], reportedLines: [], ...focus };
	return searchProject(texts, { tools: researcherTools, ...(focus && { focus: whole }) });
}

/** `path:line` of each hit that is shown. */
function shown({ text }: ToolAnswer): string[] {
	return [...text.matchAll(/^<file>(.*?)<\/file>.* \(line (\d+)\)$/gm)].map(([, file, line]) => `${file}:${line}`);
}

describe('search_code by words', () => {
	const found: [query: string, mode: string, hits: readonly string[], note: RegExp][] = [
		['DEAD state', '', ['core/work.c:6', 'core/work.c:17'], /^Found 2 lines in 1 file\.$/m],
		[
			'state cancel',
			'',
			['drivers/b.c:3', 'docs/work.txt:1', 'drivers/a.c:3', 'core/work.c:6', 'core/work.c:17'],
			/Found 6 lines/,
		],
		['work->state = DEAD', '', ['core/work.c:6'], /Found 1 line in 1 file/],
		['return flush', '', ['core/work.c:18'], /Few lines have all the words; the others have them within forty lines\./],
		['cancelling locks', '', ['core/work.c:2'], /their stems around them/],
		['NULL dead', '', ['core/work.c:19'], /Few lines have all the words/],
		['canceling_works protected', '', ['core/work.c:4'], /their stems around them/],
		['flsuh', '', ['core/work.c:9'], /Some words are written nowhere; read as flush\./],
		['dead zebra state', '', ['core/work.c:6', 'core/work.c:17'], /around them 2 of 3\./],
		['state\\s*=[^=]', 'regex', ['core/work.c:6'], /^Found 1 line/],
		['dead', 'regex', ['core/work.c:6', 'core/work.c:17'], /It matches only with other upper and lower case\./],
		['_probe\\(', '', ['drivers/a.c:1', 'drivers/b.c:1'], /Searched as a regular expression, as it looks like one\./],
		[
			'step_(1|2',
			'regex',
			['core/work.c:11', 'core/work.c:14'],
			/The pattern cannot be read: missing closing \)\.\nSearched as text\./,
		],
		['lock(&work', 'regex', ['core/work.c:5'], /Searched as text\./],
		['DEAD;?z', 'regex', ['core/work.c:6', 'core/work.c:17'], /The expression matches nothing; searched as text/],
	];
	for (const [query, mode, hits, note] of found) {
		it(`finds ${query}${mode === '' ? '' : ` (${mode})`}`, async () => {
			const answer = await (await project()).ask('search_code', query, mode || 'words');
			assert.deepEqual(shown(answer), hits, answer.text);
			assert.match(answer.text, note);
			assert.equal(answer.ok, true);
		});
	}

	it('shows two lines around, and the signature of the definition', async () => {
		const answer = await (await project()).ask('search_code', 'DEAD', 'words', 'work.c');
		assert.equal(
			codeOf(answer),
			'4 \t/* the lock protects the queue */\n5 \tlock(&work->lock);\n6 \twork->state = DEAD;\n7 }\n8 ',
		);
		assert.match(answer.text, /\(line 6\)\nin: static void cancel_work\(struct work \*work\)\n<code>/);
	});

	it('shows five hits at most, of different definitions where there are some', async () => {
		const one = `int one(void)\n{\n${filler(40).replaceAll('\n', '\n\n\n\n')}\n}\n`;
		const many = await searchProject(
			{ 'a.c': one, 'b.c': 'int two(void)\n{\n\tstep_0();\n}\n' },
			{ tools: researcherTools },
		);
		const answer = await many.ask('search_code', 'step_');
		assert.match(answer.text, /^Found 41 lines in 2 files, of which these are the best 5\./);
		assert.equal(shown(answer).length, 5);
		assert.ok(shown(answer).includes('b.c:3'));
		assert.equal(answer.places.length, 41);
	});

	it('begins with the files in memory, widens until there are enough hits, and names the scopes', async () => {
		const answer = await (
			await project({
				filesInMemory: () => ['drivers/b.c'],
				reportedLines: [{ file: 'drivers/a.c', line: 3 }],
			})
		).ask('search_code', 'state cancel');
		assert.deepEqual(shown(answer), [
			'drivers/b.c:3',
			'drivers/a.c:3',
			'docs/work.txt:1',
			'core/work.c:6',
			'core/work.c:17',
		]);
		assert.equal(answer.scope, '1 in the files in memory, 1 in the files of the report, 3 in the workspace');
		assert.doesNotMatch(answer.text, /Searched:|Scope/);
		assert.match(answer.text, /^3 \treturn work_state\(CANCELLED\); {2}<- in the report$/m);
	});

	it('says where it searched, where that was not everywhere', async () => {
		const many = `int one(void)\n{\n${filler(30).replaceAll('\n', '\n\n\n\n')}\n}\n`;
		const focus = { filesInMemory: () => ['a.c'], reportedLines: [] };
		const p = await searchProject(
			{ 'a.c': many, 'b.c': 'int two(void)\n{\n\tstep_0();\n}\n' },
			{ tools: researcherTools, focus },
		);
		const answer = await p.ask('search_code', 'step_');
		assert.match(
			answer.text,
			/other files were not searched; give a path to search them\. Searched: in the files in memory\.$/m,
		);
	});

	it('lists what it does not show, with what the memory shows last', async () => {
		const many = `int one(void)\n{\n${filler(30).replaceAll('\n', '\n\n\n\n')}\n}\n`;
		const linesInMemory = () => [{ file: 'a.c', startLine: 1, endLine: 10 }];
		const focus = { filesInMemory: () => ['a.c'], reportedLines: [], linesInMemory };
		const p = await searchProject({ 'a.c': many }, { tools: researcherTools, focus });
		const all = await p.ask('search_code', 'step_');
		assert.deepEqual(shown(all), ['a.c:11', 'a.c:15', 'a.c:19', 'a.c:23', 'a.c:27']);
		assert.match(
			all.text,
			/The other lines:\n<file>a\.c<\/file>\n31 one: step_7\(\);\n[\s\S]*\nand \d+ more in 1 file/,
		);
		const known = await p.ask('search_code', 'step_0');
		assert.deepEqual(shown(known), []);
		assert.match(known.text, /^3 one: step_0\(\); {2}\(in your memory\)$/m);
	});

	it('finds a piece of code first, and says that punctuation is ignored elsewhere', async () => {
		const code = 'int a(void)\n{\n\tif (!sk)\n\t\treturn;\n}\n\nint b(void)\n{\n\treturn sk;\n}\n';
		const p = await searchProject({ 'a.c': code }, { tools: researcherTools });
		assert.deepEqual(shown(await p.ask('search_code', 'if (!sk) return')), ['a.c:3']);
		const words = await p.ask('search_code', 'return !sk;');
		assert.deepEqual(shown(words), ['a.c:9', 'a.c:4']);
		assert.match(words.text, /^Punctuation is ignored in this mode; where it matters, use the mode regex\.$/m);
	});

	it('names the subsystem', async () => {
		const reportedLines = [{ file: 'drivers/none.c', line: 3 }];
		const answer = await (await project({ reportedLines })).ask('search_code', 'probe');
		assert.equal(answer.scope, '2 in the subsystem DRIVERS (MAINTAINERS)');
	});

	it('is restricted to a path, and reports one that is not there', async () => {
		const p = await project();
		assert.deepEqual(shown(await p.ask('search_code', 'cancel', 'words', 'drivers/*.c')), [
			'drivers/b.c:3',
			'drivers/a.c:3',
		]);
		const none = await p.ask('search_code', 'cancel', 'words', 'nowhere/x.c');
		assert.deepEqual([none.ok, /No file of the workspace is called "nowhere\/x\.c"/.test(none.text)], [false, true]);
	});

	it('suggests definitions where nothing is found', async () => {
		const answer = await (await project()).ask('search_code', 'zzzzqq');
		assert.deepEqual(
			[answer.ok, answer.text.split('\n')[0]],
			[false, 'Nothing was found in the workspace, also with fewer words and other spellings.'],
		);
	});
});
