import * as vscode from 'vscode';
import type { CulpritTarget } from '../../engine/culprit/culpritTarget';
import type { FailureCard } from '../../engine/failure/failureCard';
import type { IssueSource } from '../../runs/pure/model/issue';

/** A failure, with the text from which its bug is located. */
export interface Failure extends FailureCard {
	/** What is run again; the test unless given. */
	readonly target?: CulpritTarget;
	/** Id of the run that it is the failure of. */
	readonly run?: string;
	readonly issue?: { readonly text: string; readonly source: IssueSource };
}

export type FailureStep = 'search' | 'trace' | 'culprit';

export interface ShownFailure extends Failure {
	/** Another one for each failure that was shown. */
	readonly key: number;
	/** The steps that are under way. */
	readonly running: readonly FailureStep[];
}

/** The failure whose card is shown, one at a time; kept in memory only. */
export class Failures implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private failure: ShownFailure | undefined;
	private nShown = 0;
	readonly onDidChange = this.changed.event;

	get shown(): ShownFailure | undefined {
		return this.failure;
	}

	/** Shows another failure. */
	show(failure: Failure): ShownFailure {
		const shown = { ...failure, key: ++this.nShown, running: [] };
		this.set(shown);
		return shown;
	}

	hide(): void {
		this.set(undefined);
	}

	/** Adds what is known now, unless another failure is shown by then. */
	add({ key }: ShownFailure, known: Partial<ShownFailure>): void {
		if (this.failure?.key === key) {
			this.set({ ...this.failure, ...known });
		}
	}

	/** Shows that a step is under way until it ends; its answer is added. */
	async during(
		failure: ShownFailure,
		step: FailureStep,
		work: () => Promise<Partial<Failure> | undefined>,
	): Promise<void> {
		const others = () => (this.failure?.running ?? []).filter(each => each !== step);
		this.add(failure, { running: [...others(), step] });
		try {
			this.add(failure, (await work()) ?? {});
		} finally {
			this.add(failure, { running: others() });
		}
	}

	dispose(): void {
		this.changed.dispose();
	}

	private set(failure: ShownFailure | undefined): void {
		this.failure = failure;
		this.changed.fire();
	}
}
