import assert from 'node:assert/strict';
import { PublicProject } from './publicProject';

const key = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';
const texts = {
	'orders/book.py': `class OrderBook:
    def cancel_order(self, order):
        order.closed = False
        return order


def close_all(book, orders):
    for order in orders:
        book.cancel_order(order)
`,
	'vault.py': 'def cancel_order_in_vault(order):\n    return order\n',
	'.aiignore': 'vault.py\n',
};
const issue = `OrderBook.cancel_order leaves the order open

\`cancel_order\` should set closed. The same with cancel_order_in_vault. My token is ${key}.`;

describe('locate_bug', () => {
	let project: PublicProject;
	beforeEach(async () => {
		project = await PublicProject.of(texts);
	});

	it('answers with how sure it is and the regions, and shows the same code once', async () => {
		const { ok, text, data, places, run } = await project.call('locate_bug', { text: issue });
		assert.ok(ok, text);
		assert.equal(run, 'run-1');
		assert.match(text, /^[\w ]+ \(\d+ %\): the fix changes OrderBook\.cancel_order\. 1 region to read:\n\n/);
		assert.match(text, /\norders\/book\.py:\d-\d {2}OrderBook\.cancel_order.*\nwhy: .*\n/);
		assert.match(text, /\n3\t {8}order\.closed = False\n/);
		assert.doesNotMatch(text, /Next:/);
		assert.deepEqual(data.run, { id: 'run-1', state: 'done' });
		assert.ok(Array.isArray(data.regions) && data.regions.length > 0);
		assert.ok(!JSON.stringify(data).includes('order.closed'));
		assert.equal(places[0]?.file, 'orders/book.py');
		assert.ok(project.progress.length > 1);

		const again = await project.call('locate_bug', { text: issue });
		assert.match(again.text, /\norders\/book\.py:\d-\d {2}OrderBook\.cancel_order.* {2}\(shown above\)$/);
		const kept = await project.call('run_state', { run_id: 'run-1' });
		assert.match(kept.text, /\n1\. orders\/book\.py:2-4 {2}OrderBook\.cancel_order {2}\([\s\S]*\n {3}why: /);
		const listed = await project.call('run_state');
		assert.match(listed.text, /\nrun-1 {2}done, with \d+ locations? {2}OrderBook\.cancel_order leaves/);
	});

	it('shows neither secrets of the issue nor hidden files', async () => {
		const answers = [await project.call('locate_bug', { issue }), await project.call('run_state', { run: 'run-1' })];
		assert.ok(!/ghp_|vault\.py/.test(JSON.stringify(answers)), JSON.stringify(answers, undefined, 1));
	});

	it('reads an issue that is JSON as it is, and a call in JSON', async () => {
		const json = JSON.stringify({ error: 'it stays open', at: 'OrderBook.cancel_order' });
		for (const args of [{ issue: json }, { text: json }, { arguments: { issue: json } }]) {
			assert.match((await project.call('locate_bug', args)).text, /order\.closed = False|shown above/);
		}
	});

	it('names words to search for where no location is likely', async () => {
		const { text } = await project.call('locate_bug', {
			issue: 'The window flickers when it is moved to another screen.',
		});
		assert.match(
			text,
			/^No location was found\. Search for a message, a setting or an operation that the cause would contain\./,
		);
		const quoted = await project.call('locate_bug', { issue: 'The label "Window moved" flickers on another screen.' });
		assert.match(quoted.text, /^No [\w ]+.* Worth searching for: Window moved\./);
		const named = await project.call('locate_bug', {
			issue: 'The label `set {window.label}` flickers. Write to a@b.org.',
		});
		assert.match(named.text, /Worth searching for: .*window\.label/);
	});

	it('states what to pass where there is no issue', async () => {
		const link = await project.call('locate_bug', { issue: 'https://github.com/a/b/issues/1' });
		assert.equal(link.text, 'locate_bug reads no links: pass the text of the issue as `issue`.');
		const empty = await project.call('locate_bug', { issue: '---' });
		assert.match(empty.text, /^The issue is empty: pass /);
		const missing = await project.call('locate_bug');
		assert.match(missing.text, /^locate_bug: issue is missing\. Call it as locate_bug\(issue: string, /);
		assert.deepEqual(
			[link, empty, missing].map(({ ok }) => ok),
			[false, false, false],
		);
	});

	it('answers for a run that does not exist', async () => {
		const { ok, text } = await project.call('run_state', { run: 'run-9' });
		assert.deepEqual([ok, text], [false, 'There is no run run-9']);
		const none = await project.call('run_state');
		assert.match(none.text, /^No run of this workspace is kept\.\n\nNext: Call locate_bug /);
	});
});
