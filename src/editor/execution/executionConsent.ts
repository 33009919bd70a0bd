import * as vscode from 'vscode';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import { cureLabel } from '../../system/pure/errors/cure';
import { applyCure } from '../applyCure';
import { askModal } from '../display';
import { engineText } from '../engineText';
import type { Settings } from '../settings/settings';

/** The user's decision: run programs that the model writes, or only write patches. */
export type ExecutionConsent = 'run' | 'runWithNetwork' | 'onlyWrite';

/** How the programs are confined, as the user is asked. */
export type AskedConfinement = Pick<Confinement, 'sandbox' | 'cures' | 'network'> & {
	/** Whether the user has not decided yet about the network in this workspace. */
	readonly asksForNetwork: boolean;
};

/** Whether a fix runs the project's tests, with its command, and the other commands of the project that it runs. */
type ProjectCommands = Pick<Settings, 'runTests' | 'testCommand' | 'ownCommands'>;

/** The commands a fix runs in addition to programs that show the bug. */
interface AskedCommands extends ProjectCommands {
	/** What the fix takes, in a sentence, or ''. */
	readonly announced: string;
	/** The fix cannot do without programs. */
	readonly mustRun: boolean;
}

const onlyWrite = vscode.l10n.t('Only Write Patches');
const runWithNetwork = vscode.l10n.t('Allow Network and Run');

/**
 * Asks each time before anything a model wrote is run, and names the commands of the project that are run on the patches.
 * Undefined: the user cancelled. Nothing is run in a folder that is not trusted.
 */
export async function askToExecute(
	model: string,
	confinement: AskedConfinement,
	asked: AskedCommands,
): Promise<ExecutionConsent | undefined> {
	const run = vscode.l10n.t('Run Them');
	const consents: ReadonlyMap<string | undefined, ExecutionConsent> = new Map([
		[run, 'run' as const],
		...(confinement.asksForNetwork ? [[runWithNetwork, 'runWithNetwork'] as const] : []),
		...(asked.mustRun ? [] : [[onlyWrite, 'onlyWrite'] as const]),
	]);
	const texts = [
		vscode.l10n.t(
			'Each patch is judged by a program that shows the bug: it must fail before the patch and pass after it. You see such programs and their output in the terminal.',
		),
		...[...testDetail(asked), ...commandDetail(asked), actionDetail(asked)],
	];
	const answer = await askOrCure(
		vscode.l10n.t('Let Faultline run programs that {0} writes?', model),
		withConfinement(texts, confinement).join('\n\n'),
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
	const run = vscode.l10n.t('Run');
	const question = vscode.l10n.t('Run programs that {0} wrote?', model);
	const texts = withConfinement(
		[vscode.l10n.t('A reproducer runs in a copy of your workspace as it is now.')],
		confinement,
	);
	return (await askOrCure(question, texts.join('\n\n'), [run], confinement)) === run;
}

/**
 * Asks before tests of the project run; `what`: which ones, in a sentence. `always`: also later, in this workspace, which is
 * offered with a sandbox only. Undefined: the user cancelled.
 */
export async function askToRunTests(
	what: string,
	confinement: AskedConfinement,
): Promise<'once' | 'always' | undefined> {
	const run = vscode.l10n.t('Run');
	const always = vscode.l10n.t('Run Always in This Workspace');
	const answers = [run, ...(confinement.sandbox === undefined ? [] : [always])];
	const question = vscode.l10n.t('Run the tests of this project?');
	const answer = await askOrCure(question, withConfinement([what], confinement).join('\n\n'), answers, confinement);
	return answer === always ? 'always' : answer === run ? 'once' : undefined;
}

/** The question to a user who agrees elsewhere to run the project's tests, in paragraphs. */
export function measuredTestsText(confinement: AskedConfinement): readonly string[] {
	const measured = vscode.l10n.t(
		'The tests of the project run, to measure which functions the failing ones execute and the passing ones do not.',
	);
	return withConfinement([measured], confinement);
}

/** That there is no sandbox comes first. */
function withConfinement(texts: readonly string[], confinement: AskedConfinement): readonly string[] {
	const confined = confinementText(confinement);
	return confinement.sandbox === undefined ? [confined, ...texts] : [...texts, confined];
}

/** Debuggers are extensions of the editor, which start the program themselves. */
export const withoutSandbox: AskedConfinement = { sandbox: undefined, cures: [], network: true, asksForNetwork: false };

function confinementText(confinement: AskedConfinement): string {
	const { sandbox, network } = confinement;
	if (sandbox === undefined) {
		const isDebugger = confinement === withoutSandbox;
		const why = isDebugger ? vscode.l10n.t('The debugger starts them outside of any sandbox.') : noSandbox(confinement);
		const rights = vscode.l10n.t(
			'They run in a copy of your workspace, but with your rights: they could read your files and keys, use the network, and change files outside of the copy.',
		);
		return `${why} ${rights}`;
	}
	const limits = vscode.l10n.t(
		'They run in a sandbox ({0}): they can change only a copy of your workspace, and read only this copy, the system and your development tools, not your other files.',
		sandbox.name,
	);
	const reach = network ? vscode.l10n.t('They have network access.') : vscode.l10n.t('They have no network access.');
	return `${limits} ${reach}`;
}

function noSandbox({ cures: [cure] }: AskedConfinement): string {
	return cure?.program === undefined
		? vscode.l10n.t('There is no sandbox.')
		: vscode.l10n.t('There is no sandbox: {0} is not installed.', cure.program);
}

/** The label of the answer; undefined if the user cancelled, or chose to give the programs a sandbox. */
async function askOrCure(
	question: string,
	text: string,
	answers: readonly string[],
	{ cures }: AskedConfinement,
): Promise<string | undefined> {
	const labels = cures.map(cure => engineText(cureLabel(cure)));
	const answer = await askModal(question, text, ...answers, ...labels);
	const cure = cures.find((_, at) => labels[at] === answer);
	if (cure === undefined) {
		return answer;
	}
	await applyCure(cure);
	return undefined;
}

function commandDetail({ ownCommands }: ProjectCommands): string[] {
	const lines = [ownCommands?.build, ownCommands?.reproduce].flatMap(line => line ?? []);
	const text = vscode.l10n.t('So are your build and reproducer commands, which judge each patch:');
	return lines.length === 0 ? [] : [`${text}\n${lines.join('\n')}`];
}

function testDetail({ runTests, testCommand: command }: ProjectCommands): string[] {
	if (!runTests) {
		return [];
	}
	return [
		command === undefined
			? vscode.l10n.t(
					"Your project's tests are run on each patch in the same way, where Faultline knows how to run them.",
				)
			: vscode.l10n.t("Your project's tests are run on each patch in the same way: {0}", command),
	];
}

function actionDetail({ announced }: AskedCommands): string {
	const text = vscode.l10n.t(
		'The model also chooses commands of its own, which run in the same way, without asking again.',
	);
	return `${text} ${engineText(announced)}`.trim();
}
