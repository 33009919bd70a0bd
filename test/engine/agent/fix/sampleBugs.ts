import type { ScriptedReply } from '../../../support/scriptedAnswer';
import type { ScriptedCall } from '../../../support/scriptedModel';

/** The bug of a sample, and what a model would answer. */
export interface Bug {
	readonly sample: string;
	readonly language: string;
	/** A program that fails because of the bug. */
	readonly shows: string;
	readonly place: { readonly file: string; readonly method: string };
	readonly original: string;
	readonly patched: string;
}

export const bugs: readonly Bug[] = [
	{
		sample: 'python',
		language: 'Python',
		shows: `
from tally.clock import minutes_between, parse_time

got = minutes_between(parse_time("22:30"), parse_time("01:15"))
assert got == 165, f"expected 165 minutes, got {got}"
`,
		place: { file: 'tally/clock.py', method: 'minutes_between' },
		original: '    return end - start',
		patched: '    return (end - start) % MINUTES_PER_DAY',
	},
	{
		sample: 'typescript',
		language: 'TypeScript',
		shows: `
import assert from 'node:assert/strict';
import { priceOf } from './src/basket.mts';

const coupon = (cents: number) => ({ kind: 'amount', code: 'X', cents }) as const;
assert.equal(priceOf([{ name: 'tea', price: 2000, quantity: 1 }], [coupon(1500), coupon(1000)]), 0);
`,
		place: { file: 'src/basket.mts', method: 'priceOf' },
		original: '	return coupons.reduce((price, coupon) => price - reductionOf(coupon, full), full);',
		patched: '	return coupons.reduce((price, coupon) => Math.max(0, price - reductionOf(coupon, full)), full);',
	},
	{
		sample: 'c',
		language: 'C',
		shows: `
#include "ring.h"
#include <assert.h>
#include "src/ring.c"

int main(void)
{
	struct ring ring;
	ring_clear(&ring);
	for (int value = 1; value <= 4; value++)
		assert(ring_push(&ring, value));
	assert(ring_count(&ring) == 4);
	return 0;
}
`,
		place: { file: 'src/ring.c', method: 'ring_push' },
		original: '	if (ring->count == RING_SLOTS - 1)',
		patched: '	if (ring->count == RING_SLOTS)',
	},
];
/** The turns of a scripted agent: the program that shows the bug, the report of its place, and a patch, which is submitted. */
export const program = (text: string): readonly ScriptedCall[] => [['write_reproducer', { program: text }]];
export const named = ({ place }: Bug): readonly ScriptedCall[] => [
	['report_bug_locations', { bug_locations: [{ ...place, intended_behavior: 'as the issue says' }] }],
];
export const patch = ({ place, original }: Bug, patched: string): readonly ScriptedCall[] => [
	['edit', { path: place.file, original, patched }],
	...submit,
];
/** Another one, after the edit of the last one is taken back. */
export const patchAnew = (bug: Bug, patched: string): readonly ScriptedCall[] => [['undo', {}], ...patch(bug, patched)];
export const submit: readonly ScriptedCall[] = [['submit', { summary: 'It is fixed.' }]];
/** A turn as the answer of a scripted server. */
export const served = (calls: readonly ScriptedCall[]): ScriptedReply => ({
	toolCalls: calls.map(([name, args]) => ({ name, arguments: args })),
});

/** The answers of a scripted reviewer. */
export const verdict = (patchCorrect: boolean, testCorrect = true) =>
	JSON.stringify({
		'test-analysis': 'what the program checks',
		'test-correct': testCorrect,
		'test-advice': testCorrect ? '' : 'Check the total of the week.',
		...patchVerdict(patchCorrect),
	});
/** Without a reproducer. */
export const read = (patchCorrect: boolean) => JSON.stringify(patchVerdict(patchCorrect));

function patchVerdict(patchCorrect: boolean): object {
	return {
		'patch-analysis': 'what the changed code does',
		'patch-correct': patchCorrect,
		'patch-advice': patchCorrect ? '' : 'Take it modulo a day.',
	};
}
