import assert from 'node:assert/strict';
import { KeptText } from '../../../../src/code/pure/texts/keptText';
import { randomNumbers } from '../../../support/randomNumbers';

describe('KeptText', () => {
	it('knows the line of any offset, in any order', () => {
		const random = randomNumbers(5);
		for (let nth = 0; nth < 30; nth++) {
			const text = Array.from({ length: random(300) }, () => 'ab\n'[random(3)]).join('');
			const kept = new KeptText(text);
			for (let asked = 0; asked < 60; asked++) {
				const offset = asked < 30 ? Math.floor((asked * text.length) / 30) : random(text.length + 1);
				assert.equal(kept.lineAt(offset), text.slice(0, offset).split('\n').length, `${offset} of ${nth}`);
			}
		}
	});
});
