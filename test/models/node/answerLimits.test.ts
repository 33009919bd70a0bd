import assert from 'node:assert/strict';
import { answerLimits } from '../../../src/models/node/answerLimits';

describe('the limits of an answer', () => {
	const limitsOf = (baseUrl: string, patience = 1, given = {}) => {
		const { firstByteMs, silenceMs } = answerLimits({ baseUrl, model: 'm', replyForm: 'prose', ...given }, patience);
		return [firstByteMs, silenceMs];
	};
	const far = [120_000, 120_000];
	const near = [600_000, 600_000];

	for (const [host, limits] of [
		['api.openai.com', far],
		['8.8.8.8', far],
		['172.32.0.1', far],
		['[2001:db8::1]', far],
		['localhost', near],
		['127.0.0.1', near],
		['0.0.0.0', near],
		['[::1]', near],
		['10.1.2.3', near],
		['172.31.255.1', near],
		['192.168.1.20', near],
		['[fd12::1]', near],
		['gpu-box', near],
		['workstation.local', near],
		['host.docker.internal', near],
	] as const) {
		it(`are ${limits === near ? 10 : 2} minutes for ${host}`, () => {
			assert.deepEqual(limitsOf(`http://${host}:8000/v1`), limits);
		});
	}

	it('are those of the endpoint where it states them, and grow with the patience', () => {
		const given = { firstByteMs: 900_000, silenceMs: 60_000 };
		assert.deepEqual(limitsOf('https://api.openai.com/v1', 1, given), [900_000, 60_000]);
		assert.deepEqual(limitsOf('https://api.openai.com/v1', 4, given), [3_600_000, 240_000]);
	});
});
