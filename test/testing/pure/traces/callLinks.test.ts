import assert from 'node:assert/strict';
import { readCallLinks, scoresOfNeighbors } from '../../../../src/testing/pure/traces/callLinks';
import { modelOf } from '../../../localizer/pure/modelOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const shop = `
class Basket:
    def add(self, price):
        self.check(price)
        self.check(price)

    def check(self, price):
        return is_price(price)


class Till:
    def check(self, price):
        return price


def fill(basket):
    basket.add(3)
    fill(basket)
`;

const checks = `
def is_price(value):
    return value > 0
`;

describe('links of calls', () => {
	it('lead from the function around a call to the function called, once each', async () => {
		assert.deepEqual(await linksOf({ 'shop.py': shop, 'checks.py': checks }, ['shop.py']), [
			'Basket.add -> Basket.check x1',
			'Basket.check -> is_price x1',
			'fill -> Basket.add x1',
		]);
	});

	it('are those of the files asked for only', async () => {
		assert.deepEqual(await linksOf({ 'shop.py': shop, 'checks.py': checks }, ['checks.py', 'gone.py']), []);
	});

	it('are shared among the definitions of a name, and there are none for a name of everything', async () => {
		const texts = (n: number) =>
			Object.fromEntries(Array.from({ length: n }, (_, at) => [`m${at}.py`, 'def total():\n    return 1\n']));
		const caller = { 'a.py': 'def pay():\n    return total()\n' };
		assert.deepEqual(await linksOf({ ...caller, ...texts(2) }, ['a.py']), ['pay -> total x0.5', 'pay -> total x0.5']);
		assert.deepEqual(await linksOf({ ...caller, ...texts(7) }, ['a.py']), []);
	});

	it('lead to the function of that name in the functions around the call', async () => {
		const till = `
function save() {}
class Till {
  count() {}
  open() {
    const each = () => { save(); this.count(); };
    function save() { each(); }
    return save;
  }
}
function close() {
  function save() {}
  function lock() { save(); }
  lock();
}
`;
		assert.deepEqual(await linksOf({ 'till.js': till }, ['till.js']), [
			'Till.open.each -> Till.open.save x1',
			'Till.open.each -> Till.count x1',
			'Till.open.save -> Till.open.each x1',
			'close.lock -> close.save x1',
			'close -> close.lock x1',
		]);
	});

	it('are not followed once the signal is aborted', async () => {
		const workspace = await memoryWorkspace({ 'shop.py': shop });
		const model = await modelOf(workspace);
		await assert.rejects(readCallLinks(workspace, model, ['shop.py'], AbortSignal.abort()), { name: 'AbortError' });
	});

	it('are resolved where the code states what is called', async () => {
		const sessions = `
from shop import checks, adapters as other
from shop.checks import is_price


class Session(Base):
    def send(self, request, adapter: Adapter, **kwargs):
        kwargs.get('stream')
        self.get(request)
        self.rewind()
        adapter.open_it(request)
        made = Adapter(request)
        made.close()
        other.close()
        checks.verify(request)
        is_price(request)
        Adapter.build()

    def get(self, url):
        return url
`;
		const base = 'class Base:\n    def rewind(self):\n        return 1\n\n    def get(self):\n        return 1\n';
		const adapter =
			'class Adapter:\n    def open_it(self, x):\n        return x\n\n    def close(self):\n        return 1\n\n    def build():\n        return 1\n';
		const other = 'def verify(x):\n    return x\n\n\ndef is_price(x):\n    return x\n';
		const texts = { 'shop/sessions.py': sessions, 'shop/base.py': base, 'shop/a.py': adapter, 'shop/checks.py': other };
		assert.deepEqual(await resolvedIn(texts, 'shop/sessions.py'), [
			'Session.send:9 -> Session.get',
			'Session.send:10 -> Base.rewind',
			'Session.send:11 -> Adapter.open_it',
			'Session.send:13 -> Adapter.close',
			'Session.send:15 -> verify',
			'Session.send:16 -> is_price',
			'Session.send:17 -> Adapter.build',
		]);
		const dictionary = `${base.replace('Base', 'Session')}\n    def send(self, **kwargs):\n        return kwargs.get('stream')\n`;
		assert.deepEqual(await resolvedIn({ 's.py': dictionary }, 's.py'), []);
	});

	it('give both ends what the other end scores', () => {
		const links = [
			{ caller: 0, callee: 1, share: 1, line: 1, isResolved: true },
			{ caller: 1, callee: 2, share: 0.5, line: 2, isResolved: false },
		];
		assert.deepEqual([...scoresOfNeighbors(links, Float64Array.of(8, 4, 2))], [4, 8 + 1, 2]);
	});
});

async function resolvedIn(texts: Readonly<Record<string, string>>, path: string): Promise<string[]> {
	const workspace = await memoryWorkspace(texts);
	const model = await modelOf(workspace);
	const links = await readCallLinks(workspace, model, [path]);
	const name = (at: number) => model.unit(at)?.qualified;
	return links
		.filter(({ isResolved }) => isResolved)
		.map(({ caller, callee, line }) => `${name(caller)}:${line} -> ${name(callee)}`)
		.sort((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]));
}

async function linksOf(texts: Readonly<Record<string, string>>, paths: readonly string[]): Promise<string[]> {
	const workspace = await memoryWorkspace(texts);
	const model = await modelOf(workspace);
	const links = await readCallLinks(workspace, model, paths);
	const name = (at: number) => model.unit(at)?.qualified;
	return links.map(({ caller, callee, share }) => `${name(caller)} -> ${name(callee)} x${share}`);
}
