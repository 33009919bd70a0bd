import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { workspaceFrames } from '../../../../src/testing/pure/traces/workspaceFrames';
import { briefOf } from '../../../localizer/pure/brief/briefOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

describe('the frames of a crash report', () => {
	const cart = `static int cart_first(struct cart *cart)
{
	return cart->items[0];
}

int cart_poll(struct cart *cart)
{
	return cart_first(cart);
}

SYSCALL_DEFINE1(shop_open, int, till)
{
	return till;
}

SYSCALL_DEFINE1(shop_close, int, till)
{
	return -till;
}
`;
	const reset = 'static int reset(int n)\n{\n\treturn n;\n}\n';
	const texts = {
		'drivers/shop/cart.c': cart,
		'drivers/shop/printer/main.c': reset,
		'drivers/net/main.c': reset,
		'fs/till.c': 'int till_free(int n)\n{\n\treturn n;\n}\n\nint till_new(int n)\n{\n\treturn n;\n}\n',
	};
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(texts);
	});

	const found = async (...frames: readonly string[]) => {
		const { project } = await workspaceFrames(briefOf(reportOf(frames)), workspace);
		return project.map(({ file, line, function: name }) => `${file}:${line ?? ''} ${name}`);
	};
	const reportOf = (frames: readonly string[]) =>
		['BUG: KASAN: use-after-free in nothing_known', 'Call Trace:', ...frames.map(frame => ` ${frame}`)].join('\n');

	it('are found by their names alone, without what a compiler added', async () => {
		assert.deepEqual(await found('cart_first.isra.0+0x1/0x20', 'cart_poll.constprop.0.cold+0x3/0x9'), [
			'drivers/shop/cart.c:1 cart_first',
			'drivers/shop/cart.c:6 cart_poll',
		]);
	});

	for (const name of ['__x64_sys_shop_close', '__do_sys_shop_close', '__se_sys_shop_close', '__arm64_sys_shop_close']) {
		it(`are found through a macro that defines a system call: ${name}`, async () => {
			assert.deepEqual(await found(`${name}+0x1/0x20`), ['drivers/shop/cart.c:16 sys_shop_close']);
			assert.deepEqual(await found(`${name}+0x1/0x20 drivers/shop/cart.c:11`), [
				'drivers/shop/cart.c:16 sys_shop_close',
			]);
		});
	}

	it('are found in their file where the lines have moved', async () => {
		assert.deepEqual(await found('cart_poll+0x1/0x20 drivers/shop/cart.c:3'), ['drivers/shop/cart.c:3 cart_poll']);
	});

	it('are found in the folder of their module, of several functions with the name', async () => {
		assert.deepEqual(await found('reset+0x1/0x20 [printer]'), ['drivers/shop/printer/main.c:1 reset']);
	});

	it('weigh by what their stack shows', async () => {
		const report = `${reportOf(['cart_poll+0x1/0x20'])}\n\nAllocated by task 7:\n till_new+0x1/0x20\n\nFreed by task 8:\n till_free+0x1/0x20\n`;
		const { project } = await workspaceFrames(briefOf(report), workspace);
		assert.deepEqual(
			project.map(({ function: name, role }) => `${name} ${role}`),
			['cart_poll access', 'till_free free', 'till_new alloc'],
		);
	});
});
