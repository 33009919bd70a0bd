import assert from 'node:assert/strict';
import { checkIssue as checkedIssue } from '../../src/editor/locate/checkIssue';
import { UserError } from '../../src/system/pure/errors/userError';
import { installedGrammars } from '../support/grammars';

describe('checkIssue', () => {
	const source = { kind: 'text' } as const;
	const { languages } = installedGrammars();
	const checkIssue = (text: string) => checkedIssue(text, source, languages);

	it('accepts an ordinary text unchanged', async () => {
		const { issue, notice } = await checkIssue('Broken\n\nIt breaks.');
		assert.deepEqual(issue, { title: 'Broken', body: 'Broken\n\nIt breaks.', source });
		assert.equal(notice, undefined);
	});

	for (const text of ['', '  \n\t ', '<!-- template -->', '---']) {
		it(`reports that ${JSON.stringify(text)} is empty`, async () => {
			await assert.rejects(
				() => checkIssue(text),
				(error: unknown) => error instanceof UserError && /empty/.test(error.message),
			);
		});
	}

	for (const text of ['PNG\0\0\0IHDR', '\uFFFD\uFFFD\uFFFDab']) {
		it(`reports that ${JSON.stringify(text)} is not text`, async () => {
			await assert.rejects(() => checkIssue(text), /not text/);
		});
	}

	it('takes a text with an odd character', async () => {
		assert.equal((await checkIssue(`It prints \uFFFD instead of a name.${' and so on'.repeat(10)}`)).notice, undefined);
	});

	it('uses the beginning, the crash report and the end of a huge text, and reports it', async () => {
		const log = 'x y\n'.repeat(500_000);
		const { issue, notice } = await checkIssue(
			`Title\n${log}BUG: KASAN: use-after-free in cart_poll\n${log}end\n${log}`,
		);
		assert.ok(issue.body.length <= 1_000_000 && issue.body.length > 999_000, `${issue.body.length} characters`);
		assert.match(issue.body, /^Title\n[\s\S]*\nBUG: KASAN: use-after-free in cart_poll\n/);
		assert.match(notice ?? '', /6\.0 million/);
	});
});
