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
import { type AskedConfinement, askToExecute, askToRun, askToRunReproducers } from './executionConsent';
import { consentKind, type Executed, ExecutionConsents } from './executionConsents';
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

	readonly consents: ExecutionConsents;

	constructor(
		private readonly packageRoot: string,
		/** Keeps the user's consents. */
		state: vscode.Memento,
		readonly isTrusted: () => boolean,
	) {
		this.consents = new ExecutionConsents(state);
	}

	/**
	 * What a fix by this strategy may execute, in this run; asks the user unless that is decided. `cancelled`: the user
	 * cancelled. Throws `UserError` in Restricted Mode, if the strategy needs to execute.
	 */
	async ask(
		model: string,
		{ name, needs, announce }: Pick<Strategy, 'name' | 'needs' | 'announce'>,
		copiesFor: CopiesFor,
		run: string | undefined,
	): Promise<ExecutionDeps | 'nothing' | 'cancelled'> {
		const mustRun = needs.includes('execution');
		if (!this.isTrusted()) {
			return mustRun ? refuseRestricted(name) : 'nothing';
		}
		if (!mustRun && run !== undefined && this.consents.refuses(run)) {
			return 'nothing';
		}
		const { runTests, testCommand, ownCommands, tree, caps } = readSettings();
		const confinement = await this.open();
		const commands = [runTests ? testCommand : undefined, ownCommands?.build, ownCommands?.reproduce];
		const executed = executedIn(confinement, commands);
		if (!this.consents.covers(executed, run)) {
			const announced = announce?.({ ...defaultOptions, tree }, caps) ?? '';
			const asked = { runTests, testCommand, ownCommands, mustRun, announced };
			const answer = await askToExecute(model, confinement, asked);
			if (answer === undefined) {
				return 'cancelled';
			}
			await this.consents.add(answer, executed, run);
			if (answer === 'onlyWrite') {
				return 'nothing';
			}
		}
		return {
			...(await this.testDeps(copiesFor)),
			...(ownCommands !== undefined && { ownCommands }),
			...(!runTests && { skipsTests: true }),
		};
	}

	/** Asks before tests of the project run, unless the user agreed. `what`: which ones run, in a sentence. */
	askForTests(what: string): Promise<boolean> {
		const { testCommand } = readSettings();
		const question = vscode.l10n.t('Run the tests of this project?');
		const command = testCommand === undefined ? '' : ` ${vscode.l10n.t('Your test command: {0}', testCommand)}`;
		return this.agreed([testCommand], confinement => askToRun(question, what + command, confinement));
	}

	/** Asks before reproducers that a model wrote run as tests, unless the user agreed. */
	askForReproducers(model: string): Promise<boolean> {
		return this.agreed([], confinement => askToRunReproducers(model, confinement));
	}

	/** The question before the project's tests run, for a user who answers it elsewhere; undefined if the user agreed. */
	async questionForTests(): Promise<AskedConfinement | undefined> {
		const confinement = await this.open();
		return this.consents.covers(executedIn(confinement, [readSettings().testCommand])) ? undefined : confinement;
	}

	/** Nothing is run in a folder that is not trusted. */
	private async agreed(
		commands: readonly (string | undefined)[],
		ask: (confinement: AskedConfinement) => ReturnType<typeof askToRun>,
	): Promise<boolean> {
		if (!this.isTrusted()) {
			return false;
		}
		const confinement = await this.open();
		const executed = executedIn(confinement, commands);
		if (this.consents.covers(executed)) {
			return true;
		}
		const answer = await ask(confinement);
		if (answer !== undefined) {
			await this.consents.add(answer, executed);
		}
		return answer !== undefined;
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

	/** By the current settings and consents. */
	async open(): Promise<Confinement & AskedConfinement> {
		const { executionEnvironment: variables, executionNetwork, executionSandbox: sandbox } = readSettings();
		const isAsked = executionNetwork === 'ask';
		const network = isAsked ? this.consents.allowsNetwork('sandboxed') : executionNetwork === 'always';
		const { packageRoot } = this;
		const project = { roots: workspaceRoots(), interpreters: await selectedInterpreters(packageRoot) };
		const { openConfinement } = await import('../../sandbox/node/confinement/confinement');
		const confinement = await openConfinement({ packageRoot, variables, network, sandbox, ...project });
		return { ...confinement, asksForNetwork: isAsked && confinement.sandbox !== undefined };
	}
}

function executedIn(confinement: Confinement, commands: readonly (string | undefined)[]): Executed {
	const lines = commands.flatMap(line => line ?? []);
	return { kind: consentKind(confinement), network: confinement.network, commands: lines };
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
