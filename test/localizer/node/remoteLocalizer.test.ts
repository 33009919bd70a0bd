import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../../src/cli/openWorkspace';
import { indexCacheFile } from '../../../src/code/node/indexing/indexCacheFile';
import { IndexProcess } from '../../../src/code/node/indexing/indexProcess';
import { visibleWorkspace } from '../../../src/history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../src/history/pure/workspace';
import { remoteLocalizer } from '../../../src/localizer/node/remoteLocalizer';
import { makeBrief } from '../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../src/localizer/pure/embedded/locateEmbedded';
import { readAiIgnore } from '../../../src/outgoing/pure/gate/aiIgnore';
import type { RunEvent } from '../../../src/runs/pure/events/runEvent';
import { rootNode } from '../../../src/runs/pure/fold/run';
import { RunLog } from '../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../src/runs/pure/model/issue';
import { UserError } from '../../../src/system/pure/errors/userError';
import { issue, messageIssue, nameIssue, shop } from '../../engine/stages/locate/shop';
import { MemoryRuns } from '../../support/memoryRuns';
import { workerFile } from '../../support/product/workerFile';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';
import { TestFolder } from '../../support/testFolder';

const shopIssue = issue(
	'`RateTable` forgets a currency',
	`The entry should be found. But \`known_currencies\` says "no parcel service reaches the island", see shop/stock.py.

Traceback (most recent call last):
  File "/home/me/shop/receipt.py", line 10, in print_receipt
    out.write(header(basket))
  File "/home/me/shop/basket.py", line 12, in first_price
    return self.prices[0]
IndexError: list index out of range
`,
);
const enoughMemory = { megabytes: 2048, setBy: '--memory', leftOutBy: '.gitignore' };
const smallMemory = { ...enoughMemory, megabytes: 64 };

describe('the localizer in a process of its own', () => {
	const folder = new TestFolder();
	let log: RecordedLog;
	let localizer: IndexProcess;
	let unsaved: Map<string, { getText(): string }>;

	beforeEach(() => {
		log = new RecordedLog();
		localizer = new IndexProcess({ workerFile, packageRoot: repoRoot, memory: () => enoughMemory, log });
		unsaved = new Map();
		folder.write(Object.fromEntries(Object.entries(shop).map(([path, text]) => [`ws/${path}`, text])));
	});
	afterEach(() => localizer.dispose());

	const roots = () => [{ name: 'ws', dir: folder.path('ws') }];
	const opened = () => openWorkspace({ roots: roots(), packageRoot: repoRoot, log, storage: folder.path('storage') });
	const openHere = async (): Promise<Workspace> => (await opened()).workspace;
	const withProcess = (workspace: Workspace, from = localizer): Workspace => ({
		...workspace,
		localizer: remoteLocalizer(from, {
			...{ roots: roots(), excludes: [], unsaved: () => unsaved },
			cacheFile: indexCacheFile(folder.path('storage'), roots()),
			onProgress: () => undefined,
		}),
	});

	it('gives the events it gives in this process', async () => {
		for (const given of [shopIssue, nameIssue, messageIssue]) {
			const workspace = await openHere();
			const here = await eventsOf(workspace, given);
			assert.ok(here.some(({ type }) => type === 'locationsNamed'));
			assert.deepEqual(await eventsOf(withProcess(workspace), given), here);
		}
	});

	it('gives them for the sample project too, from what is saved', async () => {
		cpSync(join(repoRoot, 'sample'), folder.path('ws'), { recursive: true });
		await (await opened()).buildTexts();
		const workspace = await openHere();
		const given = issue(
			'Overdue tasks are not shown',
			'A task that is due today is missing in the list. No error is printed.',
		);
		assert.deepEqual(await eventsOf(withProcess(workspace), given), await eventsOf(workspace, given));
	});

	it('reads what has changed since the index was saved, and what editors hold', async () => {
		const before = withProcess(await openHere());
		folder.write({ 'ws/shop/found.py': 'def island_service():\n    """no parcel service reaches the island"""\n' });
		rmSync(folder.path('ws/shop/parcel.py'), { force: true });
		folder.write({ 'ws/shop/stock.py': 'class RateTable:\n    def known_currencies(self):\n        return 1\n' });
		const saved = await eventsOf(await openHere(), shopIssue);
		assert.deepEqual(await eventsOf(before, shopIssue), saved);
		const text = '# typed\n\nclass RateTable:\n    def known_currencies(self):\n        return 2\n';
		unsaved.set('shop/stock.py', { getText: () => text });
		const edited = await eventsOf(before, shopIssue);
		folder.write({ 'ws/shop/stock.py': text });
		assert.deepEqual(edited, await eventsOf(await openHere(), shopIssue));
	});

	it('makes an index where none is saved, or most of it has changed', async () => {
		const workspace = await openHere();
		const here = await eventsOf(workspace, shopIssue);
		rmSync(folder.path('storage'), { recursive: true });
		assert.deepEqual(await eventsOf(withProcess(workspace), shopIssue), here);
		folder.write(
			Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`ws/more/${at}.py`, `def rate_${at}(): pass\n`])),
		);
		assert.deepEqual(await eventsOf(withProcess(workspace), shopIssue), await eventsOf(await openHere(), shopIssue));
	});

	it('does not read what a model must not see', async () => {
		folder.write({ 'ws/.aiexclude': 'shop/basket.py\n' });
		const whole = await openHere();
		const visible = visibleWorkspace(withProcess(whole), await readAiIgnore(whole.files));
		const { localizer: _, ...here } = visible;
		const events = await eventsOf(visible, shopIssue);
		assert.deepEqual(events, await eventsOf(here, shopIssue));
		const answers = events.filter(({ type }) => type === 'toolAnswered' || type === 'locationsNamed');
		assert.doesNotMatch(JSON.stringify(answers), /"file":"shop\/basket/);
		assert.match(JSON.stringify(await eventsOf(withProcess(whole), shopIssue)), /"file":"shop\/basket/);
	});

	it('does not ask again what the log has', async () => {
		const workspace = withProcess(await openHere());
		const whole = await eventsOf(workspace, shopIssue);
		for (const kept of [3, 8, whole.length - 1]) {
			const store = new MemoryRuns();
			store.events.set('a', whole.slice(0, kept));
			assert.deepEqual(await eventsOf(workspace, shopIssue, { store }), whole, `${kept} events`);
		}
	});

	it('ends at once when cancelled, with its process, and runs again', async () => {
		const workspace = withProcess(await openHere());
		const abort = new AbortController();
		const ids: number[] = [];
		const onEvent = ({ type }: RunEvent) => {
			if (type === 'toolCalled') {
				ids.push(localizer.processId ?? 0);
				abort.abort(new Error('enough'));
			}
		};
		await assert.rejects(eventsOf(workspace, shopIssue, { onEvent, signal: abort.signal }), /enough/);
		assert.equal(ids.length, 1);
		assert.equal(localizer.processId, undefined);
		assert.ok((await eventsOf(workspace, shopIssue)).some(({ type }) => type === 'locationsNamed'));
	});

	it('states what to do when its process is killed, and starts another', async () => {
		const workspace = withProcess(await openHere());
		const store = new MemoryRuns();
		const onEvent = ({ type }: RunEvent) => {
			if (type === 'toolCalled' && log.lines.length === 0) {
				log.info('killed');
				process.kill(localizer.processId ?? 0, 'SIGKILL');
			}
		};
		await assert.rejects(
			eventsOf(workspace, shopIssue, { store, onEvent }),
			(error: unknown) =>
				error instanceof UserError &&
				/SIGKILL.*Try again\. If it ends again, lower --memory, or leave out files with \.gitignore/.test(
					error.message,
				) &&
				error.cures[0]?.kind === 'retry',
		);
		assert.deepEqual(
			found(await eventsOf(workspace, shopIssue, { store })),
			found(await eventsOf(workspace, shopIssue)),
		);
	});

	it('states what to do when it needs more memory than it may use', async () => {
		folder.write({
			'ws/long.py': Array.from({ length: 100_000 }, (_, at) => `def rate_${at}(): return entry_${at}\n`).join(''),
		});
		const small = new IndexProcess({ workerFile, packageRoot: repoRoot, memory: () => smallMemory, log });
		await assert.rejects(
			eventsOf(withProcess(await openHere(), small), shopIssue),
			(error: unknown) =>
				error instanceof UserError &&
				/more.*memory.*Raise --memory, or leave out files with \.gitignore/.test(error.message),
		);
		await small.dispose();
	});

	it('fails as the log does', async () => {
		const workspace = withProcess(await openHere());
		const store = new MemoryRuns();
		const onEvent = ({ type }: RunEvent) => {
			store.failing = type === 'toolCalled';
		};
		await assert.rejects(eventsOf(workspace, shopIssue, { store, onEvent }), /the disk is full/);
	});
});

function found(events: readonly RunEvent[]): unknown {
	return events.filter(({ type }) => type === 'locationsNamed').map(event => ({ ...event, seq: 0, step: undefined }));
}

/** All events of a run, from its start to the end of the localizer. */
async function eventsOf(
	workspace: Workspace,
	given: Issue,
	{ store = new MemoryRuns(), onEvent = (_: RunEvent): void => undefined, signal = new AbortController().signal } = {},
): Promise<readonly RunEvent[]> {
	const runId = 'a';
	let log: RunLog;
	if (store.events.has(runId)) {
		log = await RunLog.reopen(store, { now: () => 0 }, runId);
	} else {
		log = RunLog.start(store, { now: () => 0 }, runId);
		await log.emit(rootNode, {
			type: 'runStarted',
			runId,
			issue: given,
			engine: 'embedded',
			workspace: [],
			version: '',
		});
		await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(given, workspace.parser.languages) });
	}
	log.onEvent(onEvent);
	await locateEmbedded(log, rootNode, workspace, { signal });
	return store.events.get(runId) ?? [];
}
