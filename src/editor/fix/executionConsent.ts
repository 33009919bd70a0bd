import * as vscode from 'vscode';
import { fillTemplate } from '../../core/agent/fillTemplate';
import { cureLabel } from '../../core/model/cure';
import type { Confinement } from '../../node/execution/confinement';
import { applyCure } from '../applyCure';
import { askModal } from '../display';
import type { Settings } from '../settings';
import actions from './actionConsent.md';
import commands from './commandConsent.md';
import detail from './executionConsent.md';
import measured from './measuredTestConsent.md';
import ownTests from './ownTestConsent.md';
import reproducers from './reproducerConsent.md';
import sandboxed from './sandboxedConsent.md';
import tests from './testConsent.md';
import unconfined from './unconfinedConsent.md';

/** The user's decision: run programs that the model writes, or only write patches. */
export type ExecutionConsent = 'run' | 'runWithNetwork' | 'onlyWrite';

/** How the programs are confined, as the user is asked. */
export type AskedConfinement = Pick<Confinement, 'sandbox' | 'cures' | 'network'> & {
	/** Whether the user has not decided yet about the network in this workspace. */
	readonly asksForNetwork: boolean;
};

/** Whether a fix runs the project's tests, by which command, and which other commands of the project. */
type ProjectCommands = Pick<Settings, 'runTests' | 'testCommand' | 'ownCommands'>;

/** What a fix runs besides programs that show the bug. */
interface AskedCommands extends ProjectCommands {
	/** Present where the model chooses commands, without which the fix cannot be made: what that takes, in a sentence. */
	readonly actions: string | undefined;
}

const onlyWrite = 'Only Write Patches';
const runWithNetwork = 'Allow Network and Run';

/**
 * Asks each time before anything a model wrote is run, and names the commands of the project that are run on the patches.
 * Undefined: the user cancelled. Nothing is run in a folder that is not trusted.
 */
export async function askToExecute(
	model: string,
	confinement: AskedConfinement,
	asked: AskedCommands,
): Promise<ExecutionConsent | undefined> {
	const run = 'Run Them';
	const consents: ReadonlyMap<string | undefined, ExecutionConsent> = new Map([
		[run, 'run' as const],
		...(confinement.asksForNetwork ? [[runWithNetwork, 'runWithNetwork'] as const] : []),
		...(asked.actions !== undefined ? [] : [[onlyWrite, 'onlyWrite'] as const]),
	]);
	const texts = [
		...[detail.trim(), ...testDetail(asked), ...commandDetail(asked)],
		...(asked.actions === undefined ? [] : [`${actions.trim()} ${asked.actions}`.trim()]),
		confinementText(confinement),
	];
	const answer = await askOrCure(
		`Let Faultline run programs that ${model} writes?`,
		texts.join('\n\n'),
		[...consents.keys()].flatMap(label => label ?? []),
		confinement,
	);
	return consents.get(answer);
}

/** Asks each time before reproducers are run as tests. VS Code itself asks for trust before any test runs. */
export async function askToRunReproducers(model: string, confinement: AskedConfinement): Promise<boolean> {
	if (!vscode.workspace.isTrusted) {
		return false;
	}
	const run = 'Run';
	const texts = [reproducers.trim(), confinementText(confinement)];
	return (await askOrCure(`Run programs that ${model} wrote?`, texts.join('\n\n'), [run], confinement)) === run;
}

/** What a user is asked who is to agree elsewhere that the project's tests are run, in paragraphs. */
export function measuredTestsText(confinement: AskedConfinement): readonly string[] {
	return [measured.trim(), confinementText(confinement)];
}

/** Debuggers are extensions of the editor, which start the program themselves. */
export const withoutSandbox: AskedConfinement = { sandbox: undefined, cures: [], network: true, asksForNetwork: false };

function confinementText(confinement: AskedConfinement): string {
	const { sandbox, network } = confinement;
	if (sandbox === undefined) {
		const isDebugger = confinement === withoutSandbox;
		const why = isDebugger ? 'The debugger starts them outside of any sandbox.' : noSandbox(confinement);
		return fillTemplate(unconfined, { why }).trim();
	}
	const reach = network ? 'network access' : 'no network access';
	return fillTemplate(sandboxed, { sandbox: sandbox.name, network: reach }).trim();
}

function noSandbox({ cures: [cure] }: AskedConfinement): string {
	return cure?.program === undefined
		? 'There is no sandbox.'
		: `There is no sandbox: ${cure.program} is not installed.`;
}

/** The label of the answer; undefined if the user cancelled, or chose what gives the programs a sandbox. */
async function askOrCure(
	question: string,
	text: string,
	answers: readonly string[],
	{ cures }: AskedConfinement,
): Promise<string | undefined> {
	const answer = await askModal(question, text, ...answers, ...cures.map(cureLabel));
	const cure = cures.find(each => cureLabel(each) === answer);
	if (cure === undefined) {
		return answer;
	}
	await applyCure(cure);
	return undefined;
}

function commandDetail({ ownCommands }: ProjectCommands): string[] {
	const lines = [ownCommands?.build, ownCommands?.reproduce].flatMap(line => line ?? []);
	return lines.length === 0 ? [] : [fillTemplate(commands, { commands: lines.join('\n') }).trim()];
}

function testDetail({ runTests, testCommand: command }: ProjectCommands): string[] {
	if (!runTests) {
		return [];
	}
	return [command === undefined ? ownTests.trim() : fillTemplate(tests, { command }).trim()];
}
