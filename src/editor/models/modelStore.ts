import type * as vscode from 'vscode';
import type { ReplyForm } from '../../core/model/chat';
import type { Clock } from '../../core/ports';

/** Servers are updated and restarted with other options: what was found out by trying is tried again after this long. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
const storageKey = 'models.found';

/** What trying a model showed. */
export interface KnownModel {
	readonly replyForm: ReplyForm;
	/** Where the model's server told it. */
	readonly contextTokens?: number;
}

interface Found extends KnownModel {
	readonly atMs: number;
}

/** Remembers over windows what trying a model showed, by a text that names its server and the model. */
export class ModelStore {
	constructor(
		private readonly memory: vscode.Memento,
		private readonly clock: Clock,
	) {}

	/** Undefined: never tried, or too long ago. */
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
