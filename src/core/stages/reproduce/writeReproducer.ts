import type { StageDeps } from '../../agent/agentDeps';
import { askJson } from '../../agent/askJson';
import { Conversation } from '../../agent/conversation';
import { fillTemplate } from '../../agent/fillTemplate';
import issuePrompt from '../../agent/issue.md';
import { TextProtocol } from '../../agent/protocols/textProtocol';
import { fencedBlocks } from '../../agent/reply/jsonText';
import { type Reading, runAgent } from '../../agent/runAgent';
import { type ReproducerData, scriptFile } from '../../index/reproducerData';
import type { ChatMessage } from '../../model/chat';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { ReproducerWritten } from '../../model/run/runEvent';
import type { Files } from '../../ports';
import { emptyToolset } from '../../tools/toolset';
import { fenced } from '../../util/fenced';
import canReproduce from './canReproduce.md';
import noProgram from './noProgram.md';
import { notShownText } from './notShown/notShownText';
import rejected from './rejected.md';
import request from './request.md';
import system from './system.md';
import { usableWays } from './usableWays';

/** A language a reproducer can be written in, and how one of it runs. */
export interface ReproducerLanguage {
	readonly id: string;
	readonly name: string;
	readonly data: ReproducerData;
}

/** A reproducer the reviewer rejected, with the analysis. */
export interface FailedReproducer {
	readonly reproducer: Reproducer;
	readonly analysis: string;
}

export interface ReproducerTask {
	/** The run node it is written in. */
	readonly node: string;
	readonly issue: string;
	/** Those of the workspace, the most used first. */
	readonly languages: readonly ReproducerLanguage[];
	readonly failures: readonly FailedReproducer[];
	/** How the project's code is loaded and run, as a prompt. */
	readonly project: string;
	/** The code of the located places, as a prompt; '' before anything is located. */
	readonly located: string;
	/** What an earlier attempt ended with: it is not asked again whether there can be a program. */
	readonly earlier?: EarlierAttempt;
}

/** An attempt before the bug was located. */
export interface EarlierAttempt {
	/** Id of the language to use now. */
	readonly language: string | undefined;
	/** The last program, and how it ran; absent where the model wrote none. */
	readonly tried?: { readonly reproducer: Reproducer; readonly ran: ReproducerRun };
}

export interface ReproducerDeps extends StageDeps {
	/** Runs one on the unpatched workspace. */
	readonly run: (reproducer: Reproducer) => Promise<ReproducerRun>;
}

/** The result: a reproducer that shows the bug, or why there is none. */
export type WrittenReproducer =
	| { readonly reproducer: Reproducer; readonly ran: ReproducerRun }
	| {
			readonly why: string;
			/** Another attempt would not show it either. */
			readonly isFinal?: true;
	  };

type ShownReproducer = Extract<WrittenReproducer, { readonly reproducer: Reproducer }>;

const maxRounds = 3;

/**
 * Has the model write a program that fails because of the bug, and runs it (AutoCodeRover's test agent). One that does
 * not fail as it should is sent back with its output; three programs at most.
 */
export async function writeReproducer(task: ReproducerTask, deps: ReproducerDeps): Promise<WrittenReproducer> {
	const language = await chosenLanguage(task, deps);
	if ('why' in language) {
		return language;
	}
	const { log, agent, context } = deps;
	const opening = await openingOf(task, language, context.workspace.files);
	const protocol = new TextProtocol(new Conversation(log, agent), opening, 'write a reproducer');
	const end = await runAgent<never, ShownReproducer>(log, task.node, {
		...{ toolset: emptyToolset, protocol, context, limits: { maxRounds } },
		stage: {
			open: async () => task.node,
			read: async (node, { text }) => {
				const program = programIn(text);
				return program === undefined ? { remarks: [noProgram.trim()] } : tryProgram(program, language, deps, node);
			},
		},
	});
	return end.result ?? { why: `None of ${maxRounds} programs showed the bug.` };
}

async function tryProgram(
	text: string,
	{ id: language, data }: ReproducerLanguage,
	{ log, run, context }: ReproducerDeps,
	node: string,
): Promise<Reading<ShownReproducer>> {
	const written = async (): Promise<ReproducerWritten> => ({
		type: 'reproducerWritten',
		reproducer: { id: log.newId('t'), language, file: scriptFile(data, text), text },
	});
	const { reproducer } = await log.step(node, 'keep the reproducer', { language, text }, written);
	const ran = await run(reproducer);
	return ran.verdict === 'reproduced'
		? { result: { reproducer, ran }, remarks: [] }
		: { remarks: [await notShownText(ran, context.workspace.files)] };
}

/** The model is asked once: later reproducers keep the language of the rejected one. */
async function chosenLanguage(
	task: ReproducerTask,
	deps: ReproducerDeps,
): Promise<ReproducerLanguage | { why: string; isFinal: true }> {
	const { languages, failures, node, earlier } = task;
	const [first] = languages;
	if (first === undefined) {
		return { why: 'No language of this workspace has a way to run a program that shows a bug.', isFinal: true };
	}
	const known = failures.at(-1)?.reproducer.language ?? earlier?.language;
	const before = languages.find(({ id }) => id === known);
	if (before !== undefined || earlier !== undefined) {
		return before ?? first;
	}
	const names = languages.map(({ name }) => name).join(', ');
	const answer = await askJson(node, deps, {
		purpose: 'ask whether the issue can be reproduced',
		messages: [...materialOf(task), { role: 'user', text: fillTemplate(canReproduce, { languages: names }) }],
		read: object => {
			const isReproducible = yesOrNo(object.reproducible);
			return isReproducible === undefined
				? { problems: ['"reproducible" must be true or false.'] }
				: { answer: { isReproducible, name: String(object.language ?? ''), why: String(object.why ?? '') } };
		},
	});
	if (answer === undefined || !answer.isReproducible) {
		return { why: `The issue cannot be shown by a program. ${answer?.why ?? ''}`.trim(), isFinal: true };
	}
	return languages.find(({ name }) => name.toLowerCase() === answer.name.toLowerCase()) ?? first;
}

function yesOrNo(value: unknown): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	return ['true', 'yes'].includes(text) ? true : ['false', 'no'].includes(text) ? false : undefined;
}

/** What both questions begin with. */
function materialOf({ issue, project, located }: ReproducerTask): ChatMessage[] {
	return [
		{ role: 'system', text: system.trim() },
		{ role: 'user', text: fillTemplate(issuePrompt, { issue }) },
		{ role: 'user', text: project },
		...(located === '' ? [] : [{ role: 'user', text: located } as const]),
	];
}

async function openingOf(
	task: ReproducerTask,
	{ name, data }: ReproducerLanguage,
	files: Files,
): Promise<ChatMessage[]> {
	const tried = task.earlier?.tried;
	const [way] = await usableWays(files, data);
	const asked = fillTemplate(request, {
		language: name,
		reach: way?.reach ?? data.reach ?? '',
		failBy: data.failBy,
	});
	return [
		...materialOf(task),
		{ role: 'user', text: asked },
		...(tried === undefined
			? []
			: [
					{ role: 'assistant', text: fenced(tried.reproducer.text) } as const,
					{ role: 'user', text: await notShownText(tried.ran, files) } as const,
				]),
		...task.failures.flatMap(({ reproducer, analysis }): ChatMessage[] => [
			{ role: 'assistant', text: fenced(reproducer.text) },
			{ role: 'user', text: fillTemplate(rejected, { analysis }) },
		]),
	];
}

/** The longest block of code: another may show how to run it. */
function programIn(text: string): string | undefined {
	const blocks = fencedBlocks(text).filter(block => block.trim() !== '');
	return blocks.sort((a, b) => b.length - a.length)[0];
}
