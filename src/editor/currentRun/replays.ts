import type * as vscode from 'vscode';
import type { RunFiles } from '../../runs/node/runFiles';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import { nullRunStore } from '../../runs/pure/log/nullRunStore';
import { RunLog } from '../../runs/pure/log/runLog';
import { type ReplayMoment, replayMoments } from '../../sharing/pure/exports/replayMoments';
import type { Clock } from '../../system/pure/clock';
import { UserError } from '../../system/pure/errors/userError';
import type { ReplayState } from '../../webview/protocol/messages';
import type { ShownRun } from './shownRun';

interface ReplaysDeps {
	readonly runs: Pick<RunFiles, 'read'>;
	readonly shown: ShownRun;
	readonly clock: Pick<Clock, 'now'>;
	/** Shows the run itself. */
	readonly open: (runId: string) => Promise<void>;
}

interface Replay {
	readonly runId: string;
	readonly events: readonly RunEvent[];
	readonly moments: readonly ReplayMoment[];
	readonly at: number;
	/** The log that the views show. */
	readonly log: RunLog;
}

/**
 * Shows the run of a log as it was after some of its events, in the same views and without a model or a workspace. It
 * shows a copy that cannot be changed or continued. Showing another run ends it.
 */
export class Replays implements vscode.Disposable {
	private current: Replay | undefined;
	private readonly listening: vscode.Disposable;

	constructor(private readonly deps: ReplaysDeps) {
		this.listening = deps.shown.onDidShow(() => {
			if (deps.shown.log !== this.current?.log) {
				this.current = undefined;
			}
		});
	}

	/** The position of the replay that is shown; undefined while none is. */
	get state(): ReplayState | undefined {
		if (this.current === undefined) {
			return undefined;
		}
		const { at, moments, log } = this.current;
		const { openedFrom } = log.run;
		const label = moments[at]?.label ?? '';
		return { at, nMoments: moments.length, label, ...(openedFrom !== undefined && { file: openedFrom }) };
	}

	/** Shows a stored run as a replay: from its beginning, or complete. Throws `UserError` if there is no such run. */
	async start(runId: string, from: 'beginning' | 'end'): Promise<void> {
		const events = await this.deps.runs.read(runId);
		const moments = replayMoments(events);
		await this.show({ runId, events, moments }, from === 'beginning' ? 0 : moments.length - 1);
	}

	/** Moves to a moment, from 0; beyond the ends, to the first or the last one. */
	async go(to: number): Promise<void> {
		if (this.current !== undefined && to !== this.current.at) {
			await this.show(this.current, to);
		}
	}

	/** Shows the run itself again. */
	async close(): Promise<void> {
		if (this.current !== undefined) {
			await this.deps.open(this.current.runId);
		}
	}

	dispose(): void {
		this.listening.dispose();
	}

	private async show(replay: Pick<Replay, 'runId' | 'events' | 'moments'>, to: number): Promise<void> {
		const at = Math.max(0, Math.min(to, replay.moments.length - 1));
		const events = replay.events.slice(0, replay.moments[at]?.nEvents ?? 0).map(toRead);
		const store = { ...nullRunStore, read: async () => events, append: refuseChange };
		const log = await RunLog.reopen(store, this.deps.clock, replay.runId);
		this.current = { ...replay, at, log };
		this.deps.shown.show(log);
	}
}

function toRead(event: RunEvent): RunEvent {
	return event.type === 'runStarted' ? { ...event, readOnly: true } : event;
}

async function refuseChange(): Promise<void> {
	throw new UserError('This is a replay, which changes nothing. Close it to work with the run.');
}
