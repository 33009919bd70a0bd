import assert from 'node:assert/strict';
import { stem, termsOf } from '../../../../../src/code/pure/index/words/terms';
import { wordParts } from '../../../../../src/code/pure/index/words/words';

describe('the stem of a word', () => {
	for (const [words, expected] of [
		[['check', 'checks', 'checked', 'checking'], 'check'],
		[['query', 'queries'], 'query'],
		[['class', 'classes'], 'class'],
		[['prices'], 'price'],
	] as const) {
		it(`is ${expected} for ${words.join(', ')}`, () => {
			assert.deepEqual([...new Set(words.map(stem))], [expected]);
		});
	}

	for (const word of ['bus', 'red', 'ring', 'ties', 'status', 'address', 'bring', '']) {
		it(`is the word itself for ${word || 'nothing'}`, () => {
			assert.equal(stem(word), word);
		});
	}
});

describe('the terms of a word', () => {
	for (const [word, expected] of [
		['转换失败', ['转换', '换失', '失败']],
		['ユーザー名', ['ユー', 'ーザ', 'ザー', 'ー名']],
		['사용자를', ['사용', '용자', '자를']],
		['修复DateUtil方法', ['修复', 'date', 'util', 'dateutil', '方法']],
		['get用户列表', ['get', '用户', '户列', '列表']],
		['图', []],
		['сохранение', ['сохранен']],
		['сохранения', ['сохранен']],
		['matrículas', ['matricula']],
		['Gebühr', ['gebuhr', 'gebuehr']],
		['größeÄndern', ['grosse', 'groesse', 'andern', 'aendern', 'grosseandern', 'groesseaendern']],
	] as const) {
		it(`of ${word} are ${expected.join(', ') || 'none'}`, () => {
			const parts = wordParts(word).map(part => part.toLowerCase());
			assert.deepEqual(termsOf(parts, new Set()), expected);
		});
	}
});
