import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { NodeSearches } from '../../src/editor/trajectory/nodeSearches';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import type { NodesFound } from '../../src/webview/protocol/messages';
import { numbered } from '../support/runEvents';
import { treeEvents } from '../support/treeOf';

/** As long as a part of a search: each node is a part. */
const printed = 'x'.repeat(200_000);
const events = treeEvents(5, at => at - 1).map(event =>
	event.type === 'toolAnswered' ? { ...event, text: printed } : event,
);
const run = foldRun(numbered(events));

describe('a search for a page', () => {
	const page = {};
	const searchFor = (searches: NodeSearches<object>, sent: NodesFound[]) =>
		searches.find(page, { run, text: 'xx' }, part => sent.push(part));

	it('sends its parts in order, and names the last one', async () => {
		const sent: NodesFound[] = [];
		await searchFor(new NodeSearches<object>(), sent);
		assert.deepEqual(
			sent.map(({ nBefore, nodes, isLast }) => [nBefore, nodes.length, isLast]),
			[...[0, 1, 2, 3, 4].map(at => [at, 1, false]), [5, 0, true]],
		);
	});

	it('sends nothing more once its page is gone', async () => {
		const searches = new NodeSearches<object>();
		const sent: NodesFound[] = [];
		const search = searchFor(searches, sent);
		assert.equal(sent.length, 1);
		searches.stop(page);
		await search;
		await setImmediate();
		assert.equal(sent.length, 1);
	});

	it('ends when its page begins another one', async () => {
		const searches = new NodeSearches<object>();
		const [first, second]: [NodesFound[], NodesFound[]] = [[], []];
		await Promise.all([searchFor(searches, first), searchFor(searches, second)]);
		assert.deepEqual([first.length, second.length], [1, 6]);
	});
});
