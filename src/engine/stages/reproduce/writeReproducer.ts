import { type ReproducerData, scriptFile } from '../../../code/pure/languages/reproducerData';
import { askJson } from '../../../models/pure/loop/askJson';
import issuePrompt from '../../../models/pure/loop/issue.md';
import { type Reading, runAgent } from '../../../models/pure/loop/runAgent';
import { openTextProtocol, type TextPrompts } from '../../../models/pure/protocols/openProtocol';
import { toolCallsIn } from '../../../models/pure/reply/writtenCalls';
import { yesOrNo } from '../../../models/pure/reply/yesOrNo';
import type { StageDeps } from '../../../models/pure/requests/agentDeps';
import { codeSearches } from '../../../models/pure/tools/toolTable';
import type { ReproducerWritten } from '../../../runs/pure/events/runEvent';
import type { Reproducer, ReproducerRun } from '../../../runs/pure/model/reproducer';
import type { Files } from '../../../system/pure/files';
import { fenced } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { fencedBlocks } from '../../../system/pure/text/jsonText';
import canReproduce from './canReproduce.md';
import noProgram from './noProgram.md';
import { notShownText } from './notShown/notShownText';
import rejected from './rejected.md';
import request from './request.md';
import system from './system.md';
import { usableWays } from './usableWays';
import writtenBefore from './writtenBefore.md';

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
	/** The languages of the workspace, most used first. */
	readonly languages: readonly ReproducerLanguage[];
	readonly failures: readonly FailedReproducer[];
	/** How the project's code is loaded and run, as a prompt. */
	readonly project: string;
	/** The code of the located places, as a prompt; '' before anything is located. */
	readonly located: string;
	/** The result of an earlier attempt: it is not asked again whether there can be a program. */
	readonly earlier?: EarlierAttempt;
}

/** An attempt before the bug was located. */
export interface EarlierAttempt {
	/** Id of the language to use now. */
	readonly language: string | undefined;
	/** The last program, and how it ran; absent if the model wrote none. */
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

const maxPrograms = 3;
/** In so many rounds the code may be searched. */
const maxCallRounds = 5;

/**
 * Has the model write a program that fails because of the bug, and runs it (AutoCodeRover's test agent, here with the
 * search tools). One that does not fail as it should is sent back with its output; three answers at most.
 */
export async function writeReproducer(task: ReproducerTask, deps: ReproducerDeps): Promise<WrittenReproducer> {
	const language = await chosenLanguage(task, deps);
	if ('why' in language) {
		return language;
	}
	const { log, agent, context } = deps;
	const prompts = await promptsOf(task, language, context.workspace.files);
	let nAnswers = 0;
	const end = await runAgent<never, ShownReproducer>(log, task.node, {
		...{
			toolset: codeSearches,
			protocol: openTextProtocol(log, agent, { toolset: codeSearches, maxCallRounds, prompts }),
			context,
		},
		limits: { maxRounds: maxPrograms + maxCallRounds, maxCallRounds },
		stage: {
			open: async () => task.node,
			read: async (node, { text, calls, problems }) => {
				const program = programIn(text);
				if (program === undefined && calls.length + problems.length > 0) {
					return { remarks: problems };
				}
				const isGivenUp = ++nAnswers === maxPrograms;
				const tried =
					program === undefined
						? { remarks: [noProgram.trim()] }
						: await tryProgram(
								{ text: program, remark: nAnswers === 1 ? remarkIn(text, task) : '' },
								{ language, deps, node },
							);
				return { ...tried, isGivenUp, skipsCalls: true };
			},
		},
	});
	return end.result ?? { why: `None of ${maxPrograms} programs showed the bug.` };
}

interface Trial {
	readonly language: ReproducerLanguage;
	readonly deps: ReproducerDeps;
	readonly node: string;
}

async function tryProgram(
	{ text, remark }: Pick<Reproducer, 'text'> & { readonly remark: string },
	{ language: { id: language, data }, deps: { log, run, context }, node }: Trial,
): Promise<Reading<ShownReproducer>> {
	const file = scriptFile(data, text);
	const written = async (): Promise<ReproducerWritten> => ({
		type: 'reproducerWritten',
		reproducer: { id: log.newId('t'), language, file, text, ...(remark !== '' && { remark }) },
	});
	const { reproducer } = await log.step(node, 'keep the reproducer', { language, text }, written);
	const ran = await run(reproducer);
	return ran.verdict === 'reproduced'
		? { result: { reproducer, ran }, remarks: [] }
		: { remarks: [await notShownText(ran, context.workspace.files)] };
}

/** Once there was a program, it is not asked again: later ones keep the language of the rejected one. */
async function chosenLanguage(
	task: ReproducerTask,
	deps: ReproducerDeps,
): Promise<ReproducerLanguage | { why: string; isFinal?: true }> {
	const { languages, failures, node, earlier } = task;
	const [first] = languages;
	if (first === undefined) {
		return { why: 'No language of this workspace has a way to run a program that shows a bug.', isFinal: true };
	}
	const known = failures.at(-1)?.reproducer.language ?? earlier?.language;
	const before = languages.find(({ id }) => id === known);
	if (failures.length > 0 || earlier?.tried !== undefined) {
		return before ?? first;
	}
	const names = languages.map(({ name }) => name).join(', ');
	const answer = await askJson(node, deps, {
		prompts: {
			system: system.trim(),
			opening: materialOf(task),
			question: fillTemplate(canReproduce, { languages: names }),
			purpose: 'ask whether the issue can be reproduced',
		},
		read: object => {
			const isReproducible = yesOrNo(object.reproducible);
			return isReproducible === undefined
				? { problems: ['"reproducible" must be true or false.'] }
				: { answer: { isReproducible, name: String(object.language ?? ''), why: String(object.why ?? '') } };
		},
	});
	if (answer === undefined || !answer.isReproducible) {
		return { why: `The issue cannot be shown by a program. ${answer?.why ?? ''}`.trim() };
	}
	const named = languages.find(({ name }) => name.toLowerCase() === answer.name.toLowerCase());
	return before ?? named ?? first;
}

/** The messages both questions begin with. */
function materialOf({ issue, project, located }: ReproducerTask): string[] {
	return [fillTemplate(issuePrompt, { issue }), project, ...(located === '' ? [] : [located])];
}

async function promptsOf(task: ReproducerTask, { name, data }: ReproducerLanguage, files: Files): Promise<TextPrompts> {
	const tried = task.earlier?.tried;
	const [way] = await usableWays(files, data);
	const before = (program: Reproducer, outcome: string) =>
		fillTemplate(writtenBefore, { program: fenced(program.text), outcome });
	return {
		system: system.trim(),
		opening: [
			...materialOf(task),
			...(tried === undefined ? [] : [before(tried.reproducer, await notShownText(tried.ran, files))]),
			...task.failures.map(({ reproducer, analysis }) => before(reproducer, fillTemplate(rejected, { analysis }))),
		],
		question: fillTemplate(request, {
			language: name,
			reach: way?.reach ?? data.reach ?? '',
			failBy: data.failBy,
		}),
		purpose: 'write a reproducer',
	};
}

/** The longest block of code that is more than searches: another may show how to run it. */
function programIn(text: string): string | undefined {
	const isCode = (block: string) =>
		block.split('\n').filter(line => line.trim() !== '').length > toolCallsIn(block, codeSearches.tools).length;
	const blocks = fencedBlocks(text).filter(isCode);
	return blocks.sort((a, b) => b.length - a.length)[0];
}

/** The model's text before its first block of code: about the bug, unless it only repairs an earlier program. */
function remarkIn(text: string, { earlier, failures }: ReproducerTask): string {
	return earlier !== undefined || failures.length > 0
		? ''
		: (text.split(/^[ \t]*(?:```|~~~)/m, 1)[0] ?? '').trim().slice(0, longestRemark);
}

const longestRemark = 1500;
