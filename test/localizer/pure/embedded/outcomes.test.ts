import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { emptyRanking } from '../../../../src/runs/pure/model/location';
import { issue, shop, traceIssue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const nothingToLookFor =
	'The issue contains no searchable terms. Describe what happens, and name a class, a file or a message.';

describe('the embedded localizer reports its outcome', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	const locate = async (given: Issue): Promise<Run> => (await locateRun(workspace, given)).run;

	it('in an empty workspace: there is no code', async () => {
		const { run } = await locateRun(await memoryWorkspace({}), traceIssue);
		assertNothing(run, 'There is no code in this workspace. Open the folder that the issue is about.');
	});

	it('in a workspace of tests alone: there is no other code', async () => {
		const { run } = await locateRun(
			await memoryWorkspace({ 'tests/test_a.py': 'def test_a():\n    pass\n' }),
			traceIssue,
		);
		assertNothing(run, 'There is no code in this workspace but tests. Open the folder that the issue is about.');
	});

	it('for an issue that matches nothing: no term of it occurs in the code', async () => {
		const run = await locate(issue('Zeppelin qualmt', 'Der `Zeppelin` qualmt über Wuppertal.'));
		assertNothing(
			run,
			'No term of the issue occurs in the 6 files of this workspace. Name a class, a file or a message that does.',
		);
	});

	it('for an issue that could be about anything: no place is likely, and three are guesses', async () => {
		const alike = Object.fromEntries(
			Array.from({ length: 60 }, (_, at) => [
				`app/part${at}.py`,
				`def show_page(page):\n    return part${at}(page)\n\ndef leave_page(page):\n    return page\n`,
			]),
		);
		const { run } = await locateRun(
			await memoryWorkspace(alike),
			issue('The page is odd', 'Some users see an odd page.'),
		);
		const { locations, ranking } = run.selected;
		assert.deepEqual(
			locations.map(({ lessLikely }) => lessLikely),
			[true, true, true],
		);
		assert.ok(locations.every(({ likelihood = 1 }) => likelihood < 0.25));
		assert.equal(nodesOf(run).at(-1)?.summary, 'No place is likely: named 3 guesses in 3 files');
		assert.ok(ranking.functions.length > 100);
	});

	it('for a trace of other code: none of its frames is here, and all places are guesses', async () => {
		const trace = ['    at grindBeans (/srv/cafe/mill.js:4:9)', '    at basketPrice (/srv/cafe/counter.js:9:3)'];
		const run = await locate(issue('The basket price is wrong', `TypeError: basket price\n${trace.join('\n')}`));
		const last = nodesOf(run).at(-1)?.summary ?? '';
		assert.match(
			last,
			/^No frame of the trace is in this workspace: grindBeans and basketPrice\. No place is likely: /,
		);
		assert.ok(run.selected.locations.every(({ likelihood = 1, lessLikely }) => likelihood < 0.25 && lessLikely));
		assert.ok(run.selected.locations.length > 0);
	});

	for (const text of [
		'![](https://example.org/basket/price/total.png)',
		'![image](https://example.org/basket/price/total.png)',
		'https://example.org/basket/price/total.png',
		'<img width="600" alt="" src="https://example.org/basket/price/total.png" />',
	]) {
		it(`for an issue with only a screenshot: nothing to look for: ${text}`, async () => {
			const given = issueFromText(text, { kind: 'text' }) ?? assert.fail('it is an issue');
			assertNothing(await locate(given), nothingToLookFor);
		});
	}

	it('for an issue with a screenshot below its title: looks for the title', async () => {
		const run = await locate(issue('The basket total is wrong', '![](https://example.org/stock/refill/take.png)'));
		assert.equal(run.selected.locations[0]?.id, 'shop/basket.py#Basket.total');
		assert.equal(
			run.selected.locations.some(({ file }) => file === 'shop/stock.py'),
			false,
		);
	});

	for (const [kind, line] of Object.entries({
		prose: 'Nothing more to be said about "the weather" in `our_town`, expected or not.',
		frames: '  File "/home/me/shop/receipt.py", line 6, in header',
		errors: '  File "a.py", line 6, in b\nRateError: bad currency in number',
		fences: '```',
		quotes: '"` \' “ " ` \'',
		names: 'shop.basket.Basket#total some_name aName',
		'one word': undefined,
		'one line': undefined,
	})) {
		it(`for an issue of 5 MB of ${kind}: finds what its beginning describes`, async () => {
			const filler = line === undefined ? (kind === 'one word' ? 'x' : '(a. ') : `${line} 1\n`;
			const body = `${traceIssue.body}\n${filler.repeat(Math.ceil(5_000_000 / filler.length))}`;
			const run = await locate(issue(traceIssue.title, body));
			assert.ok(run.selected.locations.length > 0);
			assert.ok(run.selected.locations.some(({ id }) => id === 'shop/basket.py#Basket.first_price'));
			assert.ok(JSON.stringify(run.brief).length < 1_000_000);
		});
	}
});

function assertNothing(run: Run, reason: string): void {
	const naming = nodesOf(run).at(-1);
	assert.deepEqual(
		[run.state, run.selected.locations, run.selected.ranking, naming?.reasoning, naming?.summary],
		['done', [], emptyRanking, [reason], 'Named no location'],
	);
}
