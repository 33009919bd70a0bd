import type { BranchKind } from '../../../../src/engine/agent/branching/treeRules';
import type { ChatRequest } from '../../../../src/models/pure/chatModel';
import type { ChatMessage } from '../../../../src/runs/pure/model/chat';
import type { ModelAnswer } from '../../strategies/strategyRun';

export const buggy = { 'calc.py': 'def add(a, b):\n    return a - b\n' };
export const fixedCalc = 'def add(a, b):\n    return a + b\n';

/** A program that shows the bug. */
export const reproducer = 'from calc import add\n\nassert add(1, 2) == 3, "expected 3"\n';

/** How the reproducer ends with these files. */
export function failure(texts: Readonly<Record<string, string>>): string {
	return texts['calc.py'] === fixedCalc
		? ''
		: 'Traceback (most recent call last):\n  File "faultline_reproducer.py", line 3, in <module>\nAssertionError: expected 3';
}

/**
 * A model that runs into a dead end: it creates a program, appends to it, edits the wrong way, and submits. Only the
 * alternative to its action of the kind `way`, on this first path, leads to the fix. Every other alternative to a submission is
 * a submission; those to other actions look at something and end in another wrong edit.
 */
export function leadsToFixAt(way: BranchKind): (request: ChatRequest) => ModelAnswer {
	return ({ messages }) => {
		const last = messages.at(-1)?.text ?? '';
		if (isReview(last)) {
			return approval;
		}
		const done = actionsIn(messages);
		const replaced = replacedKind(last);
		if (replaced !== undefined) {
			const isFirstPath = done.join(' ') === firstPath.slice(0, firstPath.indexOf(replaced)).join(' ');
			return isFirstPath && replaced === way
				? ['edit', { path: 'calc.py', text: fixedCalc }]
				: replaced === 'submit'
					? submit
					: ['look', { what: `another way than ${replaced}` }];
		}
		return nextAction(done, messages);
	};
}

/** Whether the reviewer is asked. */
export function isReview(prompt: string): boolean {
	return /^(?:Judge the test first|No test shows the bug)/m.test(prompt);
}

const approval = JSON.stringify({
	...{ 'test-analysis': '', 'test-correct': true, 'test-advice': '' },
	...{ 'patch-analysis': 'It adds.', 'patch-correct': true, 'patch-advice': '' },
});

const firstPath = ['create', 'append', 'edit', 'submit'];
const submit: ModelAnswer = ['submit', { summary: 'Done.' }];

function nextAction(done: readonly string[], messages: readonly ChatMessage[]): ModelAnswer {
	switch (done.at(-1)) {
		case undefined:
			return ['create', { path: 'try_it.py', text: 'print(1)\n' }];
		case 'create':
			return ['append', { path: 'try_it.py', text: 'print(2)\n' }];
		case 'append':
			return ['edit', { path: 'calc.py', text: 'def add(a, b):\n    return a\n' }];
		case 'look':
			// Each dead end writes another patch.
			return ['edit', { path: 'calc.py', text: `def add(a, b):\n    return ${messages.length}\n` }];
		default:
			return submit;
	}
}

/** The names of the calls so far. */
export function actionsIn(messages: readonly ChatMessage[]): string[] {
	return messages
		.flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
		.map(call => call.name);
}

export function replacedKind(prompt: string): BranchKind | undefined {
	if (/Do not submit now\.$/.test(prompt)) {
		return 'submit';
	}
	if (/Write a better reproducer/.test(prompt)) {
		return 'append';
	}
	if (/First locate the code/.test(prompt)) {
		return 'create';
	}
	return /What are the shortcomings of that change/.test(prompt) ? 'edit' : undefined;
}
