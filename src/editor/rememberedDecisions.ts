import * as vscode from 'vscode';

/** Decisions of the user for this workspace, each by a name: in VS Code's storage for it, and never in its files. */
export class RememberedDecisions<Decision> {
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly state: vscode.Memento,
		private readonly key: string,
	) {}

	get all(): Readonly<Record<string, Decision>> {
		return this.state.get<Readonly<Record<string, Decision>>>(this.key, {});
	}

	async set(name: string, decision: Decision): Promise<void> {
		await this.update({ ...this.all, [name]: decision });
	}

	async forget(name: string): Promise<void> {
		const { [name]: _forgotten, ...others } = this.all;
		await this.update(others);
	}

	private async update(all: Readonly<Record<string, Decision>>): Promise<void> {
		await this.state.update(this.key, Object.keys(all).length === 0 ? undefined : all);
		this.changed.fire();
	}
}
