import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchFolder, type ScratchFolder } from '../../support/scratchFolder';
import { type McpClient, modern, startMcp, textOf } from './mcpClient';
import cases from './misfilledCalls.json';

/** A shape in which recorded models filled in a call wrongly, written for the project below. */
interface MisfilledCall {
	readonly shape: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	/** What the answer has (a regular expression) where the call is read leniently; or where it is refused, what to pass. */
	readonly finds?: string;
	readonly refused?: string;
}

const files = {
	'auction.py': 'class Auction:\n    def cancel(self):\n        return None\n',
	'base.py': 'class Closable:\n    def close(self):\n        self.closed = True\n',
	'book.py': `from orders.base import Closable


class OrderBook(Closable):
    def cancel(self, order):
        if order.closed:
            raise ValueError(f"the order {order.id} is closed")
        order.close()

    @property
    def closed(self):
        return self._closed

    @closed.setter
    def closed(self, value):
        self._closed = value


def close_all(book, orders):
    for order in orders:
        book.cancel(order)
`,
	'trade.py': 'class Trade:\n    def settle(self):\n        return self\n',
};

describe('a call as models mis-filled it', () => {
	let folder: ScratchFolder;
	let started: McpClient;
	before(async () => {
		folder = createScratchFolder('misfilled');
		const orders = join(folder.path, 'project', 'orders');
		mkdirSync(orders, { recursive: true });
		for (const [name, text] of Object.entries(files)) {
			writeFileSync(join(orders, name), text);
		}
		const args = ['--workspace', join(folder.path, 'project'), '--storage', join(folder.path, 'storage')];
		started = await startMcp({ args, mode: modern });
	});
	after(async () => {
		await started.client.close();
		folder.remove();
	});
	for (const { shape, tool, args, finds, refused = '' } of cases as readonly MisfilledCall[]) {
		it(`is ${finds === undefined ? 'refused' : 'read'}: ${shape}`, async () => {
			const result = await started.client.callTool({ name: tool, arguments: { ...args } });
			assert.match(textOf(result), new RegExp(finds ?? refused));
			assert.equal(result.isError === true, finds === undefined);
		});
	}
});
