import type * as vscode from 'vscode';
import type { ReplyForm } from '../../runs/pure/model/chat';
import type { Clock } from '../../system/pure/clock';

/** Servers are updated and restarted with other options, so a model is probed again after this time. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
const storageKey = 'models.found';

/** The results of probing a model. */
export interface KnownModel {
	readonly replyForm: ReplyForm;
	/** If reported by the model's server. */
	readonly contextTokens?: number;
}

interface Found extends KnownModel {
	readonly atMs: number;
}

/** Stores probe results across windows, by a text that identifies the server and the model. */
export class ModelStore {
	constructor(
		private readonly memory: vscode.Memento,
		private readonly clock: Clock,
	) {}

	/** Undefined: never probed, or too long ago. */
	known(model: string): KnownModel | undefined {
		const found = this.all()[model];
		return found !== undefined && this.isFresh(found) ? found : undefined;
	}

	async remember(model: string, known: KnownModel): Promise<void> {
		const fresh = Object.entries(this.all()).filter(([, found]) => this.isFresh(found));
		const found: Found = { ...known, atMs: this.clock.now() };
		await this.memory.update(storageKey, { ...Object.fromEntries(fresh), [model]: found });
	}

	private all(): Readonly<Record<string, Found>> {
		return this.memory.get<Readonly<Record<string, Found>>>(storageKey, {});
	}

	private isFresh({ atMs }: Found): boolean {
		return this.clock.now() - atMs < keptMs;
	}
}
