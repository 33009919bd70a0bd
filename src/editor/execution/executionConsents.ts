import * as vscode from 'vscode';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import { RememberedDecisions } from '../rememberedDecisions';
import type { ExecutionAnswer } from './executionConsent';

/** With which rights programs run: each needs a consent of its own. */
export type ConsentKind = 'sandboxed' | 'unsandboxed';

/** What the user agreed to. */
export interface Consent {
	/** With network access. */
	readonly network: boolean;
	/** The command lines of the settings that the user was shown: any other one is asked about. */
	readonly commands: readonly string[];
}

/** What is about to run. */
export interface Executed extends Consent {
	readonly kind: ConsentKind;
}

/**
 * The user's consents to run programs: those for the workspace, by kind, and those for one run, which last as long as the
 * window. Whether the workspace is trusted is for the caller to check.
 */
export class ExecutionConsents {
	private readonly remembered: RememberedDecisions<Consent>;
	private readonly runs = new Map<string, Executed | 'onlyWrite'>();
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.changed.event;

	constructor(state: vscode.Memento) {
		this.remembered = new RememberedDecisions(state, 'execution.consents');
		this.remembered.onDidChange(() => this.changed.fire());
	}

	/** The kinds that the user agreed to for the workspace. */
	get kinds(): readonly ConsentKind[] {
		return (['sandboxed', 'unsandboxed'] as const).filter(kind => this.given(kind) !== undefined);
	}

	/** Whether the user decided for single runs of this window. */
	get hasRuns(): boolean {
		return this.runs.size > 0;
	}

	/** Whether the user agreed, for the workspace or for this run. */
	covers(executed: Executed, run?: string): boolean {
		const inRun = run === undefined ? undefined : this.runs.get(run);
		const isInRun = typeof inRun === 'object' && inRun.kind === executed.kind && isWithin(executed, inRun);
		return isInRun || isWithin(executed, this.given(executed.kind));
	}

	/** Whether the user chose that nothing runs in this run. */
	refuses(run: string): boolean {
		return this.runs.get(run) === 'onlyWrite';
	}

	/** Whether programs of this kind get network access where the setting leaves that to the user. */
	allowsNetwork(kind: ConsentKind): boolean {
		return this.given(kind)?.network === true;
	}

	/** `run`: of which the user was asked, if it was one. */
	async add(answer: ExecutionAnswer, executed: Executed, run?: string): Promise<void> {
		if (answer === 'onlyWrite' || !answer.isRemembered) {
			if (run !== undefined) {
				this.runs.set(run, answer === 'onlyWrite' ? answer : executed);
				this.changed.fire();
			}
			return;
		}
		const { kind, network, commands } = executed;
		const before = this.given(kind)?.commands ?? [];
		const all = [...new Set([...before, ...commands])];
		await this.remembered.set(kind, { network: network || answer.network, commands: all });
	}

	/** Programs of this kind are asked about again. */
	async withdraw(kind: ConsentKind): Promise<void> {
		await this.remembered.forget(kind);
	}

	/** What was decided for single runs is asked about again. */
	forgetRuns(): void {
		this.runs.clear();
		this.changed.fire();
	}

	private given(kind: ConsentKind): Consent | undefined {
		return this.remembered.all[kind];
	}
}

export function consentKind({ sandbox }: Pick<Confinement, 'sandbox'>): ConsentKind {
	return sandbox === undefined ? 'unsandboxed' : 'sandboxed';
}

function isWithin(executed: Consent, given: Consent | undefined): boolean {
	return (
		given !== undefined &&
		(given.network || !executed.network) &&
		executed.commands.every(line => given.commands.includes(line))
	);
}
