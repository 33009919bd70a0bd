import assert from 'node:assert/strict';
import { errorMessage } from '../../../../src/localizer/pure/brief/quotedStrings';
import { briefOf } from './briefOf';

interface Case {
	readonly title: string;
	readonly text: string;
	readonly strings: readonly string[];
}

const cases: readonly Case[] = [
	{ title: 'in double quotes', text: 'It says "the basket is closed" now.', strings: ['the basket is closed'] },
	{ title: 'in single quotes', text: "It says 'the basket is closed' now.", strings: ['the basket is closed'] },
	{ title: 'in curly quotes', text: 'It says “the basket is closed” now.', strings: ['the basket is closed'] },
	{ title: 'in backticks', text: 'It says `the basket is closed` now.', strings: ['the basket is closed'] },
	{
		title: 'behind the class of an error',
		text: 'I get RateError: no rate for this currency',
		strings: ['no rate for this currency'],
	},
	{
		title: 'of errors that wrap others',
		text: '[12:01:02][error] serve : rtmp: stream service : play edge : the state is stopping"',
		strings: ['the state is stopping'],
	},
	{
		title: 'that are options of a command',
		text: 'Run it with --dry-run and --verbose=2.',
		strings: ['--dry-run', '--verbose'],
	},
	{
		title: 'in code',
		text: '```\nraise RateError("no rate for it")\n```',
		strings: ['no rate for it'],
	},
];

describe('texts an issue quotes', () => {
	for (const { title, text, strings } of cases) {
		it(`are read: ${title}`, () => {
			assert.deepEqual(briefOf(text).strings, strings);
		});
	}

	for (const text of [
		`It doesn't work and isn't what the shop's owner wants.`,
		'The `rate` of "USD" and the name `exchange_rate`.',
		'It is "ok".',
		'From 3--4 to 5 -- never more.',
		'The numbers "1 2 3 4" and "10:30" are fine.',
	]) {
		it(`are not seen in “${text}”`, () => {
			assert.deepEqual(briefOf(text).strings, []);
		});
	}

	it('are taken from the title and from the error of a stack trace, longest first', () => {
		const trace = 'Traceback (most recent call last):\n  File "tally/cli.py", line 3, in main\n    go()\n';
		const { strings } = briefOf(`${trace}RateError: no rate for this currency at all\n`, 'Says "cannot pay"');
		assert.deepEqual(strings, ['no rate for this currency at all', 'cannot pay']);
	});

	it('are there once, and at most 40', () => {
		const quotes = Array.from({ length: 200 }, (_, at) => `"message number ${at % 100}"`).join(' and ');
		const { strings } = briefOf(quotes.replaceAll(' and ', '\n'));
		assert.equal(strings.length, 40);
		assert.equal(new Set(strings).size, 40);
	});
});

describe('the message of an error line', () => {
	it('is what follows the class of the error', () => {
		assert.equal(errorMessage('shop.errors.RateError: no rate'), 'no rate');
		assert.equal(errorMessage('panic: runtime error: index out of range'), 'runtime error: index out of range');
	});

	it('is all of a line without one', () => {
		assert.equal(errorMessage('no rate for this currency'), 'no rate for this currency');
	});
});
