import assert from 'node:assert/strict';
import { usedText } from '../../src/runs/pure/fold/capText';
import { emptyRun, type Run } from '../../src/runs/pure/fold/run';
import { budgetText, limitsText, spentTexts } from '../../src/webview/spending';

const usage = { inputTokens: 30_000, cachedTokens: 0, outputTokens: 1_200, isEstimated: false };
const run: Run = { ...emptyRun, engine: 'gpt-lab', server: 'models.example', nRequests: 12, usage };
const model = 'gpt-lab at models.example';
const limits = { maxRounds: 15, caps: { requests: 60, tokens: 500_000, time: 1_800_000 } };

describe('spentTexts', () => {
	it('names the model, the strategy, requests of their limit and tokens, and the cost only where a price is known', () => {
		assert.deepEqual(spentTexts(run, limits), [model, 'strategy rover', '12 of 60 requests', '31k tokens']);
		assert.equal(spentTexts({ ...run, caps: { requests: 120 } }, limits)[2], '12 of 120 requests', 'raised');
		assert.equal(spentTexts(run, { maxRounds: 15, caps: {} })[2], '12 requests');
		const price = { input: 2, output: 8 };
		assert.deepEqual(spentTexts(run, { ...limits, price }), [
			model,
			'strategy rover',
			'12 of 60 requests',
			'31k tokens',
			'cost 0.07',
		]);
	});

	it('marks estimated tokens', () => {
		assert.deepEqual(spentTexts({ ...run, usage: { ...usage, isEstimated: true } }, limits), [
			...[model, 'strategy rover', '12 of 60 requests'],
			'31k tokens, estimated',
		]);
	});

	it('names the embedded localizer for a run without a model', () => {
		assert.deepEqual(spentTexts(emptyRun, limits), ['Embedded localizer']);
	});
});

describe('usedText', () => {
	it('shows how much of a cap is used, in words', () => {
		assert.equal(usedText({ cap: 'requests', limit: 60, used: 48 }), '48 of 60 requests');
		assert.equal(usedText({ cap: 'time', limit: 1_800_000, used: 1_740_000 }), '29 of 30 minutes');
	});
});

describe('limitsText', () => {
	it('lists the limits of a run in one sentence', () => {
		assert.equal(limitsText(limits), 'At most 15 rounds, 60 requests, 500,000 tokens, 30 minutes.');
		assert.equal(limitsText({ maxRounds: 1, caps: {} }), 'At most 1 round.');
		assert.equal(limitsText({ nTrajectories: 5, maxRounds: 15, caps: {} }), 'At most 5 searches of 15 rounds.');
	});
});

describe('budgetText', () => {
	it('names the strategy of the next run and its limits', () => {
		assert.equal(
			budgetText({ ...limits, nextStrategy: 'auto' }),
			'Strategy auto. At most 60 requests, 500,000 tokens, 30 minutes.',
		);
		assert.equal(budgetText({ maxRounds: 15, nextStrategy: 'auto', caps: {} }), 'Strategy auto.');
	});
});
