import * as vscode from 'vscode';

export type PatchDecision = 'accepted' | 'rejected';

const key = 'patch.decisions';
/** Runs whose decisions are remembered; older ones are forgotten first. */
const maxRuns = 100;

type Decisions = Readonly<Record<string, Readonly<Record<string, PatchDecision>>>>;

/** What the person made of the patches of each run. */
export class PatchDecisions implements vscode.Disposable {
	private readonly memento: vscode.Memento;
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.changed.event;

	constructor(memento: vscode.Memento) {
		this.memento = memento;
	}

	of(runId: string, patchId: string): PatchDecision | undefined {
		return this.all()[runId]?.[patchId];
	}

	/** Undefined forgets what was decided. */
	async set(runId: string, patchId: string, decision: PatchDecision | undefined): Promise<void> {
		const { [runId]: ofRun = {}, ...others } = this.all();
		const { [patchId]: _old, ...rest } = ofRun;
		const decided = decision === undefined ? rest : { ...rest, [patchId]: decision };
		const kept = Object.entries(others).slice(1 - maxRuns);
		await this.memento.update(key, Object.fromEntries([...kept, [runId, decided]]));
		this.changed.fire();
	}

	dispose(): void {
		this.changed.dispose();
	}

	private all(): Decisions {
		return this.memento.get<Decisions>(key, {});
	}
}
