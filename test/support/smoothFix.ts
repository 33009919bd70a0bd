import type { ScriptedAnswer } from './scriptedAnswer';

const program = `
from tally.clock import minutes_between

assert minutes_between(1350, 75) == 165
`;
const file = 'tally/clock.py';
const places = { bug_locations: [{ file, method: 'minutes_between' }] };
const change = { original: '    return end - start', patched: '    return (end - start) % MINUTES_PER_DAY' };

export const named: ScriptedAnswer = { toolCalls: [{ name: 'report_bug_locations', arguments: places }] };
/** In the text of the answer, instead of a call. */
export const patch: ScriptedAnswer = {
	text: `<file>${file}</file>\n<original>${change.original}</original>\n<patched>${change.patched}</patched>`,
};
export const submitted: ScriptedAnswer = { toolCalls: [{ name: 'submit', arguments: { summary: 'It wraps.' } }] };

/** Returns an answer that reproduces the bug of the Python sample, or another one, by a program. */
export function reproduced(text: string): ScriptedAnswer {
	return { toolCalls: [{ name: 'write_reproducer', arguments: { program: text } }] };
}

/** A model's answers that fix the bug of the Python sample: all goes well at once. */
export const smoothFix: readonly ScriptedAnswer[] = [
	reproduced(program),
	{
		toolCalls: [
			{ name: 'report_bug_locations', arguments: places },
			{ name: 'edit', arguments: { path: file, ...change } },
			{ name: 'submit', arguments: { summary: 'It wraps.' } },
		],
	},
	{ text: '{"patch-correct": "yes", "test-correct": "yes"}' },
];
