import assert from 'node:assert/strict';
import { briefOf } from './briefOf';

const form = `### Prerequisites

- [x] I have searched the existing issues
- [ ] I can send a pull request

### Bug description

The basket forgets its first price.

### Steps to reproduce

1. Add two prices.
2. Ask for the total.

### Expected behavior

Both prices are counted.

### Actual behavior

_No response_

### Environment

- OS: Plan 9
- Shop edition: velvet

### Additional context

It began in spring.
`;

describe('an issue written into a form', () => {
	it('contains what was written, not what the form asks', () => {
		const { prose } = briefOf(form);
		assert.deepEqual(
			prose.split('\n').filter(line => line !== ''),
			[
				'The basket forgets its first price.',
				'1. Add two prices.',
				'2. Ask for the total.',
				'Both prices are counted.',
				'It began in spring.',
			],
		);
	});

	it('expects the text under the heading that asks for it', () => {
		assert.deepEqual(briefOf(form).expectations, ['Both prices are counted.']);
	});

	for (const heading of [
		'## Describe the bug',
		'**Describe the bug**',
		'__Describe the bug__:',
		'Describe the bug:',
		'#### Describe the bug ####',
	]) {
		it(`has no word of the heading “${heading}” in its prose`, () => {
			assert.equal(briefOf(`${heading}\n\nThe basket is closed.`).prose, 'The basket is closed.');
		});
	}

	it('keeps headings that the reporter wrote', () => {
		const body = '## Baskets forget prices\n\nAfter a while.';
		assert.equal(briefOf(body).prose, body);
	});

	it('is read on after a section about the environment', () => {
		const body = '**Version**\n\nvelvet\n\n## Baskets forget prices\n\nAfter a while.';
		assert.equal(briefOf(body).prose, '## Baskets forget prices\n\nAfter a while.');
	});

	it('ends a section under a plain heading with its paragraph', () => {
		assert.equal(briefOf('Environment:\nvelvet\n\nAfter a while.').prose, 'After a while.');
	});

	it('is not cut at comment signs inside code', () => {
		const body = '```\n# Environment\nopen_shop()\n```\nAfter a while.';
		assert.deepEqual(briefOf(body).codeBlocks, ['# Environment\nopen_shop()']);
		assert.equal(briefOf(body).prose, 'After a while.');
	});

	it('loses the comments that explain the form, closed ones only', () => {
		assert.equal(briefOf('<!-- Tell us\nmore. -->It stops.<!-- Thanks -->').prose, 'It stops.');
		assert.equal(briefOf('It stops. <!-- not closed').prose, 'It stops. <!-- not closed');
	});

	it('contains its title once', () => {
		assert.equal(briefOf('It fails\nat night.').prose, 'at night.');
	});

	for (const question of ['What did you expect to happen?', 'What actually happened?', 'What did you see instead?']) {
		it(`has no word of the question “${question}”`, () => {
			const brief = briefOf(`### ${question}\n\nThe basket is closed.`);
			assert.equal(brief.prose, 'The basket is closed.');
			assert.ok(brief.expectations.every(sentence => sentence === 'The basket is closed.'));
		});
	}
});
