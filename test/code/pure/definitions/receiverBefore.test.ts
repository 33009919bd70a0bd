import assert from 'node:assert/strict';
import { receiverBefore } from '../../../../src/code/pure/definitions/receiverBefore';

describe('the receiver in front of a member', () => {
	for (const [text, receiver] of [
		['run()', undefined],
		['return run()', undefined],
		['self.run()', 'self'],
		['self.adapter.run()', 'self.adapter'],
		['this?.store!.run()', 'this.store'],
		['$this->run()', '$this'],
		['Shop::Cart::run()', 'Shop.Cart'],
		['super().run()', 'super()'],
		['open(path).run()', ''],
		["''.run()", ''],
		['[1, 2].run()', ''],
		['cart\n    .run()', 'cart'],
	] as const) {
		it(`of “${text}” is ${receiver === undefined ? 'absent' : `“${receiver}”`}`, () => {
			assert.equal(receiverBefore(text, text.lastIndexOf('run')), receiver);
		});
	}

	it('is read in a text of any length without looking far', () => {
		assert.equal(receiverBefore(`${' '.repeat(100_000)}run`, 100_000), undefined);
		assert.equal(receiverBefore(`${'a.'.repeat(100_000)}run`, 200_000), Array.from({ length: 8 }, () => 'a').join('.'));
	});
});
