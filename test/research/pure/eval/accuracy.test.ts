import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { isHit } from '../../../../src/research/pure/eval/accuracy';

const gold = {
	...{ files: ['a.py'], modules: ['a.py:Till'], functions: ['a.py:Till.open', 'a.py:parse'] },
	...{ classes: [], added: [], countsFunctions: true },
};

describe('the accuracy at a rank', () => {
	const hit = (k: number, functions: readonly string[]) =>
		isHit(
			{ name: `function@${k}`, of: 'functions', k },
			{ ranking: { files: [], modules: [], functions }, gold, view: 'plain', languages: new LanguageTable([]) },
		);

	it('takes a function in a fixed one for that, once', () => {
		assert.equal(hit(2, ['a.py:Till.open.each', 'a.py:Till.open', 'a.py:Till.open.last', 'a.py:parse']), true);
		assert.equal(hit(2, ['a.py:Till.openAll', 'a.py:Till.open', 'a.py:parse']), false);
		assert.equal(hit(3, ['a.py:Till.openAll', 'a.py:Till.open', 'a.py:parse.inner']), true);
	});
});
