import * as vscode from 'vscode';
import { researchBudget } from '../../engine/strategies/researcher/researchBudget';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import type { ShownPatch } from '../../runs/pure/fold/shownPatch';
import { modelsOf } from '../../runs/pure/fold/spent';
import type { Log } from '../../system/pure/log';
import { clipEvent, clipRun } from '../../webview/protocol/clip';
import {
	type CallRef,
	type Detail,
	type FromWebview,
	protocolVersion,
	type Session,
	type Snapshot,
	type ToWebview,
	type Wire,
} from '../../webview/protocol/messages';
import { readFromWebview } from '../../webview/protocol/readMessage';
import { engineText } from '../engineText';
import { commandLabel } from '../failedCommands/failedCommand';
import type { FailedCommands } from '../failedCommands/failedCommands';
import { contextKeys } from '../ids';
import type { Services } from '../services';
import { priceOf, readSettings } from '../settings/settings';
import { NodeSearches } from './nodeSearches';

/** Events within this time are sent together. */
const batchMs = 30;
const detailKey = 'trajectory.detail';

type Page = Pick<vscode.Webview, 'postMessage'>;

/** The run that the view shows, and the storage of its level of detail. */
export interface TrajectoryLinkDeps
	extends Pick<Services, 'shown' | 'patches' | 'controller' | 'trajectory' | 'context'> {
	readonly replays: Pick<Services['replays'], 'state'>;
	readonly models: Pick<Services['models'], 'label' | 'recipient' | 'onDidChange'>;
	readonly index: Pick<Services['index'], 'status' | 'onDidChangeStatus'>;
	readonly locations: Pick<Services['locations'], 'moves' | 'onDidChange'>;
	readonly failedCommands: Pick<FailedCommands, 'last' | 'onDidChange'>;
	readonly memory: vscode.Memento;
	readonly log: Pick<Log, 'warn'>;
}

/**
 * The host side of the pages that show the run: the view in the sidebar and the tab in the editor. The host owns the
 * state: a page that appears, reloads or misses an event gets a snapshot, then events. A hidden page gets nothing.
 */
export class TrajectoryLink implements vscode.Disposable {
	private readonly disposables: vscode.Disposable[];
	private readonly pages = new Set<Page>();
	private readonly searches = new NodeSearches<Page>(vscode.l10n.bundle && engineText);
	/** Request to send once a page is ready. */
	private request: ToWebview | undefined;
	private waiting: RunEvent[] = [];
	private hasNewLines = false;
	private readonly streaming = new StreamTail();
	private timer: NodeJS.Timeout | undefined;

	/** `act` handles the messages that the link does not answer itself. */
	constructor(
		private readonly deps: TrajectoryLinkDeps,
		private readonly act: (message: FromWebview) => unknown,
	) {
		const { shown, patches, controller, index, trajectory, models, locations } = deps;
		this.disposables = [
			shown.onDidShow(() => {
				this.streaming.clear();
				this.sendSnapshot();
			}),
			shown.onDidChange(event => this.queue(event)),
			patches.onDidChange(() => this.sendPatches()),
			controller.onDidChangeSession(() => this.sendSession()),
			controller.onDidStream(({ node, piece }) => this.stream(node, piece)),
			index.onDidChangeStatus(status => this.send({ type: 'status', status })),
			models.onDidChange(() => this.sendSnapshot()),
			locations.onDidChange(() => this.sendLinesSoon()),
			vscode.workspace.onDidGrantWorkspaceTrust(() => this.sendSnapshot()),
			deps.failedCommands.onDidChange(() => this.sendSnapshot()),
			trajectory.onDidRequest(request => this.show(request)),
			vscode.workspace.onDidChangeConfiguration(
				event => event.affectsConfiguration('faultline') && this.sendSnapshot(),
			),
		];
	}

	get detail(): Detail {
		return this.deps.memory.get<Detail>(detailKey) === 'full' ? 'full' : 'simple';
	}

	async setDetail(detail: Detail): Promise<void> {
		await this.deps.memory.update(detailKey, detail);
		this.deps.context.set(contextKeys.detail, detail);
		this.send({ type: 'detail', detail });
	}

	/** Handles a message of a page. With its first message, the page becomes a recipient of all messages. */
	receive(page: Page, data: unknown): void {
		const message = readFromWebview(data);
		if (message === undefined) {
			this.deps.log.warn('The view of the run sent an invalid message.');
			return;
		}
		switch (message.type) {
			case 'ready':
			case 'resync':
				// The other pages must not get the queued events twice.
				this.sendEvents();
				this.pages.add(page);
				this.deps.trajectory.markVisible(page, true);
				this.sendSnapshot([page]);
				this.sendRequest();
				return;
			case 'readAnswer':
				this.sendAnswer(message);
				return;
			case 'find':
				this.find(page, message.text);
				return;
			case 'setDetail':
				void this.setDetail(message.detail);
				return;
			default:
				this.act(message);
		}
	}

	send(message: ToWebview, pages: Iterable<Page> = this.pages): void {
		for (const page of pages) {
			void page.postMessage({ ...message, v: protocolVersion } satisfies Wire<ToWebview>);
		}
	}

	/** A page is hidden or closed; it sends `ready` when it is shown again. */
	lost(page: Page): void {
		this.pages.delete(page);
		this.searches.stop(page);
		this.deps.trajectory.markVisible(page, false);
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.pages.clear();
		vscode.Disposable.from(...this.disposables).dispose();
	}

	private show(request: ToWebview): void {
		this.request = request;
		this.sendRequest();
	}

	private sendRequest(): void {
		if (this.pages.size > 0 && this.request !== undefined) {
			this.send(this.request);
			this.request = undefined;
		}
	}

	private sendSnapshot(pages: Iterable<Page> = this.pages): void {
		const { shown, index, models, locations, replays } = this.deps;
		const failed = this.deps.failedCommands.last;
		// Queued events are already in the snapshot.
		this.waiting = [];
		const { run, clipped } = shown.run === undefined ? { run: undefined, clipped: [] } : clipRun(shown.run);
		const snapshot: Snapshot = {
			type: 'snapshot',
			...(run === undefined ? {} : { run }),
			...{ clipped, session: this.session, status: index.status, detail: this.detail },
			...settingsFor(shown.run),
			...(failed !== undefined && { failedCommand: engineText(commandLabel(failed)) }),
			...(replays.state !== undefined && { replay: replays.state }),
			model: { label: models.label, ...(models.recipient !== undefined && { recipient: models.recipient }) },
			...{ patches: this.patches(), isTrusted: vscode.workspace.isTrusted, lines: locations.moves() },
		};
		this.send(snapshot, pages);
		if (this.streaming.current !== undefined) {
			this.send({ type: 'streamed', ...this.streaming.current }, pages);
		}
	}

	private queue(event: RunEvent): void {
		this.streaming.onEvent(event);
		if (this.pages.size > 0) {
			this.waiting.push(event);
			this.sendSoon();
		}
	}

	/** Ignores the stream if the run shown is not the live one. */
	private stream(node: string, piece: string): void {
		if (this.deps.controller.session.live) {
			this.streaming.add(node, piece);
			this.sendSoon();
		}
	}

	/** Typing moves lines with every key. */
	private sendLinesSoon(): void {
		this.hasNewLines = true;
		this.sendSoon();
	}

	private sendSoon(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.sendEvents();
			if (this.hasNewLines) {
				this.hasNewLines = false;
				this.send({ type: 'lines', lines: this.deps.locations.moves() });
			}
			const streamed = this.streaming.takeNew();
			if (streamed !== undefined) {
				this.send({ type: 'streamed', ...streamed });
			}
		}, batchMs);
	}

	private sendEvents(): void {
		const clips = this.waiting.map(clipEvent);
		this.waiting = [];
		if (clips.length > 0) {
			const clipped = clips.flatMap(clip => clip.clipped);
			this.send({ type: 'events', events: clips.map(({ event }) => event), clipped });
		}
	}

	/** A replay looks like a live run until its end. */
	private get session(): Session {
		const { replays, controller } = this.deps;
		const { state } = replays;
		return state === undefined
			? controller.session
			: { live: state.at < state.nMoments - 1, resumable: false, pausing: false };
	}

	/** Sends pending events first, so that the page has them all when a run ends. */
	private sendSession(): void {
		this.sendEvents();
		this.send({ type: 'session', session: this.session });
	}

	/** After the events they are made of. */
	private sendPatches(): void {
		this.sendEvents();
		this.send({ type: 'patches', patches: this.patches() });
	}

	private patches(): ShownPatch[] {
		return this.deps.patches.patches().map(patch => ({
			...patch,
			evidence: patch.evidence.map(each => ({ ...each, details: '' })),
		}));
	}

	private find(page: Page, text: string): void {
		const { run } = this.deps.shown;
		if (run !== undefined) {
			void this.searches.find(page, { run, text }, part => this.send(part, [page]));
		}
	}

	private sendAnswer(ref: CallRef): void {
		const node = this.deps.shown.run?.nodes[ref.node];
		const answer = node?.calls.find(({ id }) => id === ref.call)?.answer;
		if (answer !== undefined) {
			const { text, places } = answer;
			this.send({ type: 'answer', node: ref.node, call: ref.call, text, places });
		}
	}
}

function settingsFor(run: Run | undefined): Pick<Snapshot, 'maxLocations' | 'limits'> {
	const settings = readSettings();
	const { strategy, maxLocations, maxRounds, effort, caps } = settings;
	const price = run === undefined ? undefined : priceOf(modelsOf(run), settings);
	const isResearch = (run?.strategy ?? strategy) === 'researcher';
	const budget = isResearch ? researchBudget({ effort, maxRounds }) : { maxRounds };
	const limits = { ...budget, nextStrategy: strategy, caps, ...(price !== undefined && { price }) };
	return { maxLocations, limits };
}

/** Length of the streamed tail: more than a row shows, and short enough to be sent every frame. */
const keptCharacters = 600;

interface StreamedEnd {
	readonly node: string;
	readonly text: string;
}

/** The tail of the streamed answer, until the whole answer is in the log. */
export class StreamTail {
	private end: StreamedEnd | undefined;
	private isNew = false;

	get current(): StreamedEnd | undefined {
		return this.end;
	}

	add(node: string, piece: string): void {
		const before = this.end?.node === node ? this.end.text : '';
		this.end = { node, text: (before + piece).slice(-keptCharacters) };
		this.isNew = true;
	}

	/** Drops the tail when an event makes it obsolete: the whole answer, or a failed attempt. */
	onEvent({ type, node }: Pick<RunEvent, 'type' | 'node'>): void {
		const endsRequest = type === 'modelAsked' || type === 'modelAnswered' || type === 'modelFailed';
		if (type === 'runEnded' || (endsRequest && node === this.end?.node)) {
			this.clear();
		}
	}

	/** The tail, if it has changed since the last call. */
	takeNew(): StreamedEnd | undefined {
		const taken = this.isNew ? this.end : undefined;
		this.isNew = false;
		return taken;
	}

	clear(): void {
		this.end = undefined;
		this.isNew = false;
	}
}
