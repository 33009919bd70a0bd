import assert from 'node:assert/strict';
import { isIdentifierShaped } from '../../../../src/localizer/pure/brief/mentionedNames';
import type { MentionedName } from '../../../../src/runs/pure/model/brief';
import { briefOf } from './briefOf';

interface Case {
	readonly title: string;
	readonly text: string;
	readonly names: readonly string[];
}

const cases: readonly Case[] = [
	{ title: 'in snake case', text: 'The helper round_price is wrong.', names: ['round_price'] },
	{ title: 'in camel case', text: 'the helper roundPrice is wrong', names: ['roundPrice'] },
	{ title: 'in capitals and underscores', text: 'the setting MAX_PRICE has no effect', names: ['MAX_PRICE'] },
	{ title: 'that are private', text: 'the hook _refresh runs twice', names: ['_refresh'] },
	{ title: 'in two humps that open a sentence', text: 'PriceList is empty.', names: ['PriceList'] },
	{ title: 'with a capital inside a sentence', text: 'an empty Basket costs something', names: ['Basket'] },
	{ title: 'of a class and its method', text: 'after Basket.add nothing is in it', names: ['Basket.add'] },
	{ title: 'of a module path', text: 'as shop.basket.Basket does', names: ['shop.basket.Basket'] },
	{ title: 'with colons between', text: 'as shop::Basket::add does', names: ['shop.Basket.add'] },
	{ title: 'with an arrow between', text: 'as basket->add does', names: ['basket.add'] },
	{ title: 'with a number sign between', text: 'as Basket#add does', names: ['Basket.add'] },
	{ title: 'that are called', text: 'when checkout(basket, 3) runs', names: ['checkout'] },
	{ title: 'of a member of the object itself', text: 'then self.prices() is empty', names: ['prices'] },
	{ title: 'in backticks, whatever they look like', text: 'the parameter `rate` is lost', names: ['rate'] },
	{ title: 'in two backticks', text: 'the parameter ``rate`` is lost', names: ['rate'] },
	{ title: 'that are everyday words, where they are called', text: 'only() and `get()` fail', names: ['get', 'only'] },
	{ title: 'in another alphabet', text: 'das größe_alt fehlt', names: ['größe_alt'] },
];

describe('names an issue mentions', () => {
	for (const { title, text, names } of cases) {
		it(`are read ${title}`, () => {
			assert.deepEqual(textsOf(briefOf(text).names), names);
		});
	}

	for (const text of [
		'it is slower than before, e.g. at night, i.e. often',
		'Nothing happens. Then it stops: Why?',
		'the value x is off, and so is y',
		'see setup.cfg and basket.py for that',
		'`this` and `that` are only words, `you should not` read them',
		'in 2024 it took 3.5 seconds at 10:30',
	]) {
		it(`are not seen in “${text}”`, () => {
			assert.deepEqual(textsOf(briefOf(text).names), []);
		});
	}

	it('are found in code blocks only where they are called, dotted or shaped like names', () => {
		const brief = briefOf('```\nbasket = make_basket(rate)\nprint(basket.total)\n```');
		assert.deepEqual(textsOf(brief.names), ['basket.total', 'make_basket', 'print']);
	});

	it('are known by where they occur and how they are written', () => {
		const body = 'Here applyRate is called.\n\n```\napplyRate(2)\nsplit_rate(3)\n```';
		const names = briefOf(body, 'Basket.total is off').names;
		assert.deepEqual(names.map(print), [
			'Basket.total code x1 title',
			'applyRate code x2 prose called',
			'split_rate code x1 called',
		]);
	});

	it('come with those of the title first, then those of the prose, then by how often', () => {
		const body = 'Here in_prose.\n\n```\nonce_used(1)\noften_used(1)\noften_used(2)\n```';
		assert.deepEqual(textsOf(briefOf(body, 'Wrong in_title').names), [
			'in_title',
			'in_prose',
			'often_used',
			'once_used',
		]);
	});

	it('are taken from error messages, not from the lines of stack traces', () => {
		const trace = 'Traceback (most recent call last):\n  File "tally/cli.py", line 3, in main_loop\n    step_one()\n';
		const { names } = briefOf(`${trace}ValueError: bad exchange_rate\n`);
		assert.deepEqual(textsOf(names), ['exchange_rate']);
	});

	it('are at most 200', () => {
		const body = Array.from({ length: 500 }, (_, at) => `call_no_${at}()`).join(' and\n');
		assert.equal(briefOf(body).names.length, 200);
	});
});

describe('a word shaped like a name of code', () => {
	it('has an underscore, a hump, or capitals before small letters', () => {
		const words = ['a_b', '_private', 'camelCase', 'HTTPServer', 'item2_x'];
		assert.deepEqual(words.filter(isIdentifierShaped), words);
	});

	it('is not an ordinary, capitalised or abbreviated one', () => {
		assert.deepEqual(['word', 'Word', 'HTTP', 'IDs', '_', 'a1', '2nd'].filter(isIdentifierShaped), []);
	});
});

function textsOf(names: readonly MentionedName[]): string[] {
	return names.map(({ text }) => text);
}

function print({ text, form, count, inTitle, inProse, isCalled }: MentionedName): string {
	const marks = [inTitle ? ' title' : '', inProse ? ' prose' : '', isCalled ? ' called' : ''];
	return `${text} ${form} x${count}${marks.join('')}`;
}
