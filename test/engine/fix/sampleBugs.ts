import type { Scripted } from '../../support/scriptedModel';

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
/** The answers of a scripted model, in the order a fix asks for them. */
export const reproducible = ({ language }: Bug) => JSON.stringify({ reproducible: true, language, why: 'it says how' });
export const program = (text: string) => `This shows it:\n\n\`\`\`\n${text.trim()}\n\`\`\``;
export const named = ({ place }: Bug): Scripted => [
	['report_bug_locations', { bug_locations: [{ ...place, intended_behavior: 'as the issue says' }] }],
];
export const patch = ({ place, original }: Bug, patched: string) =>
	`The cause is there.\n\n\`\`\`\n<file>${place.file}</file>\n<original>\n${original}\n</original>\n<patched>\n${patched}\n</patched>\n\`\`\``;
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
