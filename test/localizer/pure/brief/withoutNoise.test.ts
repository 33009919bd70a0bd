import assert from 'node:assert/strict';
import { briefOf } from './briefOf';

describe('noise in an issue', () => {
	for (const line of [
		'numpy: 1.16.2',
		'numpy==1.16.2',
		'- numpy 1.16.2',
		'* Python version: 3.8.2',
		'Python 3.8.2 (default, Feb 26 2020, 02:56:10)',
		'Operating System - 4.0',
		'gcc v9.3.0',
	]) {
		it(`is the line of a listing “${line}”`, () => {
			assert.equal(briefOf(`It stops.\n${line}\nAgain.`).prose, 'It stops.\nAgain.');
		});
	}

	for (const line of [
		'Since 2.0 the basket forgets its first price when it is emptied',
		'It worked in shop 1.9 but the basket is broken in 2.0',
		'The total is 24.0, and that is wrong.',
		'This stopped with 2.0.',
	]) {
		it(`is not the sentence “${line}”`, () => {
			assert.equal(briefOf(line).prose, line);
		});
	}

	it('is the address of a link, not what the link is called', () => {
		const body = 'See [the guide](https://example.org/a_b/cD) and https://example.org/e_f?g=hI for more.';
		assert.equal(briefOf(body).prose, 'See the guide and  for more.');
		assert.deepEqual(briefOf(body).names, []);
	});

	it('is a picture but for its caption', () => {
		assert.equal(briefOf('![the closed basket](https://example.org/shot.png)').prose, 'the closed basket');
	});

	for (const picture of [
		'![image](https://example.org/shot.png)',
		'![Screenshot 2026-01-02 at 10.11.12](https://example.org/shot.png)',
		'<img width="600" alt="image" src="https://example.org/shot.png" />',
	]) {
		it(`is a picture with a caption nobody wrote: ${picture}`, () => {
			assert.equal(briefOf(picture).prose, '');
			assert.equal(briefOf('', picture).title, '');
		});
	}

	it('is no tag that the issue is about', () => {
		assert.equal(briefOf('The <img> tag of the receipt is lost.').prose, 'The <img> tag of the receipt is lost.');
	});

	it('is a memory address and a hash', () => {
		assert.equal(briefOf('The one at 0x7f3c5a10 of deadbeefdeadbeef was gone.').prose, 'The one at  of  was gone.');
	});

	it('is a long listing in a code block, while one such line may be code', () => {
		const listing = ['numpy==1.16.2', 'shop==2.0', 'tally==0.1', 'attrs==19.3.0'];
		assert.deepEqual(briefOf(['```', ...listing, '```'].join('\n')).codeBlocks, []);
		assert.deepEqual(briefOf('```\nshop==2.0\nopen_shop()\n```').codeBlocks, ['shop==2.0\nopen_shop()']);
	});

	it('is the address in a title', () => {
		const { names, strings } = briefOf('', '![shot](https://images.example.org/user_files/ab12.png)');
		assert.deepEqual([names, strings], [[], []]);
	});
});
