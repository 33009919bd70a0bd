import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { LeafResult, Run } from '../../../../src/runs/pure/fold/run';
import { nodesOf, roundsOf } from '../../../../src/runs/pure/fold/runTree';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import type { BugLocation } from '../../../../src/runs/pure/model/location';
import { issue, messageIssue, nameIssue, shop, traceIssue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const issues: Readonly<Record<string, Issue>> = { trace: traceIssue, name: nameIssue, message: messageIssue };

describe('the embedded localizer', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	const locateWhole = async (given: Issue): Promise<Run> => (await locateRun(workspace, given)).run;
	const locate = async (given: Issue): Promise<LeafResult> => (await locateWhole(given)).selected;

	it('finds where a stack trace ends, and reports it', async () => {
		const { locations, ranking } = await locate(traceIssue);
		const [first] = locations;
		assert.deepEqual(placed(first), ['shop/basket.py#Basket.first_price', 11, 12, 'Basket', 'first_price']);
		assert.deepEqual(evidenceOf(first, 'trace'), ['The stack trace ends here (shop/basket.py:12).']);
		assert.equal(ranking.functions[0], 'shop/basket.py:Basket.first_price');
		assert.ok(ranking.files.slice(0, 2).includes('shop/basket.py'));
	});

	it('knows the other frames of the stack trace by how far they are from the error', async () => {
		const { locations } = await locate(traceIssue);
		const header = locations.find(({ id }) => id === 'shop/receipt.py#header');
		assert.deepEqual(evidenceOf(header, 'trace'), ['Frame 2 from the error (shop/receipt.py:6).']);
	});

	it('finds what the issue names, and reports it', async () => {
		const { locations, ranking } = await locate(nameIssue);
		const [first] = locations;
		assert.deepEqual(placed(first), ['shop/rates.py#RateTable.convert', 9, 10, 'RateTable', 'convert']);
		assert.deepEqual(evidenceOf(first, 'name'), ['The issue names RateTable.convert.']);
		assert.equal(ranking.modules[0], 'shop/rates.py:RateTable');
	});

	it('finds a message the issue quotes, and reports it', async () => {
		const [first] = (await locate(messageIssue)).locations;
		assert.deepEqual(placed(first), ['shop/parcel.py#Parcel.send', 3, 6, 'Parcel', 'send']);
		assert.deepEqual(evidenceOf(first, 'string'), [
			'Contains “no parcel service reaches the island”, which the issue quotes.',
		]);
	});

	for (const [kind, given] of Object.entries(issues)) {
		it(`gives each location evidence, from a round of its run where one found it: issue with a ${kind}`, async () => {
			const run = await locateWhole(given);
			const { locations } = run.selected;
			const rounds = new Set(roundsOf(run).map(({ id }) => id));
			assert.ok(locations.length > 0);
			for (const { id, evidence, lessLikely } of locations) {
				assert.ok(evidence.length > 0 || lessLikely === true, id);
				for (const { text, node } of evidence) {
					assert.ok(node === undefined || rounds.has(node), `${id}: ${text}`);
				}
			}
		});

		it(`ranks locations by scores between 0 and 1: issue with a ${kind}`, async () => {
			const { locations } = await locate(given);
			const scores = locations.map(({ score }) => score);
			assert.deepEqual(
				scores,
				[...scores].sort((a, b) => b - a),
			);
			assert.ok(scores.every(score => score > 0 && score <= 1));
		});
	}

	it('quotes the issue once where no sentence of it names the code', async () => {
		const expected = [
			{ given: traceIssue, sentence: 'An empty basket should cost nothing.' },
			{ given: nameIssue, sentence: 'Amounts are not rounded' },
		];
		for (const { given, sentence } of expected) {
			const { locations } = await locate(given);
			assert.deepEqual(
				locations.map(({ intendedBehavior, fromIssue }) => [intendedBehavior, fromIssue]),
				locations.map((_, at) => ['', at === 0 ? sentence : undefined]),
			);
		}
	});

	it('states the intended behavior in the sentence that names the code', async () => {
		const { locations } = await locate(issue('Rounding', '`RateTable.convert` should round to cents. Nothing else.'));
		assert.deepEqual(
			locations.filter(({ intendedBehavior }) => intendedBehavior !== '').map(({ id }) => id),
			['shop/rates.py#RateTable.convert'],
		);
	});

	it('finds all less likely where only the tests lead', async () => {
		const { locations } = await locate(issue('Wrong clearance', 'In a clearance sale.'));
		assert.deepEqual(locations.map(({ id }) => id).sort(), ['shop/stock.py#refill', 'shop/stock.py#take']);
		assert.ok(locations.every(({ evidence, lessLikely }) => evidence.length === 0 && lessLikely === true));
	});

	it('gives evidence and lines for every likely location, whatever the issue contains', async () => {
		const word = fc.constantFrom(
			...['basket', 'price', 'clearance', 'convert', 'island', 'label', 'shop/stock.py', 'take', 'refill', 'Lookup'],
			...['`find`', '`RateTable`', '"parcel service reaches the island"', 'amount', 'sale', 'currencies', 'receipt'],
		);
		const text = fc.array(word, { minLength: 1, maxLength: 5 }).map(words => words.join(' '));
		await fc.assert(
			fc.asyncProperty(text, text, async (title, body) => {
				const { locations } = await locate(issue(title, body));
				for (const { evidence, focus = [], lessLikely, startLine, endLine } of locations) {
					assert.ok(evidence.length > 0 || lessLikely === true);
					assert.ok(evidence.length <= 3 && focus.length > 0);
					assert.ok(focus.every(lines => startLine <= lines.startLine && lines.endLine <= endLine));
				}
			}),
			{ numRuns: 150 },
		);
	});

	it('names no test, though the issue does', async () => {
		const { locations, ranking } = await locate(
			issue('test_convert fails', 'In tests/test_rates.py, test_convert fails.'),
		);
		assert.deepEqual(
			[...locations.map(({ file }) => file), ...ranking.files].filter(path => path.startsWith('tests/')),
			[],
		);
	});

	it('asks for no file outside the workspace, whatever the issue points at', async () => {
		const body = [
			'See ../../etc/passwd.txt:3 and /etc/hosts.py and C:\\Windows\\system.ini of basket.',
			'Traceback (most recent call last):',
			'  File "/usr/lib/../../etc/secret.py", line 4, in leak',
			'    leak()',
			'  File "../outside.py", line 9, in leak',
			'    leak()',
			'ValueError: basket',
		].join('\n');
		const run = await locateWhole(issue('Leak of the basket', body));
		const calls = nodesOf(run).flatMap(node => node.calls);
		assert.ok(calls.length > 0);
		for (const { args } of calls) {
			assert.ok(args.file_name === undefined || Object.hasOwn(shop, args.file_name), JSON.stringify(args));
		}
	});

	it('gives the same events every time, bit for bit', async () => {
		for (const given of Object.values(issues)) {
			const [first, second] = [await locateRun(workspace, given), await locateRun(workspace, given)];
			assert.equal(JSON.stringify(first.events), JSON.stringify(second.events));
		}
	});

	it('gives the same events in whatever order the files are listed', async () => {
		const expected = JSON.stringify((await locateRun(workspace, traceIssue)).events);
		const orders = fc.shuffledSubarray(Object.entries(shop), { minLength: Object.keys(shop).length });
		await fc.assert(
			fc.asyncProperty(orders, async entries => {
				const shuffled = await memoryWorkspace(Object.fromEntries(entries));
				assert.equal(JSON.stringify((await locateRun(shuffled, traceIssue)).events), expected);
			}),
			{ numRuns: 15 },
		);
	});
});

function placed(location: BugLocation | undefined): unknown[] {
	return [location?.id, location?.startLine, location?.endLine, location?.class, location?.method];
}

function evidenceOf(location: BugLocation | undefined, kind: string): string[] {
	return (location?.evidence ?? []).filter(each => each.kind === kind).map(({ text }) => text);
}
