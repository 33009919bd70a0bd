import type { AgentParts } from '../../agent/agentParts';
import { askJson } from '../../agent/askJson';
import { fillTemplate } from '../../agent/fillTemplate';
import issuePrompt from '../../agent/issue.md';
import type { ModelCaller } from '../../agent/modelCaller';
import { fencedBlocks } from '../../agent/reply/jsonText';
import { Thread } from '../../agent/thread';
import type { ReproducerData } from '../../index/reproducerData';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { RunLog } from '../../runLog';
import canReproduce from './canReproduce.md';
import noProgram from './noProgram.md';
import notReproduced from './notReproduced.md';
import rejected from './rejected.md';
import request from './request.md';
import system from './system.md';

/** A language a reproducer can be written in, and how one of it runs. */
export interface ReproducerLanguage {
	readonly id: string;
	readonly name: string;
	readonly data: ReproducerData;
}

/** A reproducer the reviewer turned down, with what was said of it. */
export interface FailedReproducer {
	readonly reproducer: Reproducer;
	readonly analysis: string;
}

export interface ReproducerTask {
	/** Id of the run node it is written in, and the beginning of the ids of what is tried. */
	readonly id: string;
	readonly issue: string;
	/** Those of the workspace, the most used first. */
	readonly languages: readonly ReproducerLanguage[];
	readonly failures: readonly FailedReproducer[];
}

export interface ReproducerParts {
	readonly log: RunLog;
	readonly agent: AgentParts;
	readonly caller: ModelCaller;
	/** Runs one on the workspace as it is. */
	readonly run: (reproducer: Reproducer) => Promise<ReproducerRun>;
}

/** What came of it: a reproducer that shows the bug, or why there is none. */
export type WrittenReproducer =
	| { readonly reproducer: Reproducer; readonly ran: ReproducerRun }
	| { readonly why: string };

const maxTries = 3;

/**
 * Has the model write a program that fails because of the bug, and runs it (AutoCodeRover's test agent). One that does not
 * fail as it should is sent back with its output, three times at most.
 */
export async function writeReproducer(task: ReproducerTask, parts: ReproducerParts): Promise<WrittenReproducer> {
	const language = await chosenLanguage(task, parts);
	if ('why' in language) {
		return language;
	}
	const thread = new Thread(parts.log, parts.agent, parts.caller);
	thread.add(...openingOf(task, language));
	for (let nTries = 1; nTries <= maxTries; nTries++) {
		const { text } = await thread.ask(task.id, { purpose: 'write a reproducer' });
		const program = programIn(text);
		if (program === undefined) {
			thread.add({ role: 'user', text: noProgram.trim() });
			continue;
		}
		const reproducer = await keep(task, parts, { language, program, nTries });
		const ran = await parts.run(reproducer);
		if (ran.verdict === 'reproduced') {
			return { reproducer, ran };
		}
		thread.add({ role: 'user', text: fillTemplate(notReproduced, { outcome: outcomeText(ran) }) });
	}
	return { why: `None of ${maxTries} programs showed the bug.` };
}

/** Asked once: later reproducers are for an issue that one was written for before. */
async function chosenLanguage(
	task: ReproducerTask,
	parts: ReproducerParts,
): Promise<ReproducerLanguage | { why: string }> {
	const { languages, failures, issue, id } = task;
	const [first] = languages;
	if (first === undefined) {
		return { why: 'No language of this workspace has a way to run a program that shows a bug.' };
	}
	const before = languages.find(language => language.id === failures.at(-1)?.reproducer.language);
	if (before !== undefined) {
		return before;
	}
	const names = languages.map(({ name }) => name).join(', ');
	const answer = await askJson(parts.caller, id, {
		purpose: 'ask whether the issue can be reproduced',
		messages: [
			{ role: 'system', text: system.trim() },
			{ role: 'user', text: fillTemplate(issuePrompt, { issue }) },
			{ role: 'user', text: fillTemplate(canReproduce, { languages: names }) },
		],
		read: object => {
			const isReproducible = object.reproducible;
			return typeof isReproducible === 'boolean'
				? { answer: { isReproducible, name: String(object.language ?? ''), why: String(object.why ?? '') } }
				: { problems: ['"reproducible" must be true or false.'] };
		},
	});
	if (answer === undefined || !answer.isReproducible) {
		return { why: `The issue cannot be shown by a program. ${answer?.why ?? ''}`.trim() };
	}
	return languages.find(({ name }) => name.toLowerCase() === answer.name.toLowerCase()) ?? first;
}

function openingOf({ issue, failures }: ReproducerTask, { name, data }: ReproducerLanguage) {
	const asked = fillTemplate(request, {
		language: name,
		file: data.file,
		reach: data.reach ?? '',
		failBy: data.failBy,
	});
	return [
		{ role: 'system', text: system.trim() } as const,
		{ role: 'user', text: fillTemplate(issuePrompt, { issue }) } as const,
		{ role: 'user', text: asked } as const,
		...failures.flatMap(({ reproducer, analysis }) => [
			{ role: 'assistant', text: fenced(reproducer.text) } as const,
			{ role: 'user', text: fillTemplate(rejected, { analysis }) } as const,
		]),
	];
}

interface Program {
	readonly language: ReproducerLanguage;
	readonly program: string;
	readonly nTries: number;
}

/** Puts it into the run's log, unless it is there. */
async function keep(
	{ id: node }: ReproducerTask,
	{ log }: ReproducerParts,
	{ language, program, nTries }: Program,
): Promise<Reproducer> {
	const id = `${node}.${nTries}`;
	const known = log.run.fix.reproducers.find(each => each.id === id);
	const reproducer = known ?? { id, language: language.id, file: language.data.file, text: program };
	if (known === undefined) {
		await log.emit(node, { type: 'reproducerWritten', reproducer });
	}
	return reproducer;
}

/** The longest block of code: how to run it may stand in another. */
function programIn(text: string): string | undefined {
	const blocks = fencedBlocks(text).filter(block => block.trim() !== '');
	return blocks.sort((a, b) => b.length - a.length)[0];
}

function outcomeText({ execution, why }: ReproducerRun): string {
	const { stdout, stderr } = execution;
	return [why, fenced(stdout), fenced(stderr)].filter(text => text !== '').join('\n\n');
}

function fenced(text: string): string {
	return text.trim() === '' ? '' : `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}
