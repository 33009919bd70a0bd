import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { researcher } from '../../src/engine/strategies/researcher/researcher';
import { rover } from '../../src/engine/strategies/rover';
import type { Translations } from '../../src/l10n/translations';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import type { RunEvent, RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { roundsOf } from '../../src/runs/pure/fold/runTree';
import { replayMoments } from '../../src/sharing/pure/exports/replayMoments';
import type { Snapshot } from '../../src/webview/protocol/messages';
import type { Item } from '../../src/webview/rows/item';
import { runItems } from '../../src/webview/rows/runItems';
import { freshViewState } from '../../src/webview/viewState';
import { buggy, leadsToFixAt } from '../engine/agent/branching/plantedBug';
import { TreeWorld } from '../engine/agent/branching/treeWorld';
import { type FixRun, fixSample } from '../engine/agent/fix/fixRun';
import { bugs, named, patch, patchAnew, program, verdict } from '../engine/agent/fix/sampleBugs';
import { AnsweringModel, type ModelAnswer, strategyRun } from '../engine/strategies/strategyRun';
import { dataOfRun } from '../support/dataOfRun';
import { importedTally } from '../support/importedTally';
import { judgedEvents } from '../support/judgedRun';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { patchOf } from '../support/patchRun';
import { pseudoTranslations, untranslatedParts } from '../support/pseudoLanguage';
import { repoRoot } from '../support/repoRoot';
import { numbered } from '../support/runEvents';
import { snapshotOf } from '../support/snapshotOf';
import { TestFolder } from '../support/testFolder';
import { viewOfRun } from '../support/viewOfRun';
import { launchChromium } from '../vscode/launchChromium';
import { cutOff } from './cutOff';
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

/** A model of a search. */
function locating(): AnsweringModel {
	return new AnsweringModel(({ messages }) => {
		const found = messages.slice(2).some(({ text }) => text.includes('def add'));
		return found ? report : ['search_method', { method_name: 'add' }];
	});
}

/** A fix with a patch that is wrong, and another one beside it. */
function fixedSample(scratch: TestFolder): Promise<FixRun> {
	const [python = assert.fail()] = bugs;
	const other = '    return (end + MINUTES_PER_DAY - start) % MINUTES_PER_DAY';
	return fixSample(scratch, {
		...{ sample: 'python', runsTests: true, nCandidates: 2 },
		script: [
			...[program(python.shows), named(python), patch(python, '    return abs(end - start)')],
			...[patchAnew(python, python.patched), verdict(true), patch(python, other), verdict(true)],
			'{"best": 1, "reason": "It is shorter."}',
			...['{"best": 1, "reason": "It is shorter."}', '{"best": 2, "reason": "It is plain."}'],
		],
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

const otherCures = (
	[
		'setKey',
		'chooseModel',
		'testModel',
		'editEndpoint',
		'trust',
		'locate',
		'openFolder',
		'showRuns',
		'setTestCommand',
	] as const
).map(kind => ({ kind }));

/** `a.py:3-5, b (edit 2)` is made of `a.py`, `b` and `edit`. */
function piecesOf(part: string): string[] {
	const pieces = part.replace(/^\d+[a-z]* /, '').split(/, | · | → | and |: |[()"“”\n]+|:\d+(?:-\d+)?|\s\d+\b/);
	return pieces.map(piece => piece.trim());
}

/** The events of a run whose model is on a server. */
function served(events: readonly RunEvent[]): readonly RunEvent[] {
	return events.map(event => (event.type === 'runStarted' ? { ...event, server: 'models.example' } : event));
}

describe('the page in another language', () => {
	let translations: Translations;
	let browser: Browser;
	let alone: PageAlone | undefined;

	before(async () => {
		translations = pseudoTranslations();
		browser = await launchChromium();
	});

	afterEach(async () => {
		await alone?.close();
		alone = undefined;
	});

	after(() => browser.close());

	async function open(options: PageOptions): Promise<PageAlone> {
		alone = await PageAlone.open(browser, { heightPx: 12_000, language: { id: 'zh-cn', translations }, ...options });
		return alone;
	}

	/** What a page shows that is neither translated nor known data of a run. */
	async function untranslatedOn({ page }: PageAlone, known: readonly string[]): Promise<string[]> {
		const isKnown = (part: string) => known.some(text => text.includes(part)) || !/[A-Za-z]{2}/.test(part);
		const texts = await shownTexts(page);
		assert.ok(texts.some(text => text.includes('⟦')));
		return texts.filter(text => untranslatedParts(text).some(part => !isKnown(part) && !piecesOf(part).every(isKnown)));
	}

	async function untranslated(
		snapshot: Snapshot | Omit<Snapshot, 'run'>,
		known: readonly string[],
		options: PageOptions = {},
	): Promise<string[]> {
		const page = await open(options);
		await page.post(snapshot);
		await page.page.locator('.twistie, .issue-box').last().waitFor();
		const found = await untranslatedOn(page, known);
		await page.close();
		alone = undefined;
		return found;
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
		for (const [place, detail] of [
			['sidebar', 'simple'],
			['tab', 'full'],
		] as const) {
			const options = { ...allOpen(run, detail), place };
			const found = await untranslated(snapshotOf(run, { detail, ...changes }), dataOfRun(run), options);
			assert.deepEqual(found, [], `${place}, ${detail}`);
		}
	}

	const scratch = new TestFolder();
	const runs: Readonly<Record<string, () => Promise<{ readonly run: Run; readonly events?: readonly RunEvent[] }>>> = {
		'a run without a model': async () =>
			strategyRun({ strategy: rover, workspace: await memoryWorkspace(shop), issue }),
		'a run that finds nothing': async () =>
			strategyRun({ strategy: rover, workspace: await memoryWorkspace(shop), issue: { title: 'zzz', body: 'zzz' } }),
		'deep research without a model': async () =>
			strategyRun({ strategy: researcher, workspace: await memoryWorkspace(lamps), issue: crash }),
		'a run with a model': async () =>
			strategyRun({ strategy: rover, workspace: await memoryWorkspace(buggy), model: locating() }),
		'a fix': () => fixedSample(scratch),
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

	it('asks for an issue with nothing untranslated', async () => {
		const { run: _run, ...blank } = snapshotOf(foldRun([]), { model: { label: 'Embedded localizer' } });
		const states: readonly Partial<Snapshot>[] = [
			{ isTrusted: false, failedCommand: '1' },
			{ status: { state: 'noFolder' } },
			{ status: { state: 'building', done: 1, total: 0 } },
			{ status: { state: 'building', done: 1, total: 2, nSymbols: 3 } },
			{ status: { state: 'building', done: 1, total: 2 } },
			{ status: { state: 'ready', nFiles: 1, nSymbols: 2 }, model: { label: 'VS Code: m', recipient: 'm' } },
			{ status: { state: 'noCode' }, model: { label: 'Endpoint: m', recipient: 'm' } },
		];
		for (const state of states) {
			assert.deepEqual(await untranslated({ ...blank, ...state }, []), [], JSON.stringify(state));
		}
		const { run } = await strategyRun({ strategy: rover, workspace: await memoryWorkspace(shop), issue });
		const composing = { saved: { ...freshViewState, composing: true } };
		assert.deepEqual(await untranslated(snapshotOf(run, { model: { label: 'Unknown model' } }), [], composing), []);
	});

	it('shows each moment of an active run with nothing untranslated', async () => {
		const events = served((await fixedSample(scratch)).events);
		const session = { live: true, resumable: false, pausing: false };
		const whole = dataOfRun(foldRun(events));
		for (let n = 2; n <= events.length; n += 4) {
			const run = foldRun(events.slice(0, n));
			// What is known meanwhile is not all that is known at the end.
			const known = [...whole, ...dataOfRun(run)];
			assert.deepEqual(await untranslated(snapshotOf(run, { session }), known, allOpen(run, 'simple')), [], `${n}`);
		}
	});

	it('shows why a run waits, and how it ended, with nothing untranslated', async () => {
		const { events } = await strategyRun({
			strategy: rover,
			workspace: await memoryWorkspace(buggy),
			model: locating(),
		});
		const begun = served(events).slice(0, -1);
		const with_ = (...bodies: readonly RunEventBody[]) =>
			foldRun([...begun, ...numbered(bodies, (begun.at(-1)?.seq ?? 0) + 1)]);
		const live = { live: true, resumable: false, pausing: false } as const;
		const limits = {
			maxRounds: 15,
			nTrajectories: 2,
			caps: { requests: 60, tokens: 500_000, cost: 2, time: 1_800_000 },
		};
		const round = roundsOf(foldRun(begun)).at(-1)?.id ?? '';
		const review = { type: 'paused', reason: 'review', text: 'It fails.' } as const;
		const content = { server: 'models.example', kinds: ['issue', 'code', 'output'] } as const;
		const retry = { kind: 'retry', afterMs: 60_000 } as const;
		const feedback = (runId: string) => ({ saved: { ...freshViewState, feedback: { runId, round, text: '' } } });
		const shown: readonly (readonly [Run, Partial<Snapshot>, PageOptions?])[] = [
			[with_({ ...review, content }), { session: { ...live, agreement: 'choice' }, limits }],
			[with_({ ...review, isFixed: true }), { session: { ...live, agreement: 'preset' }, limits }],
			[with_({ type: 'paused', reason: 'person' }), { session: live }],
			...(['requests', 'tokens', 'cost', 'time'] as const).map(cap => {
				const limit = limits.caps[cap];
				return [with_({ type: 'paused', reason: 'cap', cap, limit }), { session: live, limits }] as const;
			}),
			[with_(), { session: live, limits: { ...limits, caps: { requests: 2 } } }],
			[with_(), { session: { ...live, pausing: true } }],
			[with_(), { session: { ...live, retry: { reason: '', inMs: 5000 } } }],
			[with_(), { session: live }, feedback('a')],
			[with_({ type: 'runEnded', outcome: 'done' }), {}, feedback('a')],
			[with_(), { session: { ...live, live: false, resumable: true } }],
			[with_({ type: 'runEnded', outcome: 'cancelled' }), {}],
			[
				with_({ type: 'runEnded', outcome: 'failed', message: 'The limit of 60 requests for this run is reached.' }),
				{},
			],
			[
				with_({
					type: 'runEnded',
					outcome: 'failed',
					message: 'Internal error: 1. See the log.',
					cures: [...otherCures, retry],
				}),
				{ session: { ...live, live: false, resumable: true, waitMs: 60_000 } },
			],
			[
				with_({ type: 'runEnded', outcome: 'failed', message: 'Internal error: 1. See the log.', cures: [retry] }),
				{ session: { ...live, live: false, resumable: true, waitMs: 60_000 } },
			],
		];
		for (const [run, changes, options] of shown) {
			const known = [...dataOfRun(run), 'models.example'];
			assert.deepEqual(await untranslated(snapshotOf(run, changes), known, options), [], JSON.stringify(changes));
		}
	});

	it('shows what was decided about patches with nothing untranslated', async () => {
		const two = patchOf(
			'p4',
			{ path: 'conftest.py', before: 'a\n', after: 'b\n' },
			{ path: 'new.txt', after: 'b\n' },
			{ path: 'old.txt', before: 'b\n' },
		);
		const events = judgedEvents([
			{ id: 'p1', reproducer: 'passed', fixes: ['new_1'], breaks: [], decision: 'accepted' },
			{ id: 'p2', reproducer: 'reproduced', decision: 'rejected' },
			{ id: 'p3', reproducer: 'flaky', breaks: ['t_1', 't_2', 't_3', 't_4', 't_5'], decision: 'undone' },
			{ id: 'p4', reproducer: 'timedOut', patch: two },
			{ id: 'p5', reproducer: 'environment', breaks: ['t_1'] },
		]);
		const taken = {
			type: 'patchWriteStarted',
			write: 'w',
			patch: 'p4',
			path: 'new.txt',
			hunks: [0],
			undoes: [],
		} as const;
		const ran = (exitCode: number, patch?: string): RunEventBody => ({
			...{ type: 'testsRan', command: 'pytest', exitCode },
			patches: patch === undefined ? [] : [{ patch, nAccepted: 1, nHunks: patch === 'p4' ? 3 : 1 }],
		});
		const partial: readonly RunEventBody[] = [
			{ ...taken, becomes: 'accepted' },
			{ type: 'patchWriteEnded', write: 'w', outcome: 'written' },
		];
		for (const more of [
			[],
			partial,
			[ran(0, 'p1'), ran(1), ran(1, 'p4'), { ...ran(1), isMixed: true } as RunEventBody],
		]) {
			await assertTranslated(foldRun(numbered([...events, ...more])));
		}
		const run = foldRun(numbered(events));
		await assertTranslated(run, {
			patches: shownPatches(run).map((patch, at) => ({
				...patch,
				...(at === 1 && { nPending: 2, merged: ['p2.txt'] }),
			})),
			isTrusted: false,
		});
	});

	it('shows a replay with nothing untranslated', async () => {
		const made = await Promise.all(Object.values(runs).map(make => make()));
		const labels = made.flatMap(({ events = [] }) => replayMoments(events).map(({ label }) => label));
		const known = [...made.flatMap(({ run }) => dataOfRun(run)), 'run.json'];
		const all = [...new Set(labels)];
		const [run] = made.map(each => each.run);
		assert.ok(run !== undefined && all.length > 50);
		const page = await open({});
		const untold: string[] = [];
		for (const [at, label] of all.entries()) {
			await page.post(snapshotOf(run, { replay: { at, nMoments: all.length, label, file: 'run.json' } }));
			await page.page.locator(`input[aria-valuetext*="⟦${at + 1} "]`).waitFor();
			untold.push(...(await untranslatedOn(page, known)));
		}
		assert.deepEqual(untold, []);
	});

	it('shows what a search found with nothing untranslated', async () => {
		const run = await importedTally();
		const text = 'edit';
		const page = await open({ saved: { ...freshViewState, search: text } });
		await page.post(snapshotOf(run), { type: 'found', text, nBefore: 0, nodes: Object.keys(run.nodes), isLast: true });
		await page.page.locator('.map-found').first().waitFor();
		assert.deepEqual(await untranslatedOn(page, dataOfRun(run)), []);
	});

	for (const [name, make] of Object.entries(runs)) {
		it(`shows ${name} with nothing untranslated`, async () => {
			const { run } = await make();
			const [dismissed] = run.selected.locations;
			await assertTranslated({ ...run, dismissed: dismissed === undefined ? [] : [dismissed.id] });
		});
	}

	/** The translations themselves are read by people; here, that there is room for them. */
	describe('has room in Chinese for', () => {
		const chinese = JSON.parse(readFileSync(join(repoRoot, 'l10n/bundle.l10n.zh-cn.json'), 'utf8')) as Translations;
		const language = { id: 'zh-cn', translations: chinese };

		for (const [name, make] of Object.entries(runs)) {
			it(name, async () => {
				const { run } = await make();
				for (const theme of ['light', 'high-contrast'] as const) {
					const options = { ...allOpen(run, 'simple'), theme, language };
					const page = await open({ ...options, place: 'sidebar', widthPx: 300, heightPx: 1600 });
					await page.post(snapshotOf(run, { patches: shownPatches(run) }));
					await page.page.locator('.twistie').last().waitFor();
					await page.screenshot(`chinese-${name.replaceAll(' ', '-')}-${theme}`);
					assert.deepEqual(await cutOff(page.page), []);
					await page.close();
				}
				const tab = await open({ place: 'tab', widthPx: 1400, heightPx: 900, language });
				await tab.post(snapshotOf(run, { patches: shownPatches(run) }));
				await tab.page.locator('.twistie').last().waitFor();
				await tab.screenshot(`chinese-${name.replaceAll(' ', '-')}-tab`);
			});
		}
	});
});
