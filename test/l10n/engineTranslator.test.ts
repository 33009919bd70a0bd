import assert from 'node:assert/strict';
import { engineTranslator } from '../../src/l10n/engineTranslator';

describe('what the engine says, translated', () => {
	const translated = engineTranslator({
		'{0} place/engine': '{0} 个位置',
		'{0} places/engine': '{0} 个位置',
		'Found {0:engine} in {1}./engine': '在 {1} 中找到 {0:engine}。',
		'Read {0}./engine': { message: '读取了 {0}。' },
		'Read {0} of {1}./engine': '读取了 {1} 中的 {0}。',
		'done/engine': '完成',
		' /engine': '',
		', /engine': '，',
		done: '不是这个',
	});

	for (const [text, expected] of [
		['done', '完成'],
		['3 places', '3 个位置'],
		['Found 1 place in a.ts.', '在 a.ts 中找到 1 个位置。'],
		['Found nothing in a.ts.', '在 a.ts 中找到 nothing。'],
		['Read a {0}.', '读取了 a {0}。'],
		['Read a of b.', '读取了 b 中的 a。'],
		['Read a. Found 2 places in b.', '读取了 a。在 b 中找到 2 个位置。'],
		['Read a. Nobody knows. Found 2 places in b.', '读取了 a。Nobody knows.在 b 中找到 2 个位置。'],
		['done, 2 places, done', '完成，2 个位置，完成'],
	] as const) {
		it(`are: ${text}`, () => assert.equal(translated(text), expected));
	}

	for (const text of ['', 'undone', 'places', 'done, or not', 'Done']) {
		it(`leave what is unknown: ${JSON.stringify(text)}`, () => assert.equal(translated(text), text));
	}

	it('are the same in English', () => assert.equal(engineTranslator(undefined)('3 places'), '3 places'));

	it('have no label that begins with anything but a number or a name', () => {
		const labels = engineTranslator({ '{0} key/engine': '{0} 密钥', '{0} of {1} keys/engine': '{0}/{1} 个密钥' });
		const texts = [
			'Hugging Face key',
			'1.2k key',
			'2 of 3 keys',
			'requires a key',
			'The server requires a key',
			'a of 3 keys',
		];
		assert.deepEqual(texts.map(labels), ['Hugging Face 密钥', '1.2k 密钥', '2/3 个密钥', ...texts.slice(3)]);
	});

	it('take a time that grows with the length of a text only', () => {
		const many = engineTranslator({ 'a{0}a{1}a{2}a{3}a{4}b/engine': '' });
		const text = 'a'.repeat(1_000_000);
		assert.equal(many(text), text);
	});
});
