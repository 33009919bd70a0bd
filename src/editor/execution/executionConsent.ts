import * as vscode from 'vscode';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import { cureLabel } from '../../system/pure/errors/cure';
import { applyCure } from '../applyCure';
import { askModal } from '../display';
import { engineText } from '../engineText';
import type { Settings } from '../settings/settings';

/** The user's answer: run programs, once or always in this workspace, or only write patches. */
export type ExecutionAnswer = 'onlyWrite' | RunAnswer;

/** `network`: the user chose to give them network access, which is offered with `isRemembered` only. */
interface RunAnswer {
	readonly isRemembered: boolean;
	readonly network: boolean;
}

/** How the programs are confined, as the user is asked. */
export type AskedConfinement = Pick<Confinement, 'sandbox' | 'cures' | 'network'> & {
	/** Whether network access is a choice of the user. */
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

/**
 * Asks before anything a model wrote is run, and names the commands of the project that are run on the patches. Undefined:
 * the user cancelled.
 */
export async function askToExecute(
	model: string,
	confinement: AskedConfinement,
	asked: AskedCommands,
): Promise<ExecutionAnswer | undefined> {
	const texts = [
		vscode.l10n.t(
			'Each patch is judged by a program that shows the bug: it must fail before the patch and pass after it. You see such programs and their output in the terminal.',
		),
		...[...testDetail(asked), ...commandDetail(asked), actionDetail(asked)],
	];
	const once = vscode.l10n.t('Only in This Run');
	const onlyWrite = vscode.l10n.t('Only Write Patches');
	const answers = new Map<string, ExecutionAnswer>([
		...runAnswers(once, confinement),
		...(asked.mustRun ? [] : [[onlyWrite, 'onlyWrite'] as const]),
	]);
	const question = vscode.l10n.t('Let Faultline run programs that {0} writes?', model);
	return askConsent(question, texts, answers, confinement);
}

/** Asks before tests of the project or reproducers run; `what`: which ones, in a sentence. Undefined: the user cancelled. */
export function askToRun(
	question: string,
	what: string,
	confinement: AskedConfinement,
): Promise<RunAnswer | undefined> {
	return askConsent(question, [what], runAnswers(vscode.l10n.t('Run Once'), confinement), confinement);
}

/** Asks each time before reproducers run in a debugger, which starts them outside of any sandbox. */
export async function askToDebug(model: string): Promise<boolean> {
	const run = vscode.l10n.t('Run');
	const debug = new Map([[run, true]]);
	return (
		(await askOrCure(reproducersQuestion(model), withConfinement([copyText()], debugged), debug, debugged)) === true
	);
}

export function askToRunReproducers(model: string, confinement: AskedConfinement): Promise<RunAnswer | undefined> {
	return askToRun(reproducersQuestion(model), copyText(), confinement);
}

function reproducersQuestion(model: string): string {
	return vscode.l10n.t('Run programs that {0} wrote?', model);
}

function copyText(): string {
	return vscode.l10n.t('A reproducer runs in a copy of your workspace as it is now.');
}

/** The answers that run something. The first one is the default: with a sandbox, it is never asked again. */
function runAnswers(once: string, { sandbox, asksForNetwork }: AskedConfinement): ReadonlyMap<string, RunAnswer> {
	const onceRow = [once, { isRemembered: false, network: false }] as const;
	const always = [vscode.l10n.t('Always in This Workspace'), { isRemembered: true, network: false }] as const;
	const withNetwork = [vscode.l10n.t('Always, with Network Access'), { isRemembered: true, network: true }] as const;
	return new Map<string, RunAnswer>(
		sandbox === undefined ? [onceRow, always] : [always, ...(asksForNetwork ? [withNetwork] : []), onceRow],
	);
}

/** Asks, and says how long the answer holds. */
function askConsent<Answer>(
	question: string,
	texts: readonly string[],
	answers: ReadonlyMap<string, Answer>,
	confinement: AskedConfinement,
): Promise<Answer | undefined> {
	const always = vscode.l10n.t(
		'"Always" covers all that Faultline runs in this workspace in the same way: tests, reproducers and commands of a model. The command "Withdraw Consent" ends it.',
	);
	return askOrCure(question, [...withConfinement(texts, confinement), always], answers, confinement);
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
const debugged: AskedConfinement = { sandbox: undefined, cures: [], network: true, asksForNetwork: false };

function confinementText(confinement: AskedConfinement): string {
	const { sandbox, network } = confinement;
	if (sandbox === undefined) {
		const isDebugger = confinement === debugged;
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

/** The answer, by its label; undefined if the user cancelled, or chose to give the programs a sandbox. */
async function askOrCure<Answer>(
	question: string,
	texts: readonly string[],
	answers: ReadonlyMap<string, Answer>,
	{ cures }: AskedConfinement,
): Promise<Answer | undefined> {
	const labels = cures.map(cure => engineText(cureLabel(cure)));
	const label = await askModal(question, texts.join('\n\n'), ...answers.keys(), ...labels);
	const cure = cures.find((_, at) => labels[at] === label);
	if (cure !== undefined) {
		await applyCure(cure);
	}
	return label === undefined ? undefined : answers.get(label);
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
