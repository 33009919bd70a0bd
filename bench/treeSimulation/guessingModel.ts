import type { ChatModel, ChatRequest } from '../../src/models/pure/chatModel';
import { estimatedUsage } from '../../src/models/pure/limits/tokenEstimate';
import type { ChatMessage } from '../../src/runs/pure/model/chat';
import { actionsIn, replacedKind } from '../../test/engine/agent/branching/plantedBug';
import { fixOfFile, type MadeBug, type Step } from './madeBug';

/** How good a simulated model is; all from 0 to 1. */
export interface Skill {
	/** How likely a decision is right. */
	readonly right: number;
	/** How much of what is missing to certainty it learns from a wrong action that it is shown before an alternative. */
	readonly learned: number;
	/** How likely the critic tells right candidates from wrong ones; else it rates at random. */
	readonly critic: number;
}

/** Where an observation has a page of code: what pages cost is most of what an agent costs. */
export const page = '(a page of code)';
/** A window of 100 lines. */
const pageTokens = 1_000;

type Action = readonly [name: string, args: Readonly<Record<string, string>>];

/**
 * A model that guesses: at each decisive step of a bug it is right with a given probability, independent of all else. It
 * knows where it is from the conversation alone: how many actions are in it, and whether one of them was wrong.
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
		const [text, toolCalls] =
			typeof answer === 'string'
				? [answer, []]
				: [thought, [{ id: `call-${++this.nActions}`, name: answer[0], arguments: JSON.stringify(answer[1]) }]];
		const { inputTokens, ...others } = estimatedUsage({ messages }, { role: 'assistant', text, toolCalls });
		const nPages = messages.reduce((sum, message) => sum + message.text.split(page).length - 1, 0);
		const usage = { ...others, inputTokens: inputTokens + nPages * pageTokens };
		return { text, toolCalls, usage, finish: 'done' } as const;
	}

	private answer(messages: readonly ChatMessage[]): string | Action {
		const last = messages.at(-1)?.text ?? '';
		if (/whether a small program can show/.test(last)) {
			return '{"why": "It can.", "reproducible": true, "language": "Python"}';
		}
		if (/^Write a program/m.test(last)) {
			return 'It shows the bug.\n\n```\nimport place1\n\nassert place1.value == "fixed", "expected fixed"\n```\n';
		}
		if (/You judge how a programmer/.test(messages[0]?.text ?? '')) {
			return this.verdict(messages.map(({ text }) => text).join('\n'));
		}
		const done = actionsIn(messages);
		const step = this.bug.steps[done.length] ?? submitStep;
		const isLost = messages.some(message => message.role === 'assistant' && isWrong(JSON.stringify(message.toolCalls)));
		const replaced = replacedKind(last);
		return replaced === undefined ? this.action(step, isLost) : this.alternative(step, { last, replaced, isLost });
	}

	/** The next action of a path. */
	private action(step: Step, isLost: boolean): Action {
		const isRight = !isLost && (!step.isDecisive || this.random() < this.skill.right);
		const mark = this.mark(isRight);
		const path = 'try_it.py';
		switch (step.kind) {
			case 'place':
			case 'look':
				return ['look', { what: mark }];
			case 'create':
			case 'append':
				return [step.kind, { path, text: `# ${mark}\n` }];
			case 'edit':
				return ['edit', isRight ? fixOfFile(step.file ?? '') : { path: step.file ?? '', text: `# ${mark}\n` }];
			case 'submit':
				return isRight && step.file !== undefined ? ['edit', fixOfFile(step.file)] : submit;
		}
	}

	/** What the prompt asks for in place of an action: something else than to create or to submit. */
	private alternative(
		step: Step,
		{ last, replaced, isLost }: { readonly last: string; readonly replaced: string; readonly isLost: boolean },
	): Action {
		const { right, learned } = this.skill;
		const wasWrong = replaced === 'submit' || isWrong(firstAction(last));
		const likely = wasWrong ? right + learned * (1 - right) : right;
		const isRight = !isLost && (!step.isDecisive || this.random() < likely);
		const mark = this.mark(isRight);
		if (replaced === 'append') {
			return ['append', { path: 'try_it.py', text: `# ${mark}\n` }];
		}
		if (step.file === undefined || (replaced === 'submit' && !isRight)) {
			return ['look', { what: mark }];
		}
		return ['edit', isRight ? fixOfFile(step.file) : { path: step.file, text: `# ${mark}\n` }];
	}

	private mark(isRight: boolean): string {
		return `${isRight ? 'good' : wrong} ${this.nActions}`;
	}

	private verdict(asked: string): string {
		const candidates = [...asked.matchAll(/<candidate_(\d+)>([\s\S]*?)<\/candidate_\1>/g)];
		const tells = this.random() < this.skill.critic;
		const ratings = candidates.map(([, number, text = '']) => ({
			number: Number(number),
			reasons: 'It may work.',
			...{ different: 'yes', replaces: 'yes' },
			effectiveness: tells ? (isWrong(text) ? 3 : 9) : 1 + 9 * this.random(),
		}));
		return JSON.stringify({ candidates: ratings, best: 1 });
	}
}

const submit: Action = ['submit', { summary: 'Done.' }];
const submitStep: Step = { kind: 'submit', isDecisive: false };
/** Marks what leads into a dead end. */
const wrong = 'dead end';
/** As long as what models write before a call. */
const thought = 'I think about what the last result shows, and take the next step. '.repeat(5).trim();

function isWrong(text: string): boolean {
	return text.includes(wrong);
}

/** Of the attempt that is shown before an alternative: the action that is replaced. */
function firstAction(prompt: string): string {
	return /ACTION: [\s\S]*?(?=\n\nACTION: |<\/attempt>)|<action>[\s\S]*?<\/action>/.exec(prompt)?.[0] ?? '';
}
