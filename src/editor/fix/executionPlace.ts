import * as vscode from 'vscode';
import type { ExecutionDeps } from '../../core/execution/executionDeps';
import type { Checkouts } from '../../core/ports';
import { type Confinement, openConfinement } from '../../node/execution/confinement';
import { readSettings } from '../settings';
import { type AskedConfinement, askToExecute } from './executionConsent';
import { ExecutionPanel } from './executionPanel';
import { TerminalRunner } from './terminalRunner';

/** Copies of the workspace for commands that are confined in a way. */
export type CopiesFor = (dependencies: Confinement['dependencies']) => Checkouts;

/** How programs of the project, and those a model wrote, are run in this window. */
export class ExecutionPlace {
	/** One for all fixes of the window. */
	private readonly panel = new ExecutionPanel('Faultline: Reproducer');

	constructor(
		private readonly packageRoot: string,
		/** Keeps the user's decision about the network. */
		private readonly state: vscode.Memento,
	) {}

	/** What a fix may execute, after asking the user. `cancelled`: the user cancelled. */
	async ask(
		model: string,
		copiesFor: CopiesFor,
		testCommand: string | undefined,
	): Promise<ExecutionDeps | 'nothing' | 'cancelled'> {
		if (!vscode.workspace.isTrusted) {
			return 'nothing';
		}
		const asked = await this.open();
		const consent = await askToExecute(model, asked, testCommand);
		if (consent === undefined || consent === 'onlyWrite') {
			return consent === undefined ? 'cancelled' : 'nothing';
		}
		if (asked.asksForNetwork) {
			await this.state.update(networkKey, consent === 'runWithNetwork');
		}
		const { runner, dependencies } = await this.open();
		this.panel.restart();
		const shown = new TerminalRunner(runner, this.panel);
		return { checkouts: copiesFor(dependencies), runner: shown, ...(testCommand !== undefined && { testCommand }) };
	}

	/** By the current settings. */
	async open(): Promise<Confinement & AskedConfinement> {
		const { executionEnvironment: variables, executionNetwork, executionSandbox: sandbox } = readSettings();
		const decided = this.state.get<boolean>(networkKey);
		const network = executionNetwork === 'ask' ? decided === true : executionNetwork === 'always';
		const confinement = await openConfinement({ packageRoot: this.packageRoot, variables, network, sandbox });
		const isAsked = executionNetwork === 'ask' && decided === undefined && confinement.sandbox !== undefined;
		return { ...confinement, asksForNetwork: isAsked };
	}
}

const networkKey = 'execution.network';
