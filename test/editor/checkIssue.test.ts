import assert from 'node:assert/strict';
import { UserError } from '../../src/core/util/userError';
import { checkIssue } from '../../src/editor/locate/checkIssue';

describe('checkIssue', () => {
	const source = { kind: 'text' } as const;

	it('accepts an ordinary text unchanged', () => {
		const { issue, notice } = checkIssue('Broken\n\nIt breaks.', source);
		assert.deepEqual(issue, { title: 'Broken', body: 'Broken\n\nIt breaks.', source });
		assert.equal(notice, undefined);
	});

	for (const text of ['', '  \n\t ', '<!-- template -->', '---']) {
		it(`reports that ${JSON.stringify(text)} is empty`, () => {
			assert.throws(
				() => checkIssue(text, source),
				(error: unknown) => error instanceof UserError && /empty/.test(error.message),
			);
		});
	}

	for (const text of ['PNG\0\0\0IHDR', '\uFFFD\uFFFD\uFFFDab']) {
		it(`reports that ${JSON.stringify(text)} is not text`, () => {
			assert.throws(() => checkIssue(text, source), /not text/);
		});
	}

	it('takes a text with an odd character', () => {
		assert.equal(checkIssue(`It prints \uFFFD instead of a name.${' and so on'.repeat(10)}`, source).notice, undefined);
	});

	it('uses the beginning of a huge text, and reports it', () => {
		const { issue, notice } = checkIssue(`Title\n${'x'.repeat(5_000_000)}`, source);
		assert.equal(issue.body.length, 1_000_000);
		assert.match(notice ?? '', /5\.0 million/);
	});
});
