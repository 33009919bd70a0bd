import * as vscode from 'vscode';
import type { Run } from '../../core/model/run/run';
import type { RunEvent } from '../../core/model/run/runEvent';
import type { Log } from '../../core/ports';
import { clipEvent, clipRun } from '../../protocol/clip';
import {
	type CallRef,
	type Detail,
	type FromWebview,
	protocolVersion,
	type Snapshot,
	type ToWebview,
	type Wire,
} from '../../protocol/messages';
import { readFromWebview } from '../../protocol/readMessage';
import { contextKeys } from '../ids';
import type { Services } from '../services';
import { readSettings } from '../settings';

/** About a frame: events of one frame travel together. */
const batchMs = 30;
const detailKey = 'trajectory.detail';

type Page = Pick<vscode.Webview, 'postMessage'>;

/** What the view shows, and where its detail is remembered. */
export interface LinkParts extends Pick<Services, 'shown' | 'controller' | 'trajectory' | 'context'> {
	readonly models: Pick<Services['models'], 'label' | 'recipient' | 'onDidChange'>;
	readonly index: Pick<Services['index'], 'status' | 'onDidChangeStatus'>;
	readonly memory: vscode.Memento;
	readonly log: Pick<Log, 'warn'>;
}

/**
 * The host's end of the trajectory view. The truth stays here: a page that appears, reloads or misses something gets a
 * snapshot, then events. A hidden page gets nothing.
 */
export class TrajectoryLink implements vscode.Disposable {
	private readonly disposables: vscode.Disposable[];
	private page: Page | undefined;
	/** What to show once the page is there. */
	private request: ToWebview | undefined;
	private waiting: RunEvent[] = [];
	private readonly streaming = new StreamTail();
	private timer: NodeJS.Timeout | undefined;

	/** `act` does what a message asks for; what the link itself can answer is not passed on. */
	constructor(
		private readonly parts: LinkParts,
		private readonly act: (message: FromWebview) => void,
	) {
		const { shown, controller, index, trajectory, models } = parts;
		this.disposables = [
			shown.onDidShow(() => {
				this.streaming.clear();
				this.sendSnapshot();
			}),
			shown.onDidChange(event => this.queue(event)),
			controller.onDidChangeSession(() => this.sendSession()),
			controller.onDidStream(({ node, piece }) => this.stream(node, piece)),
			index.onDidChangeStatus(status => this.send({ type: 'status', status })),
			models.onDidChange(() => this.sendSnapshot()),
			trajectory.onDidRequest(request => this.show(request)),
			vscode.workspace.onDidChangeConfiguration(
				event => event.affectsConfiguration('faultline') && this.sendSnapshot(),
			),
		];
	}

	get detail(): Detail {
		return this.parts.memory.get<Detail>(detailKey) === 'full' ? 'full' : 'simple';
	}

	async setDetail(detail: Detail): Promise<void> {
		await this.parts.memory.update(detailKey, detail);
		this.parts.context.set(contextKeys.detail, detail);
		this.send({ type: 'detail', detail });
	}

	/** Takes what a page sent. Its first message makes it the page that is spoken to. */
	receive(page: Page, data: unknown): void {
		const message = readFromWebview(data);
		if (message === undefined) {
			this.parts.log.warn('The trajectory view sent something that is no message.');
			return;
		}
		switch (message.type) {
			case 'ready':
			case 'resync':
				this.page = page;
				this.sendSnapshot();
				this.sendRequest();
				return;
			case 'readAnswer':
				this.sendAnswer(message);
				return;
			case 'setDetail':
				void this.setDetail(message.detail);
				return;
			default:
				this.act(message);
		}
	}

	send(message: ToWebview): void {
		void this.page?.postMessage({ ...message, v: protocolVersion } satisfies Wire<ToWebview>);
	}

	/** The page is gone; the next one says that it is ready. */
	lost(): void {
		this.page = undefined;
		this.waiting = [];
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.lost();
		vscode.Disposable.from(...this.disposables).dispose();
	}

	private show(request: ToWebview): void {
		this.request = request;
		this.sendRequest();
	}

	private sendRequest(): void {
		if (this.page !== undefined && this.request !== undefined) {
			this.send(this.request);
			this.request = undefined;
		}
	}

	private sendSnapshot(): void {
		const { shown, controller, index, models } = this.parts;
		// What waits is in the snapshot already.
		this.waiting = [];
		const { run, clipped } = shown.run === undefined ? { run: undefined, clipped: [] } : clipRun(shown.run);
		this.send({
			type: 'snapshot',
			...(run === undefined ? {} : { run }),
			...{ clipped, session: controller.session, status: index.status, detail: this.detail },
			...settingsFor(shown.run),
			model: { label: models.label, ...(models.recipient !== undefined && { recipient: models.recipient }) },
		});
		if (this.streaming.current !== undefined) {
			this.send({ type: 'streamed', ...this.streaming.current });
		}
	}

	private queue(event: RunEvent): void {
		this.streaming.onEvent(event);
		if (this.page !== undefined) {
			this.waiting.push(event);
			this.sendSoon();
		}
	}

	/** Another run than the live one may be shown. */
	private stream(node: string, piece: string): void {
		if (this.parts.controller.session.live) {
			this.streaming.add(node, piece);
			this.sendSoon();
		}
	}

	private sendSoon(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.sendEvents();
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

	/** A run is not over for the page before its last events are there. */
	private sendSession(): void {
		this.sendEvents();
		this.send({ type: 'session', session: this.parts.controller.session });
	}

	private sendAnswer(ref: CallRef): void {
		const node = this.parts.shown.run?.nodes[ref.node];
		const answer = node?.calls.find(({ id }) => id === ref.call)?.answer;
		if (answer !== undefined) {
			const { text, places } = answer;
			this.send({ type: 'answer', node: ref.node, call: ref.call, text, places });
		}
	}
}

function settingsFor(run: Run | undefined): Pick<Snapshot, 'maxLocations' | 'limits'> {
	const { maxLocations, maxRounds, caps, pricing } = readSettings();
	const price = run === undefined ? undefined : pricing[run.engine];
	return { maxLocations, limits: { maxRounds, caps, ...(price !== undefined && { price }) } };
}

/** The end of an answer that is coming in: more than a row shows of it, and little enough to be sent every frame. */
const keptCharacters = 600;

interface StreamedEnd {
	readonly node: string;
	readonly text: string;
}

/** What the model is saying right now, until its answer is in the log. */
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

	/** Forgets what an event makes old: the whole answer, or a try that failed. */
	onEvent({ type, node }: Pick<RunEvent, 'type' | 'node'>): void {
		const endsRequest = type === 'modelAsked' || type === 'modelAnswered' || type === 'modelFailed';
		if (type === 'runEnded' || (endsRequest && node === this.end?.node)) {
			this.clear();
		}
	}

	/** The end, if it is another than the last time. */
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
