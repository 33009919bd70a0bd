import assert from 'node:assert/strict';
import { hasWords, outgoingWords } from '../../../../src/code/pure/codeSearch/outgoingWords';
import type { NeededText } from '../../../../src/code/pure/index/trigrams/neededText';

describe('the words of a search that may leave the machine', () => {
	const cases: [what: string, needed: NeededText, words: unknown][] = [
		['of a piece of code', 'lock(&work->lock); // ab', { all: ['lock', 'work'] }],
		['of a word', 'hub_event', 'hub_event'],
		['of all of some', { all: ['(', 'state', '->', 'dead'] }, { all: ['state', 'dead'] }],
		['of one of some', { any: ['open file', 'close'] }, { any: [{ all: ['open', 'file'] }, 'close'] }],
		['of one of some without words', { any: ['close', '&&'] }, undefined],
		['that are not needed', { all: [] }, undefined],
		['next to each other', { all: ['a1', 'state', { any: ['x', 'dead'] }] }, 'state'],
	];
	for (const [what, needed, words] of cases) {
		it(`are those ${what}`, () => {
			assert.deepEqual(outgoingWords(needed), words);
		});
	}

	it('are none where some look like a secret, also when they are put together', () => {
		const token = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';
		assert.equal(outgoingWords(`client.login("${token}")`), 'secret');
		assert.equal(outgoingWords({ all: ['password', '=', '"', 'hG7_kd93LmQ2xZ', '"'] }), 'secret');
	});

	it('are in a text in any case, each as it is needed', () => {
		const words = outgoingWords({ any: [{ all: ['Open', 'file'] }, 'CLOSE'] });
		assert.ok(words !== undefined && words !== 'secret');
		assert.ok(hasWords('reopened files', words) && hasWords('it closes', words));
		assert.ok(!hasWords('it opens', words));
	});
});
