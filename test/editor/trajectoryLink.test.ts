import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PatchList } from '../../src/editor/currentRun/patchList';
import { TrackedLocations } from '../../src/editor/currentRun/trackedLocations';
import { TrajectoryRequests } from '../../src/editor/currentRun/trajectoryRequests';
import { ContextValues } from '../../src/editor/earlyServices';
import type { FailedCommand } from '../../src/editor/failedCommands/failedCommand';
import { TrajectoryLink, type TrajectoryLinkDeps } from '../../src/editor/trajectory/trajectoryLink';
import { embeddedSetup } from '../../src/engine/strategies/runSetup';
import { rootNode } from '../../src/runs/pure/fold/run';
import { type AppState, initialState, receive } from '../../src/webview/appState';
import { answerLimit, clipRun } from '../../src/webview/protocol/clip';
import { type FromWebview, type NodesFound, protocolVersion } from '../../src/webview/protocol/messages';
import { readToWebview } from '../../src/webview/protocol/readMessage';
import type { WorkspaceStatus } from '../../src/webview/protocol/workspaceStatus';
import { RecordedLog } from '../support/recordedLog';
import { eventually } from './eventually';
import { issue, type Locate, locateExample, oneRound, type RunParts, runParts } from './runParts';

const bigAnswer = 'x'.repeat(answerLimit.nCharacters + 1);

/** A part of a search is complete after it. */
const partAnswer = 'x'.repeat(200_000);

const locateBig: Locate = async log => {
	const round = await oneRound(log);
	await log.emit(round, { type: 'toolCalled', call: 'c1', tool: 'search_code', args: { query: 'x' } });
	await log.emit(round, { type: 'toolAnswered', call: 'c1', ok: true, text: bigAnswer, places: [] });
};

/** The page's end, with the reducer the page has. `lossy` loses the first message of events. */
class Page {
	state: AppState = initialState;
	nSnapshots = 0;
	readonly found: NodesFound[] = [];
	private readonly link: TrajectoryLink;
	private readonly lossy: boolean;
	private nEvents = 0;

	constructor(link: TrajectoryLink, lossy = false) {
		this.link = link;
		this.lossy = lossy;
	}

	send(message: FromWebview): void {
		this.link.receive(this.webview, { ...message, v: protocolVersion });
	}

	readonly webview = {
		postMessage: (data: unknown) => {
			const message =
				readToWebview(JSON.parse(JSON.stringify(data))) ?? assert.fail(`no message: ${JSON.stringify(data)}`);
			this.nSnapshots += message.type === 'snapshot' ? 1 : 0;
			message.type === 'found' && this.found.push(message);
			if (message.type === 'events' && this.lossy && ++this.nEvents === 1) {
				return Promise.resolve(true);
			}
			const next = receive(this.state, message);
			if (next === undefined) {
				this.send({ type: 'resync' });
			} else {
				this.state = next;
			}
			return Promise.resolve(true);
		},
	};
}

describe('TrajectoryLink', () => {
	let runs: RunParts;
	let link: TrajectoryLink;
	let requests: TrajectoryRequests;
	let log: RecordedLog;
	let memory: vscode.Memento;
	let acted: FromWebview[];
	let locate: Locate;
	let tracked: TrackedLocations[];
	let lastFailed: FailedCommand | undefined;
	const commandFailed = new vscode.EventEmitter<void>();
	const status: WorkspaceStatus = { state: 'ready', nFiles: 1, nSymbols: 2 };

	beforeEach(() => {
		locate = locateExample;
		lastFailed = undefined;
		runs = runParts({ locate: (...args) => locate(...args) });
		requests = new TrajectoryRequests();
		log = new RecordedLog();
		memory = memento();
		acted = [];
		tracked = [];
		link = new TrajectoryLink(linkParts(), message => acted.push(message));
	});

	afterEach(async () => {
		link.dispose();
		vscode.Disposable.from(...tracked).dispose();
		requests.dispose();
		await runs.dispose();
	});

	function linkParts(): TrajectoryLinkDeps {
		const index = { status, onDidChangeStatus: new vscode.EventEmitter<WorkspaceStatus>().event };
		const locations = new TrackedLocations(runs.shown);
		tracked.push(locations);
		const models = { label: 'Embedded', recipient: undefined, onDidChange: new vscode.EventEmitter<void>().event };
		const patches = new PatchList(runs.shown);
		const parts = { log, index, models, locations, patches, trajectory: requests, memory };
		const failed = { failedCommands: { last: lastFailed, onDidChange: commandFailed.event } };
		return { ...runs, ...parts, ...failed, replays: { state: undefined }, context: new ContextValues() };
	}

	function open(lossy = false): Page {
		const page = new Page(link, lossy);
		page.send({ type: 'ready' });
		return page;
	}

	it('names the command that failed last to a page', async () => {
		lastFailed = { commandLine: 'npm test', exitCode: 1 };
		link.dispose();
		link = new TrajectoryLink(linkParts(), message => acted.push(message));
		assert.equal(open().state.failedCommand, 'npm test (exit 1)');
	});

	it('brings a page that watches to the run the host has', async () => {
		const page = open();
		assert.deepEqual(page.state.status, status);
		await runs.controller.start(issue);
		await eventually(() => page.state.run?.state === 'done');
		assert.deepEqual(page.state.run, clipRun(runs.shown.run ?? assert.fail()).run);
		assert.deepEqual(page.state.session, { live: false, pausing: false, resumable: false });
	});

	it('brings a page that comes late to the same', async () => {
		await runs.controller.start(issue);
		const page = open();
		assert.deepEqual(page.state.run, clipRun(runs.shown.run ?? assert.fail()).run);
	});

	it('brings a page that lost messages to the same', async () => {
		locate = async (log, context) => {
			for (let at = 0; at < 3; at++) {
				await log.emit(rootNode, { type: 'indexed', nFiles: at, nSymbols: at });
				await new Promise(resolve => setTimeout(resolve, 60));
			}
			await locateExample(log, context);
		};
		const page = open(true);
		await runs.controller.start(issue);
		await eventually(() => page.state.run?.lastSeq === runs.shown.run?.lastSeq);
		assert.deepEqual(page.state.run, clipRun(runs.shown.run ?? assert.fail()).run);
		// One when it opened, one when the run was shown, one it asked for.
		assert.ok(page.nSnapshots >= 3, `${page.nSnapshots} snapshots`);
	});

	it('sends nothing to a page that is gone', async () => {
		const page = open();
		link.lost(page.webview);
		await runs.controller.start(issue);
		assert.equal(page.state.run, undefined);
	});

	it('keeps two pages in step, and forgets only the one that is gone', async () => {
		const [sidebar, tab] = [open(), open()];
		await runs.controller.start(issue);
		await eventually(() => sidebar.state.run?.state === 'done' && tab.state.run?.state === 'done');
		assert.deepEqual(tab.state.run, sidebar.state.run);
		link.lost(sidebar.webview);
		const [first] = runs.shown.run?.selected.locations ?? [];
		await runs.controller.judge(first?.id ?? assert.fail(), 'locationDismissed');
		await eventually(() => tab.state.run?.dismissed.length === 1);
		assert.equal(sidebar.state.run?.dismissed.length, 0);
	});

	it('sends a late page what the others have, and nothing twice', async () => {
		const early = open();
		await runs.controller.start(issue);
		const late = open();
		await eventually(() => early.state.run?.state === 'done');
		assert.deepEqual(early.state.run, late.state.run);
	});

	it('leaves long answers out until they are asked for', async () => {
		locate = locateBig;
		await runs.controller.start(issue);
		const page = open();
		const call = page.state.run?.nodes.n1?.calls[0];
		assert.equal(call?.answer?.text.length, answerLimit.nCharacters);
		assert.deepEqual(page.state.clipped, [{ node: 'n1', call: 'c1' }]);
		page.send({ type: 'readAnswer', node: 'n1', call: 'c1' });
		assert.equal(page.state.answers.get('call:n1:c1')?.text, bigAnswer);
		page.send({ type: 'readAnswer', node: 'n1', call: 'no such call' });
	});

	it('shows a page what the model is saying, also one that comes late, until the answer is there', async () => {
		const asked = {
			type: 'modelAsked',
			request: 'm1',
			purpose: 'look',
			fresh: {},
			sent: [],
			tools: [],
			form: 'prose',
		} as const;
		const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, isEstimated: false };
		const answered = {
			type: 'modelAnswered',
			request: 'm1',
			text: 'It is',
			toolCalls: [],
			usage,
			finish: 'done',
		} as const;
		let resolveNow: () => void = () => undefined;
		const going = new Promise<void>(resolve => {
			resolveNow = resolve;
		});
		const model = runParts({
			locate,
			setup: ({ onText }) => ({
				...embeddedSetup({
					...{ name: 'test', needs: [] },
					run: async run => {
						const round = await run.open(rootNode, { key: 'round', kind: 'round', title: 'Round 1' });
						await run.emit(round, asked);
						onText(round, 'It ');
						onText(round, 'is');
						await going;
						await run.emit(round, answered);
					},
				}),
				engine: 'scripted',
			}),
		});
		const streaming = new TrajectoryLink({ ...linkParts(), ...model }, () => undefined);
		const page = new Page(streaming);
		page.send({ type: 'ready' });
		const ended = model.controller.start(issue);
		await eventually(() => page.state.streamed?.text === 'It is');
		const late = new Page(streaming);
		late.send({ type: 'ready' });
		assert.deepEqual(late.state.streamed, { node: 'n1', text: 'It is' });
		resolveNow();
		await ended;
		await eventually(() => late.state.run?.state === 'done');
		assert.equal(late.state.streamed, undefined);
		streaming.dispose();
		await model.dispose();
	});

	it('searches whole answers for the page that asks, part by part, and ends the search before', async () => {
		locate = async log => {
			for (const title of ['Round 1', 'Round 2', 'Round 3']) {
				const round = await log.open(rootNode, { key: title, kind: 'round', title });
				await log.emit(round, { type: 'toolCalled', call: 'c1', tool: 'search_code', args: {} });
				await log.emit(round, { type: 'toolAnswered', call: 'c1', ok: true, text: partAnswer, places: [] });
			}
		};
		await runs.controller.start(issue);
		const [page, other] = [open(), open()];
		page.send({ type: 'find', text: 'nowhere' });
		const query = bigAnswer.toUpperCase();
		page.send({ type: 'find', text: query });
		await eventually(() => page.found.filter(({ text }) => text === query).length === 4);
		assert.deepEqual(
			page.found.map(({ text }) => text),
			['nowhere', query, query, query, query],
		);
		assert.deepEqual(page.state.found, { text: query, nodes: ['n1', 'n2', 'n3'], isComplete: true });
		assert.deepEqual(other.found, []);
		page.send({ type: 'find', text: '' });
		await eventually(() => page.state.found?.text === '');
		assert.deepEqual(page.state.found?.nodes, []);
	});

	it('remembers the detail', async () => {
		const page = open();
		assert.equal(page.state.detail, 'simple');
		page.send({ type: 'setDetail', detail: 'full' });
		await eventually(() => page.state.detail === 'full');
		assert.equal(open().state.detail, 'full');
	});

	it('keeps a wish for a page that is not there yet', async () => {
		await runs.controller.start(issue);
		requests.onDidRequest(() => undefined);
		void requests.reveal({ kind: 'node', id: 'n1' });
		assert.deepEqual(open().state.reveal, { target: { kind: 'node', id: 'n1' } });
		assert.equal(open().state.reveal, undefined);
	});

	it('passes on what the page asks for, and nothing that is no message', () => {
		const page = open();
		page.send({ type: 'locate', text: 'Broken' });
		link.receive(page.webview, { v: protocolVersion, type: 'act', action: 'workbench.action.quit' });
		link.receive(page.webview, 'boo');
		assert.deepEqual(
			acted.map(({ type }) => type),
			['locate'],
		);
		assert.equal(log.lines.length, 2);
	});
});

function memento(): vscode.Memento {
	const values = new Map<string, unknown>();
	return {
		keys: () => [...values.keys()],
		get: <T>(key: string) => values.get(key) as T,
		update: async (key, value) => void values.set(key, value),
	};
}
