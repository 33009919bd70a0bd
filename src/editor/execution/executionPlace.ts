import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { defaultOptions } from '../../engine/agent/options';
import type { Strategy } from '../../engine/strategies/strategy';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import type { Checkouts } from '../../sandbox/pure/execution/checkouts';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../system/pure/errors/userError';
import { readSettings } from '../settings/settings';
import { workspaceRoots } from '../workspacePaths';
import { type AskedConfinement, askToExecute, askToRunTests } from './executionConsent';
import { ExecutionPanel } from './executionPanel';
import { TerminalRunner } from './terminalRunner';

/** Copies of the workspace for commands that are confined in a way. */
export type CopiesFor<Copies extends Checkouts = Checkouts> = (dependencies: Confinement['dependencies']) => Copies;

/** With copies of a kind. */
export type ExecutionWith<Copies extends Checkouts> = Omit<ExecutionDeps, 'checkouts'> & { readonly checkouts: Copies };

/** How programs of the project, and those a model wrote, are run in this window. */
export class ExecutionPlace {
	/** One for all fixes of the window. */
	private readonly panel = new ExecutionPanel(vscode.l10n.t('Faultline: Reproducer'));

	constructor(
		private readonly packageRoot: string,
		/** Keeps the user's decision about the network. */
		private readonly state: vscode.Memento,
		readonly isTrusted: () => boolean,
	) {}

	/**
	 * Asks the user what a fix by this strategy may execute. `cancelled`: the user cancelled. Throws `UserError` in
	 * Restricted Mode, if the strategy needs to execute.
	 */
	async ask(
		model: string,
		{ name, needs, announce }: Pick<Strategy, 'name' | 'needs' | 'announce'>,
		copiesFor: CopiesFor,
	): Promise<ExecutionDeps | 'nothing' | 'cancelled'> {
		const mustRun = needs.includes('execution');
		if (!this.isTrusted()) {
			return mustRun ? refuseRestricted(name) : 'nothing';
		}
		const { runTests, testCommand, ownCommands, tree, caps } = readSettings();
		const announced = announce?.({ ...defaultOptions, tree }, caps) ?? '';
		const asked = await this.open();
		const consent = await askToExecute(model, asked, {
			...{ runTests, testCommand, ownCommands, mustRun, announced },
		});
		if (consent === undefined || consent === 'onlyWrite') {
			return consent === undefined ? 'cancelled' : 'nothing';
		}
		if (asked.asksForNetwork) {
			await this.state.update(networkKey, consent === 'runWithNetwork');
		}
		return {
			...(await this.testDeps(copiesFor)),
			...(ownCommands !== undefined && { ownCommands }),
			...(!runTests && { skipsTests: true }),
		};
	}

	/**
	 * Asks before tests of the project run, unless the user agreed to that for this workspace. `what`: which ones run, in a
	 * sentence.
	 */
	async askForTests(what: string): Promise<boolean> {
		const confinement = await this.open();
		// With the user's own rights they never run unasked.
		if (confinement.sandbox !== undefined && this.mayRunTests) {
			return true;
		}
		const answer = await askToRunTests(what, confinement);
		if (answer === 'always') {
			await this.state.update(testsKey, true);
		}
		return answer !== undefined;
	}

	/** The user agreed that tests of this workspace run without asking. */
	get mayRunTests(): boolean {
		return this.state.get<boolean>(testsKey) === true;
	}

	async forgetTestConsent(): Promise<void> {
		await this.state.update(testsKey, undefined);
	}

	/** The services to run the project's tests, once the user agreed to that; undefined in Restricted Mode. */
	async forTests<Copies extends Checkouts>(copiesFor: CopiesFor<Copies>): Promise<ExecutionWith<Copies> | undefined> {
		return this.isTrusted() ? this.testDeps(copiesFor) : undefined;
	}

	private async testDeps<Copies extends Checkouts>(copiesFor: CopiesFor<Copies>): Promise<ExecutionWith<Copies>> {
		const { testCommand, testTimeoutMs, coverageTimeoutMs } = readSettings();
		const { runner, dependencies, interpreters } = await this.open();
		this.panel.restart();
		const shown = new TerminalRunner(runner, this.panel);
		const limits = {
			...(testTimeoutMs !== undefined && { testTimeoutMs }),
			...(coverageTimeoutMs !== undefined && { coverageTimeoutMs }),
		};
		const execution = { checkouts: copiesFor(dependencies), runner: shown, interpreters, ...limits };
		return { ...execution, ...(testCommand !== undefined && { testCommand }) };
	}

	/** By the current settings. */
	async open(): Promise<Confinement & AskedConfinement> {
		const { executionEnvironment: variables, executionNetwork, executionSandbox: sandbox } = readSettings();
		const decided = this.state.get<boolean>(networkKey);
		const network = executionNetwork === 'ask' ? decided === true : executionNetwork === 'always';
		const { packageRoot } = this;
		const project = { roots: workspaceRoots(), interpreters: await selectedInterpreters(packageRoot) };
		const { openConfinement } = await import('../../sandbox/node/confinement/confinement');
		const confinement = await openConfinement({ packageRoot, variables, network, sandbox, ...project });
		const isAsked = executionNetwork === 'ask' && decided === undefined && confinement.sandbox !== undefined;
		return { ...confinement, asksForNetwork: isAsked };
	}
}

function refuseRestricted(strategy: string): never {
	throw new UserError(
		`This folder is in Restricted Mode. Trust it to fix the bug: the strategy "${strategy}" runs its programs.`,
		{ cures: [{ kind: 'trust' }] },
	);
}

/** The interpreters that the user selected in the editor, as the extensions of their languages report them. */
async function selectedInterpreters(packageRoot: string): Promise<string[]> {
	const known = new Set(await vscode.commands.getCommands(true));
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	const selected: string[] = [];
	const { readToolData } = await import('../../sandbox/node/confinement/toolData');
	for (const { editorCommand = '' } of readToolData(packageRoot).interpreters) {
		if (known.has(editorCommand)) {
			const path: unknown = await vscode.commands
				.executeCommand(editorCommand, { workspaceFolder: folder?.uri.fsPath })
				.then(undefined, () => undefined);
			selected.push(...(typeof path === 'string' && isAbsolute(path) && existsSync(path) ? [path] : []));
		}
	}
	return selected;
}

const networkKey = 'execution.network';
const testsKey = 'execution.tests';
