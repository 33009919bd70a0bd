import assert from 'node:assert/strict';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../../src/localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

async function located(texts: Readonly<Record<string, string>>, title: string, more = '') {
	const workspace = await memoryWorkspace(texts);
	const issue: Issue = { title, body: `${title}\n${more}`, source: { kind: 'text' } };
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'r');
	await log.emit(rootNode, { type: 'runStarted', runId: 'r', issue, engine: 'embedded', workspace: [], version: '' });
	await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	await locateEmbedded(log, rootNode, workspace);
	const { locations, ranking } = log.run.selected;
	return { locations, functions: ranking.functions };
}

const code = Object.fromEntries(
	['cart', 'order', 'voucher', 'basket', 'ledger', 'clock'].map(name => [
		`shop/${name}.py`,
		`class ${name.toUpperCase()}:\n    def load_${name}(self):\n        return self.rows\n\n    def save_${name}(self, rows):\n        self.rows = rows\n`,
	]),
);
const sql =
	'CREATE FUNCTION open_total(shop INT) RETURNS INT AS $$\n  SELECT sum(cents) FROM lines;\n$$ LANGUAGE sql;\n';
const settings = 'cart:\n  rows: 3\n  colour: green\nvoucher:\n  rows: 4\n';

describe('the ranking of texts without a grammar', () => {
	it('has a text first that the issue names, among code and in a workspace without any', async () => {
		for (const rest of [code, {}]) {
			const { locations } = await located(
				{ ...rest, 'lib/totals.sql': sql, 'a.yml': settings },
				'open_total counts all shops',
			);
			const [first] = locations;
			assert.deepEqual([first?.id, first?.startLine, first?.endLine], ['lib/totals.sql#open_total', 1, 3]);
			assert.notEqual(first?.lessLikely, true);
		}
	});

	it('has code before a text of equal evidence', async () => {
		const same = { 'shop/cart.py': 'def open_total(shop):\n    return shop.cents\n', 'shop/cart.sql': sql };
		const { functions } = await located({ ...code, ...same }, 'open_total counts all shops');
		assert.equal(functions[0], 'shop/cart.py:open_total');
	});

	it('leaves the code in its order, and leaves out texts that share nothing but words', async () => {
		const issues = [
			['save_cart loses rows', 'The rows of a voucher stay.'],
			['load_order of the ledger is wrong'],
		] as const;
		for (const [title, more] of issues) {
			const alone = await located(code, title, more);
			const both = await located({ ...code, 'settings.yml': settings, 'shop/totals.sql': sql }, title, more);
			assert.ok(alone.functions.length > 3);
			assert.deepEqual(
				both.functions.filter(id => alone.functions.includes(id)),
				alone.functions,
			);
			assert.deepEqual(
				both.locations.slice(0, 3).map(({ id, likelihood }) => [id, likelihood]),
				alone.locations.slice(0, 3).map(({ id, likelihood }) => [id, likelihood]),
			);
		}
	});

	it('has a text first that holds what the issue quotes, if no code does', async () => {
		const page = '<main>\n  <p id="voucher-note">Your voucher has no more cents to spend today</p>\n</main>\n';
		const { locations } = await located(
			{ ...code, 'shop/page.html': page },
			'Wrong sentence',
			'The page shows "Your voucher has no more cents to spend today", which is wrong.',
		);
		assert.equal(locations[0]?.id, 'shop/page.html#main.voucher-note');
	});
});
