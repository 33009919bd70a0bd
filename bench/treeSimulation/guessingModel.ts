import type { ChatModel, ChatRequest } from '../../src/models/pure/chatModel';
import { estimatedUsage } from '../../src/models/pure/limits/tokenEstimate';
import type { ChatMessage } from '../../src/runs/pure/model/chat';
import { isReview } from '../../test/engine/agent/branching/plantedBug';
import { fixOfFile, type MadeBug, type Step, wrongPlaces } from './madeBug';

/** How good a simulated model is; all from 0 to 1. */
export interface Skill {
	/** How likely a decision is right. */
	readonly right: number;
	/** How much of what is missing to certainty it learns from a judgement, or from an attempt that it is shown. */
	readonly learned: number;
	/** How likely it looks for another place by itself after a judgement. */
	readonly reconsiders: number;
	/** How likely the critic tells right candidates from wrong ones; else it rates at random. */
	readonly critic: number;
}

/** Where an observation has a page of code: what pages cost is most of what an agent costs. */
export const page = '(a page of code)';
/** A window of 100 lines. */
const pageTokens = 1_000;

type Args = Readonly<Record<string, unknown>>;
/** What the action was that another one replaces. */
type Before = 'right' | 'wrong';
type Action = readonly [name: string, args: Args];

/**
 * A model that guesses: at each decisive step of a bug it is right with a given probability, independent of all else. It
 * knows where it is from the conversation alone.
 */
export class GuessingModel implements ChatModel {
	readonly name = 'guessing';
	readonly server = 'simulation';
	readonly contextTokens = 1_000_000;
	readonly replyForm = 'tools';
	/** Actions so far: each is written differently, unless there is only one way to be right. */
	private nActions = 0;

	/** `random`: from 0 to below 1. */
	constructor(
		private readonly bug: MadeBug,
		private readonly skill: Skill,
		private readonly random: () => number,
	) {}

	async complete({ messages }: ChatRequest) {
		const answer = this.answer(messages);
		const text = typeof answer === 'string' ? answer : thought;
		const toolCalls = (typeof answer === 'string' ? [] : answer).map(([name, args]) => ({
			...{ id: `call-${++this.nActions}`, name, arguments: JSON.stringify(args) },
		}));
		const { inputTokens, ...others } = estimatedUsage({ messages }, { role: 'assistant', text, toolCalls });
		const nPages = messages.reduce((sum, message) => sum + message.text.split(page).length - 1, 0);
		const usage = { ...others, inputTokens: inputTokens + nPages * pageTokens };
		return { text, toolCalls, usage, finish: 'done' } as const;
	}

	private answer(messages: readonly ChatMessage[]): string | readonly Action[] {
		const last = messages.at(-1)?.text ?? '';
		if (isReview(last)) {
			return approval;
		}
		if (/You judge how a programmer/.test(messages[0]?.text ?? '')) {
			return this.verdict(messages.map(({ text }) => text).join('\n'));
		}
		const done = actionsOf(messages);
		const before = messages.some(({ text }) => /Others have tried to fix this/.test(text)) ? 'wrong' : undefined;
		const step = this.bug.steps[done.length] ?? submitStep;
		if (/You have looked for the cause here/.test(last)) {
			return [this.place(step, done, isWrongIn(last) ? 'wrong' : 'right')];
		}
		if (/What are the shortcomings of that change/.test(last)) {
			return [this.edit(step, done, isWrongIn(last) ? 'wrong' : 'right')];
		}
		if (/Do not submit now\.$/.test(last)) {
			return this.repair(done);
		}
		return done.some(([name]) => name === 'submit') ? this.afterJudgement(done) : [this.action(step, done, before)];
	}

	/** The next action of a path before its first judgement. */
	private action(step: Step, done: readonly Action[], before: Before | undefined): Action {
		switch (step.kind) {
			case 'look':
				return ['look', { what: `${this.isRight(step, done, before) ? 'good' : wrong} ${this.nActions}` }];
			case 'place':
				return this.place(step, done, before);
			case 'edit':
				return this.edit(step, done, before);
			case 'submit':
				return submit;
		}
	}

	private afterJudgement(done: readonly Action[]): readonly Action[] {
		const [name] = done.at(-1) ?? [];
		if (name === 'submit' && this.random() < this.skill.reconsiders) {
			const place = this.bug.steps.find(({ kind }) => kind === 'place') ?? submitStep;
			const before = JSON.stringify(done.findLast(([each]) => each === report) ?? '');
			return [this.place(place, done, before.includes(wrong) ? 'wrong' : 'right')];
		}
		return name === 'edit' ? [submit] : this.repair(done);
	}

	/** Corrects what a judgement shows to be wrong; another edit each time. */
	private repair(done: readonly Action[]): readonly Action[] {
		const edits = this.bug.steps.filter(({ kind, file }) => kind === 'edit' && isBroken(file, done));
		return (edits.length === 0 ? this.bug.steps.filter(({ kind }) => kind === 'edit') : edits).map(each =>
			this.edit(each, done, 'wrong'),
		);
	}

	/** `before`: what another place was that the model is shown; there is only one that is right. */
	private place(step: Step, done: readonly Action[], before?: Before): Action {
		const isRight = this.isRight(
			step,
			done.filter(([name]) => name !== report),
			before,
		);
		const file = isRight ? 'place1.py' : (wrongPlaces[this.nActions % wrongPlaces.length] ?? '');
		const place = { file, method: file.replace('.py', ''), intended_behavior: `It is ${isRight ? 'fixed' : wrong}.` };
		return [report, { bug_locations: [place] }];
	}

	private edit(step: Step, done: readonly Action[], before?: Before): Action {
		const file = step.file ?? 'place1.py';
		const isRight = this.isRight(step, done, before);
		return ['edit', isRight ? fixOfFile(file) : { path: file, text: `# ${wrong} ${this.nActions}\n` }];
	}

	private isRight({ isDecisive }: Step, done: readonly Action[], before?: Before): boolean {
		const { right, learned } = this.skill;
		const likely = before === 'wrong' ? right + learned * (1 - right) : right;
		return before !== 'right' && !isLost(done) && (!isDecisive || this.random() < likely);
	}

	private verdict(asked: string): string {
		const candidates = [...asked.matchAll(/<candidate_(\d+)>([\s\S]*?)<\/candidate_\1>/g)];
		const tells = this.random() < this.skill.critic;
		const ratings = candidates.map(([, number, text = '']) => ({
			number: Number(number),
			reasons: 'It may work.',
			...{ different: 'yes', replaces: 'yes' },
			effectiveness: tells ? (text.includes(wrong) ? 3 : 9) : 1 + 9 * this.random(),
		}));
		return JSON.stringify({ candidates: ratings, best: 1 });
	}
}

const report = 'report_bug_locations';
const submit: Action = ['submit', { summary: 'Done.' }];
const submitStep: Step = { kind: 'submit', isDecisive: false };
/** Marks a wrong decision. */
const wrong = 'dead end';
/** As long as what models write before a call. */
const thought = 'I think about what the last result shows, and take the next step. '.repeat(5).trim();
const approval = JSON.stringify({ 'test-correct': true, 'patch-correct': true });

function actionsOf(messages: readonly ChatMessage[]): readonly Action[] {
	return messages.flatMap(message =>
		message.role === 'assistant'
			? (message.toolCalls ?? []).map(({ name, arguments: args }): Action => [name, JSON.parse(args) as Args])
			: [],
	);
}

/** A wrong look, or the newest place is wrong. */
function isLost(done: readonly Action[]): boolean {
	const placed = done.findLast(([name]) => name === report);
	return [...done.filter(([name]) => name === 'look'), ...(placed === undefined ? [] : [placed])].some(each =>
		JSON.stringify(each).includes(wrong),
	);
}

function isBroken(file: string | undefined, done: readonly Action[]): boolean {
	const edit = done.findLast(([name, { path }]) => name === 'edit' && path === file);
	return edit === undefined || JSON.stringify(edit).includes(wrong);
}

/** Whether the action that is to be replaced, as it is shown, was wrong. */
function isWrongIn(prompt: string): boolean {
	const action = /ACTION: [\s\S]*?(?=\n\nACTION: |<\/attempt>)/.exec(prompt)?.[0] ?? '';
	return action.includes(wrong) || wrongPlaces.some(path => action.includes(path));
}
