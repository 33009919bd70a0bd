import assert from 'node:assert/strict';
import { localeEntries } from '../../../../src/localizer/pure/bridge/localeEntries';

const entry = { key: 'basket.empty', text: '购物篮是空的' };

describe('the texts of a locale file', () => {
	for (const [form, content] of [
		['JSON', '{\n\t"basket.empty": "购物篮是空的",\n}'],
		['YAML', 'basket.empty: 购物篮是空的'],
		['properties', 'basket.empty=购物篮是空的'],
		['an array of PHP', "\t'basket.empty' => '购物篮是空的',"],
		['strings of Android', '<string name="basket.empty">购物篮是空的</string>'],
		['a resource of .NET', '<data name="basket.empty" xml:space="preserve">\n  <value>购物篮是空的</value>\n</data>'],
		['strings of Apple', '"basket.empty" = "购物篮是空的";'],
	] as const) {
		it(`are read with their keys: ${form}`, () => {
			const read = localeEntries(content).map(({ key, text }) => ({ key, text: text.replaceAll(/["',;]/g, '') }));
			assert.deepEqual(read, [entry]);
		});
	}

	it('are assignments to members of an object', () => {
		assert.deepEqual(localeEntries("$lang->basket_empty = '바구니가 비었습니다';"), [
			{ key: 'basket_empty', text: "'바구니가 비었습니다';" },
		]);
	});

	it('have the places and the English text of a PO file as keys', () => {
		assert.deepEqual(localeEntries('#: shop/basket.py:12\nmsgid "The basket is empty"\nmsgstr "La cesta está vacía"'), [
			{ key: ' shop/basket.py:12 The basket is empty', text: 'La cesta está vacía' },
		]);
	});
});
