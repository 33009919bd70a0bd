import assert from 'node:assert/strict';
import { briefOf } from './briefOf';

interface Case {
	readonly title: string;
	readonly text: string;
	readonly blocks: readonly string[];
}

const cases: readonly Case[] = [
	{ title: 'a fenced block', text: 'Before\n```\nany words at all\n```\nafter', blocks: ['any words at all'] },
	{ title: 'a fenced block of a language', text: '```python\nany words\n```', blocks: ['any words'] },
	{ title: 'a block fenced with tildes', text: '~~~\nany words\n~~~', blocks: ['any words'] },
	{ title: 'a block in three braces', text: '{{{\n#!text\nany words\n}}}', blocks: ['#!text\nany words'] },
	{ title: 'a fence that is never closed', text: '```\nany words\nto the end', blocks: ['any words\nto the end'] },
	{
		title: 'a longer fence around a shorter one',
		text: '````\n```\nany words\n```\n````',
		blocks: ['```\nany words\n```'],
	},
	{ title: 'two blocks', text: '```\none\n```\nand\n```\ntwo\n```', blocks: ['one', 'two'] },
	{
		title: 'lines typed at a prompt',
		text: 'So:\n>>> total([1, 2])\n$ shop --help',
		blocks: ['>>> total([1, 2])\n$ shop --help'],
	},
	{ title: 'an assignment', text: 'So:\nbasket = Basket(3)\n', blocks: ['basket = Basket(3)'] },
	{ title: 'a call', text: 'So:\nbasket.add(price(3))\n', blocks: ['basket.add(price(3))'] },
	{ title: 'a statement that ends with a semicolon', text: 'So:\nreturn basket;\n', blocks: ['return basket;'] },
	{
		title: 'the head of a block with what is set in below it',
		text: 'So:\nfor price in prices:\n    any words at all\n\nafter',
		blocks: ['for price in prices:\n    any words at all'],
	},
	{ title: 'an import', text: 'So:\nfrom shop import Basket\n', blocks: ['from shop import Basket'] },
	{ title: 'a decorator', text: 'So:\n@cached(60)\n', blocks: ['@cached(60)'] },
];

describe('code in an issue', () => {
	for (const { title, text, blocks } of cases) {
		it(`is ${title}`, () => {
			assert.deepEqual(briefOf(text).codeBlocks, blocks);
		});

		it(`is no prose when it is ${title}`, () => {
			const lines = briefOf(text).prose.split('\n');
			const inBoth = blocks.flatMap(block => block.split('\n')).filter(line => lines.includes(line));
			assert.deepEqual(inBoth, []);
		});
	}

	for (const text of [
		'The total is wrong (it forgets the first price).',
		'If it is empty, nothing happens.',
		'Use the basket from the shop, then import it again.',
		'This happens in every class: small ones too.',
		'For example, with two prices:',
		'See basket.add(price) for more.',
		'- price, count, total',
		'1. Open the shop',
		'What is the total = the sum?',
	]) {
		it(`is not seen in “${text}”`, () => {
			assert.deepEqual(briefOf(text).codeBlocks, []);
			assert.equal(briefOf(text).prose, text);
		});
	}

	it('is nothing that is empty', () => {
		assert.deepEqual(briefOf('```\n\n```').codeBlocks, []);
	});
});
