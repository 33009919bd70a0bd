import { setImmediate } from 'node:timers/promises';
import { foundNodes } from '../../runs/pure/fold/foundNodes';
import type { Run } from '../../runs/pure/fold/run';
import type { NodesFound } from '../../webview/protocol/messages';

/**
 * The searches of pages in the nodes of their run: the whole texts, which only the host has. A search pauses after each part,
 * so that the extension host stays free, and ends when its page begins another one.
 */
export class NodeSearches<Page extends object> {
	private readonly newest = new WeakMap<Page, symbol>();

	/** `shown`: as for `foundNodes`. */
	constructor(private readonly shown?: (text: string) => string) {}

	/** Sends the parts of the result, one at least. */
	async find(
		page: Page,
		{ run, text }: { readonly run: Run; readonly text: string },
		send: (part: NodesFound) => void,
	) {
		const search = Symbol('search');
		this.newest.set(page, search);
		let nBefore = 0;
		for (const { nodes, isLast } of foundNodes(run, text, this.shown)) {
			if (this.newest.get(page) !== search) {
				return;
			}
			send({ type: 'found', text, nBefore, nodes, isLast });
			nBefore += nodes.length;
			await setImmediate();
		}
	}

	/** Ends the search of a page that is gone. */
	stop(page: Page): void {
		this.newest.delete(page);
	}
}
