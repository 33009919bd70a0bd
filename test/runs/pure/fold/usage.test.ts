import assert from 'node:assert/strict';
import { usageText, wholeUsageText } from '../../../../src/runs/pure/fold/usage';

function usage(inputTokens: number, changes = {}) {
	return { inputTokens, cachedTokens: 0, outputTokens: 0, isEstimated: false, ...changes };
}

describe('usageText', () => {
	for (const [tokens, text] of [
		[0, '0 tokens'],
		[999, '999 tokens'],
		[1000, '1k tokens'],
		[1449, '1.4k tokens'],
		[31_400, '31k tokens'],
		[999_499, '999k tokens'],
		[999_500, '1M tokens'],
		[1_250_000, '1.3M tokens'],
	] as const) {
		it(`is ${text} for ${tokens}`, () => assert.equal(usageText(usage(tokens)), text));
	}

	it('reports when tokens were not counted', () => {
		assert.equal(usageText(usage(1500, { isEstimated: true })), '1.5k tokens, estimated');
	});
});

describe('wholeUsageText', () => {
	it('distinguishes input from output, and what the server had cached', () => {
		assert.equal(
			wholeUsageText(usage(1204, { cachedTokens: 1024, outputTokens: 96 })),
			"1,204 tokens in (1,024 from the server's cache), 96 out",
		);
		assert.equal(wholeUsageText(usage(12, { isEstimated: true })), '12 tokens in, 0 out, estimated');
	});
});
