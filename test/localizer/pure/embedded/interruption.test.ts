import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { issue, shop } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { type LocateResult, locateRun, resumeRun } from './locateRun';

/** One that needs every kind of round. */
const given = issue(
	'`RateTable` forgets a currency',
	`The entry should be found. But \`known_currencies\` says "no parcel service reaches the island", see shop/stock.py.

Traceback (most recent call last):
  File "/home/me/shop/receipt.py", line 10, in print_receipt
    out.write(header(basket))
  File "/home/me/shop/basket.py", line 12, in first_price
    return self.prices[0]
IndexError: list index out of range
`,
);

const naming = 'Name the locations';

describe('a run of the embedded localizer', () => {
	let workspace: Workspace;
	let whole: LocateResult;

	before(async () => {
		workspace = await memoryWorkspace(shop);
		whole = await locateRun(workspace, given);
	});

	it('asks no code search server', async () => {
		let nAsked = 0;
		const codeSearch = () => {
			nAsked++;
			return undefined;
		};
		const { run } = await locateRun({ ...workspace, codeSearch }, given);
		assert.equal(run.state, 'done');
		assert.equal(nAsked, 0);
	});

	it('has every kind of round for the issue tried here', () => {
		assert.deepEqual(
			nodesOf(whole.run)
				.slice(1)
				.map(({ title }) => title),
			[
				'Look up what the issue names',
				'Search for what the issue quotes and uses',
				'Read what the words of the issue point at',
				'Follow calls and base classes',
				naming,
			],
		);
	});

	it('comes to the same end when its log was torn after any event', async () => {
		for (let kept = 1; kept < whole.events.length; kept++) {
			const { run } = await resumeRun(workspace, whole.events.slice(0, kept));
			assert.deepEqual(found(run), found(whole.run), `torn after ${kept} events`);
			assert.equal(run.state, 'done');
		}
	});

	it('comes to the same end when it was torn again and again', async () => {
		let events: readonly RunEvent[] = whole.events.slice(0, 1);
		for (let nTears = 0; foldRun(events).selected.locations.length === 0; nTears++) {
			assert.ok(nTears < 100, 'it gets ahead with every try');
			const { events: more } = await resumeRun(workspace, events);
			const closed = more.findIndex((event, at) => at >= events.length && event.type === 'nodeClosed');
			events = more.slice(0, closed + 2);
		}
		const { run } = await resumeRun(workspace, events);
		assert.deepEqual(found(run), found(whole.run));
	});

	it('does not ask again what whole rounds have answered', async () => {
		const closed = whole.events.findLastIndex(
			(event, at) => event.type === 'nodeClosed' && at < whole.events.length - 4,
		);
		const { events } = await resumeRun(workspace, whole.events.slice(0, closed + 1));
		const again = events.slice(closed + 1).filter(({ type }) => type === 'toolCalled' || type === 'briefMade');
		assert.deepEqual(again, []);
	});

	it('stops at once when cancelled after any event, and keeps what was found', async () => {
		for (const [at, last] of whole.events.entries()) {
			if (at < 2 || isAtEnd(whole.events, at)) {
				continue;
			}
			const { run, events } = await cancelledAfter(workspace, last.seq);
			assert.deepEqual(events.slice(0, -1), whole.events.slice(0, at + 1), `cancelled after ${last.type}`);
			assert.deepEqual([run.state, run.nodes], ['cancelled', foldRun(whole.events.slice(0, at + 1)).nodes]);
		}
	});

	it('keeps the locations when cancelled while it names them', async () => {
		const opened = whole.events.find(event => event.type === 'nodeOpened' && event.title === naming);
		const { run } = await cancelledAfter(workspace, opened?.seq ?? 0);
		assert.deepEqual([run.state, run.selected.locations], ['cancelled', whole.run.selected.locations]);
	});

	it('begins nothing when cancelled before', async () => {
		const { run, events } = await locateRun(workspace, given, { signal: AbortSignal.abort() });
		assert.deepEqual(
			events.map(({ type }) => type),
			['runStarted', 'indexed', 'runEnded'],
		);
		assert.equal(run.state, 'cancelled');
	});

	it('comes to the same end when resumed after it was cancelled in any round', async () => {
		for (const { seq, type } of whole.events) {
			if (type === 'toolCalled') {
				const { events } = await cancelledAfter(workspace, seq);
				const { run } = await resumeRun(workspace, events);
				assert.deepEqual([run.state, found(run)], ['done', found(whole.run)]);
			}
		}
	});

	it('does not name again what the user dismissed as not the bug', async () => {
		const location = whole.run.selected.locations[0]?.id ?? '';
		const end = whole.events.findIndex(event => event.type === 'nodeOpened' && event.title === naming);
		const { seq = 0, at = 0 } = whole.events[end - 1] ?? {};
		const dismissed: RunEvent = { v: 2, seq: seq + 1, at, node: 'run', type: 'locationDismissed', location };
		const { run } = await resumeRun(workspace, [...whole.events.slice(0, end), dismissed]);
		assert.ok(run.selected.locations.length > 0);
		assert.equal(
			run.selected.locations.some(({ id }) => id === location),
			false,
		);
		assert.notEqual(run.selected.ranking.functions[0], location.replace('#', ':'));
		assert.ok(run.selected.ranking.functions.includes(location.replace('#', ':')));
	});
});

/** What a run has come to: everything but when. */
function found(run: Run): unknown {
	const rounds = nodesOf(run).map(({ openedAt: _openedAt, closedAt: _closedAt, ...node }) => node);
	return { ...run.selected, brief: run.brief, rounds };
}

/** The events of the naming round, and the end of the run. */
function isAtEnd(events: readonly RunEvent[], at: number): boolean {
	return at >= events.findIndex(event => event.type === 'nodeOpened' && event.title === naming);
}

function cancelledAfter(workspace: Workspace, seq: number): Promise<LocateResult> {
	const abort = new AbortController();
	const onEvent = (event: RunEvent) => (event.seq === seq ? abort.abort() : undefined);
	return locateRun(workspace, given, { onEvent, signal: abort.signal });
}
