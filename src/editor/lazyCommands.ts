import * as vscode from 'vscode';

/** The features, loaded on first use. */
export interface LazyStart<Features> {
	/** Loads and registers the features. `makeWay` frees the ids of the commands, just before the features register theirs. */
	start(makeWay: () => void): Promise<Features>;
	/** Shows why the features could not start. */
	show(error: unknown): void;
}

/**
 * Placeholders for the commands of the features: each starts the features, then calls the command they registered under
 * its id. If the features cannot start, each call shows why.
 */
export class LazyCommands<Features> implements vscode.Disposable {
	private placeholders: vscode.Disposable;
	private started: Promise<Features> | undefined;

	constructor(
		private readonly ids: readonly string[],
		private readonly features: LazyStart<Features>,
	) {
		this.placeholders = this.register(ids);
	}

	/** Starts the features, once. Rejects if they could not start. */
	load(): Promise<Features> {
		this.started ??= this.start();
		return this.started;
	}

	dispose(): void {
		this.placeholders.dispose();
	}

	private async start(): Promise<Features> {
		try {
			return await this.features.start(() => this.placeholders.dispose());
		} catch (error) {
			this.placeholders.dispose();
			const known = new Set(await vscode.commands.getCommands(true));
			// The others were registered before the failure.
			this.placeholders = this.register(this.ids.filter(id => !known.has(id)));
			throw error;
		}
	}

	private register(ids: readonly string[]): vscode.Disposable {
		return vscode.Disposable.from(
			...ids.map(id => vscode.commands.registerCommand(id, (...args: readonly unknown[]) => this.call(id, args))),
		);
	}

	private async call(id: string, args: readonly unknown[]): Promise<unknown> {
		try {
			await this.load();
		} catch (error) {
			this.features.show(error);
			return undefined;
		}
		return vscode.commands.executeCommand(id, ...args);
	}
}
