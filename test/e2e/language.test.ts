import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { shownPatches } from '../../src/core/acceptance/shownPatches';
import type { Run } from '../../src/core/model/run/run';
import type { RunEvent } from '../../src/core/model/run/runEvent';
import type { ChatRequest } from '../../src/core/ports';
import { researcher } from '../../src/core/strategies/researcher/researcher';
import { rover } from '../../src/core/strategies/rover/rover';
import type { Translations } from '../../src/l10n/translations';
import type { Snapshot } from '../../src/protocol/messages';
import type { Item } from '../../src/webview/rows/item';
import { runItems } from '../../src/webview/rows/runItems';
import { freshViewState } from '../../src/webview/viewState';
import { AnsweringModel, type ModelAnswer, strategyRun } from '../core/strategies/strategyRun';
import { memoryExecution } from '../core/strategies/tree/memoryCheckouts';
import { buggy, failure, leadsToFixAt } from '../core/strategies/tree/plantedBug';
import { TreeWorld } from '../core/strategies/tree/treeWorld';
import { dataOfRun } from '../support/dataOfRun';
import { importedTally } from '../support/importedTally';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { pseudoTranslations, untranslatedParts } from '../support/pseudoLanguage';
import { snapshotOf } from '../support/snapshotOf';
import { viewOfRun } from '../support/viewOfRun';
import { launchChromium } from '../vscode/launchChromium';
import { PageAlone, type PageOptions } from './pageAlone';
import { shownTexts } from './shownTexts';

const shop = {
	'shop/basket.py':
		'class Basket:\n    """What a customer wants to buy."""\n\n    def first_price(self):\n        return self.prices[0]\n\n    def total(self):\n        return sum(self.prices)\n',
	'shop/receipt.py':
		"from shop.basket import Basket\n\n\ndef header(basket):\n    return 'from %s on' % basket.first_price()\n\n\ndef print_receipt(basket, out):\n    out.write(header(basket))\n    out.write('no prices were given yet')\n",
};
const issue = {
	title: 'A receipt of an empty basket fails',
	body: [
		'`print_receipt` should print "no prices were given yet" (see shop/receipt.py), but `Basket.first_price` fails:',
		'```\nTraceback (most recent call last):\n  File "shop/receipt.py", line 5, in header\n    return \'from %s on\' % basket.first_price()\n  File "shop/basket.py", line 5, in first_price\n    return self.prices[0]\nIndexError: list index out of range\n```',
	].join('\n\n'),
};
const crash = {
	title: 'BUG: KASAN: slab-use-after-free in lamp_blink',
	body: 'BUG: KASAN: slab-use-after-free in lamp_blink+0x12/0x40 drivers/lamp.c:5\nRead of size 4 at addr ffff88810680be08 by task swapper/0\n\nCPU: 0 PID: 0 Comm: swapper/0 Not tainted 6.1.0\nCall Trace:\n <IRQ>\n lamp_blink+0x12/0x40 drivers/lamp.c:5\n call_timer_fn+0x40/0x100 kernel/time/timer.c:1474\n\nFreed by task 100:\n kfree+0x10/0x20 mm/slub.c:100\n lamp_release+0x10/0x20 drivers/lamp.c:16\n',
};
const lamps = {
	'drivers/lamp.c':
		'static void lamp_blink(struct timer_list *timer)\n{\n\tstruct lamp *lamp = from_timer(lamp, timer, blinker);\n\n\tlamp->phase = !lamp->phase;\n}\n\nvoid lamp_open(struct lamp *lamp)\n{\n\ttimer_setup(&lamp->blinker, lamp_blink, 0);\n\tlamp->phase = 0;\n}\n\nvoid lamp_release(struct lamp *lamp)\n{\n\tkfree(lamp);\n}\n',
	'drivers/dimmer.c': 'void dimmer_reset(struct lamp *lamp)\n{\n\tlamp->phase = 0;\n}\n',
};

const place = {
	...{ file: 'calc.py', class: null, method: 'add', start_line: null, end_line: null },
	...{ intended_behavior: 'Add both numbers.', cause: 'It subtracts.' },
};
const report: ModelAnswer = ['report_bug_locations', { bug_locations: [place] }];
const wrong =
	'<file>calc.py</file>\n<original>\n    return a - b\n</original>\n<patched>\n    return b - a\n</patched>';
const right = wrong.replace('b - a', 'a + b');

/** A model of a fix: its first patch is wrong. */
function fixing(): AnsweringModel {
	const usual = leadsToFixAt('edit');
	return new AnsweringModel((request: ChatRequest) => {
		const { messages } = request;
		const last = messages.at(-1)?.text ?? '';
		const all = messages.map(({ text }) => text).join('\n');
		if (/whether a small program can show|^Write a program/m.test(last)) {
			return usual(request);
		}
		if (last.includes('"patch-correct"')) {
			const isRight = all.includes('+    return a + b');
			return JSON.stringify({
				...{ 'test-analysis': 'It does.', 'test-correct': true, 'test-advice': '' },
				...{ 'patch-analysis': 'It adds.', 'patch-correct': isRight, 'patch-advice': isRight ? '' : 'Swap nothing.' },
			});
		}
		if (/best/.test(last) && /patch_1/.test(all)) {
			return '{"best": 1, "reason": "It adds."}';
		}
		if (request.tools?.some(({ name }) => name === 'report_bug_locations') === true) {
			return /def add/.test(
				messages
					.slice(2)
					.map(({ text }) => text)
					.join('\n'),
			)
				? report
				: ['search_method', { method_name: 'add' }];
		}
		return all.includes('return b - a') ? right : `Here it is.\n\n\`\`\`\n${wrong}\n\`\`\``;
	});
}

/** A model of a trajectory of the deep research. */
function researching(): AnsweringModel {
	return new AnsweringModel(({ messages }) => {
		const all = messages.map(({ text }) => text).join('\n');
		return !all.includes('round 1: ')
			? ['search_definition', { symbol: 'add' }, ['search_code', { query: 'return a' }]]
			: !all.includes('- add subtracts')
				? ['take_note', { text: 'add subtracts' }, ['close_definition', { symbol: 'add' }]]
				: report;
	});
}

describe('the page in another language', () => {
	let translations: Translations;
	let browser: Browser;
	let alone: PageAlone | undefined;

	before(async () => {
		translations = await pseudoTranslations();
		browser = await launchChromium();
	});

	afterEach(async () => {
		await alone?.close();
		alone = undefined;
	});

	after(() => browser.close());

	/** What a page shows that is neither translated nor data of the run. */
	async function untranslated(snapshot: Snapshot, known: readonly string[], options: PageOptions = {}) {
		const language = { id: 'zh-cn', translations };
		alone = await PageAlone.open(browser, { heightPx: 12_000, language, ...options });
		await alone.post(snapshot);
		await alone.page.locator('#app > *').first().waitFor();
		await alone.page.locator('.twistie, .issue-box').last().waitFor();
		const isKnown = (part: string) => known.some(text => text.includes(part)) || !/[A-Za-z]{2}/.test(part);
		const texts = await shownTexts(alone.page);
		await alone.close();
		alone = undefined;
		assert.ok(texts.some(text => text.includes('⟦')));
		return texts.filter(text =>
			untranslatedParts(text).some(
				part => !isKnown(part) && !part.split(/, | · | and |: |[()"“”\n]+|:\d+(?:-\d+)?/).every(isKnown),
			),
		);
	}

	/** The state of a page in which all rows are open. */
	function allOpen(run: Run, detail: Snapshot['detail']): PageOptions {
		const idsIn = (items: readonly Item[]): string[] => items.flatMap(({ id, children }) => [id, ...idsIn(children)]);
		const ids = idsIn(runItems(viewOfRun(run, { detail, patches: shownPatches(run) })));
		return {
			saved: { ...freshViewState, runId: run.id, detail, toggles: Object.fromEntries(ids.map(id => [id, true])) },
		};
	}

	async function assertTranslated(run: Run, changes: Partial<Snapshot> = {}) {
		for (const place of ['sidebar', 'tab'] as const) {
			for (const detail of ['simple', 'full'] as const) {
				const options = { ...allOpen(run, detail), place };
				assert.deepEqual(
					await untranslated(snapshotOf(run, { detail, ...changes }), dataOfRun(run), options),
					[],
					`${place}, ${detail}`,
				);
			}
		}
	}

	const runs: Readonly<Record<string, () => Promise<{ readonly run: Run; readonly events?: readonly RunEvent[] }>>> = {
		'a run without a model': async () =>
			strategyRun({ strategy: rover, workspace: await memoryWorkspace(shop), issue }),
		'a run that finds nothing': async () =>
			strategyRun({ strategy: rover, workspace: await memoryWorkspace(shop), issue: { title: 'zzz', body: 'zzz' } }),
		'deep research without a model': async () =>
			strategyRun({ strategy: researcher, workspace: await memoryWorkspace(lamps), issue: crash }),
		'a run with a model': async () =>
			strategyRun({ strategy: rover, workspace: await memoryWorkspace(buggy), model: fixing() }),
		'a fix': async () =>
			strategyRun({
				...{ strategy: rover, workspace: await memoryWorkspace(buggy), model: fixing(), goal: 'fix', nCandidates: 2 },
				execution: memoryExecution(buggy, failure),
			}),
		'deep research': async () =>
			strategyRun({
				strategy: researcher,
				workspace: await memoryWorkspace(buggy),
				model: researching(),
				effort: 'thorough',
			}),
		'a tree': async () => (await TreeWorld.create()).run(new AnsweringModel(leadsToFixAt('submit'))),
		'an imported run': async () => ({ run: await importedTally() }),
	};

	for (const [name, make] of Object.entries(runs)) {
		it(`shows ${name} with nothing untranslated`, async () => {
			const { run } = await make();
			await assertTranslated(run);
		});
	}
});
