import assert from 'node:assert/strict';
import { KeptByText } from '../../../../../src/code/pure/definitions/tree/keptByText';
import { installedGrammars } from '../../../../support/grammars';

describe('KeptByText', () => {
	const [language] = installedGrammars().languages;
	const reads: string[] = [];
	const kept = new KeptByText<number>(10);
	const get = (text: string) => {
		assert.ok(language);
		return kept.get(language, text, async () => reads.push(text));
	};
	const readsOf = async (...texts: string[]) => {
		reads.length = 0;
		for (const text of texts) {
			await get(text);
		}
		return reads;
	};

	it('keeps what was used last, up to a number of characters', async () => {
		assert.deepEqual(await readsOf('aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb'), ['aaaa', 'bbbb', 'cccc', 'bbbb']);
		assert.deepEqual(await readsOf('longer than all', 'aaaa', 'longer than all'), [
			'longer than all',
			'longer than all',
		]);
	});

	it('reads again what could not be read', async () => {
		assert.ok(language);
		await assert.rejects(
			kept.get(language, 'bad', () => Promise.reject(new Error('no'))),
			/no/,
		);
		assert.deepEqual(await readsOf('bad', 'bad'), ['bad']);
	});
});
