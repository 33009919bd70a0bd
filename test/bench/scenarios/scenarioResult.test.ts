import assert from 'node:assert/strict';
import { comparisonText, resultText, type ScenarioResult } from '../../../bench/scenarios/scenarioResult';

function result(id: string, isSolved: boolean, more: Partial<ScenarioResult> = {}): ScenarioResult {
	const counts = { nCalls: 2, tokens: 100, nMisfilled: 0 };
	const score = { isSolved, precision: 0.5, missing: isSolved ? [] : [{ file: 'a.py', symbol: 'f' }], inFront: [] };
	return { id, kind: 'race', isKept: false, build: 'dist', named: [], nTooMany: 0, ...counts, ...score, ...more };
}

describe('the results of the scenario suite', () => {
	it('are summed up by kind, of all and of the kept part, and list what failed', () => {
		const text = resultText([
			result('a', true),
			result('b', false, { named: [{ file: 'b.py', symbol: 'g' }] }),
			result('c', true, { kind: 'leak', isKept: true, nMisfilled: 1, nCalls: 5 }),
		]);
		assert.match(text, /\| race \| 1 of 2 \(50 %\) \| 0\.50 \| 2 \| 200 \| 0 \|/);
		assert.match(text, /\| all \| 2 of 3 \(67 %\) \| 0\.50 \| 3 \| 300 \| 1 \|/);
		assert.match(text, /\| kept \| 1 of 1 \(100 %\) \| 0\.50 \| 5 \| 100 \| 1 \|/);
		assert.match(text, /- b: not named: a\.py f\n {2}named: b\.py g/);
	});

	it('have no part of the kept cases where none was asked', () => {
		const text = resultText([result('a', true)]);
		assert.doesNotMatch(text, /kept/);
		assert.match(text, /No case failed/);
	});

	it('have the tokens of the model, marked where they are estimated, and the mis-filled calls', () => {
		const usage = { nRequests: 2, inputTokens: 900, outputTokens: 40, isEstimated: false };
		const call = {
			tool: 'outline',
			args: { name: 'a.py' },
			isRefused: false,
			problem: 'No such argument is listed: name.',
		};
		const text = resultText([
			result('a', true, { model: 'm', usage, ms: 2400, nMisfilled: 1, misfilled: [call] }),
			result('b', true, { model: 'm', usage: { ...usage, isEstimated: true }, kind: 'leak' }),
		]);
		assert.match(text, /\| a \| yes \| 0\.50 \| 2 \| 100 \| 1 \| 2 \| 900, 40 \|/);
		assert.match(text, /\| all \| .* \| ~1800, 80 \|/);
		assert.match(
			text,
			/Mis-filled calls:\n- a: outline \{"name":"a\.py"\}: read leniently: No such argument is listed: name\.$/,
		);
	});

	it('are compared by case: what differs, helped, hurt', () => {
		const then = new Map(['a', 'b', 'c'].map((id, at) => [id, result(id, at === 0)]));
		const text = comparisonText([result('a', false), result('b', true), result('c', false), result('new', true)], then);
		assert.match(text, /helped 1: b\nhurt 1: a/);
		assert.match(text, /\| a \| yes -> no \| 0\.50 \| 2 \| 100 \| 0 \|/);
		assert.doesNotMatch(text, /\| c \|/);
		assert.match(text, /\| before \| 1 of 3/);
	});
});
