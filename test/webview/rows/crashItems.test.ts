import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrief } from '../../../src/localizer/pure/brief/makeBrief';
import { issueFromText } from '../../../src/runs/pure/model/issueFromText';
import { crashItems } from '../../../src/webview/rows/crashItems';
import type { Item } from '../../../src/webview/rows/item';
import { flattenTree } from '../../../src/webview/tree/flattenTree';
import { installedGrammars } from '../../support/grammars';
import { repoRoot } from '../../support/repoRoot';
import { rowsText } from '../rowsText';

describe('the crash reports of a brief', () => {
	const { languages } = installedGrammars();
	const itemsOf = (text: string) => {
		const issue = issueFromText(text, { kind: 'text' }) ?? assert.fail('no issue');
		return crashItems(makeBrief(issue, languages));
	};
	const report = readFileSync(join(repoRoot, 'test/localizer/pure/brief/crashes/kasan-x86.txt'), 'utf8');
	const contents = (items: readonly Item[]): Item['content'][] =>
		items.flatMap(item => [item.content, ...contents(item.children)]);

	it('show the failure and what happened to the memory open, and the other stacks closed', () => {
		assert.deepEqual(rowsText(flattenTree(itemsOf(report), {})).slice(0, 21), [
			'- Crash: KASAN: slab-use-after-free, read of 8 bytes. BUG: KASAN: slab-use-after-free in cart_poll+0x1a4/0x2f0',
			'  - Failure, 8 frames',
			'    . cart_first, drivers/shop/cart.c:88, likely at fault, inline',
			'    . cart_poll, drivers/shop/cart.c:142',
			'    . vfs_poll, include/linux/poll.h:88, inline',
			'    . do_sys_poll, fs/select.c:1015',
			'    . __do_sys_poll, fs/select.c:1074, inline',
			'    . __x64_sys_poll, fs/select.c:1062',
			'    . do_syscall_64, arch/x86/entry/common.c:80',
			'    . entry_SYSCALL_64_after_hwframe',
			'  - Allocated, 3 frames',
			'    . kmalloc_trace, mm/slab_common.c:1076',
			'    . cart_open, drivers/shop/cart.c:201, likely at fault',
			'    . chrdev_open, fs/char_dev.c:414',
			'  - Freed, 3 frames',
			'    . kfree, mm/slub.c:3822',
			'    . cart_release_work, drivers/shop/cart.c:233, likely at fault',
			'    . process_one_work, kernel/workqueue.c:2597',
			'  + Last queued, 3 frames',
			'  + Other task, 1 frame',
		]);
	});

	it('refer to frames from the innermost one, so that a page with fewer frames refers to the same', () => {
		const frames = contents(itemsOf(report)).flatMap(content => (content.kind === 'frame' ? [content] : []));
		assert.deepEqual(
			frames.slice(7, 10).map(({ name, frame }) => [name, frame.traceback, frame.fromInnermost]),
			[
				['entry_SYSCALL_64_after_hwframe', 0, 7],
				['kmalloc_trace', 1, 0],
				['cart_open', 1, 1],
			],
		);
	});

	it('are counted where a log has very many', () => {
		const rows = rowsText(flattenTree(itemsOf(report.repeat(7)), {}));
		assert.ok(rows.includes('. 2 more crash reports in this log'), rows.join('\n'));
	});

	it('are none for an ordinary trace', () => {
		assert.deepEqual(itemsOf('Traceback (most recent call last):\n  File "a.py", line 2, in f\nValueError: no'), []);
	});
});
