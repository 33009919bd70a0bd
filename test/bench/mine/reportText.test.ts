import assert from 'node:assert/strict';
import { type FixedLines, nothingFixed, reportText } from '../../../bench/mine/reportText';
import { isCandidate } from '../../../bench/mine/repositoryMiner';

const report =
	'The parser crashes with a TypeError when the list of arguments is empty and a comma follows it directly.';
const expected = `Crash with an empty list\n\n${report}\n\nIt should return no arguments instead, as it does without a comma.`;

describe('the text of a report, from the message of its fix', () => {
	it('is without prefixes, trailers, numbers of issues and sentences about the change', () => {
		const message = [
			'parser: Fix crash with an empty list (#123)',
			'',
			`${report} This commit adds a check for it.`,
			'',
			'It should return no arguments instead, as it does without a comma.',
			'We now look at the length first.',
			'',
			'Fixes #123, #124',
			'See https://example.org/issues/123',
			'Signed-off-by: A <a@example.org>',
		];
		assert.equal(reportText(message.join('\n'), nothingFixed), expected);
	});

	it('is the part of a merge that says what was wrong', () => {
		const message = [
			'Auto merge of #77 - someone:empty, r=other',
			'',
			'Fix crash with an empty list',
			'',
			'## Problem',
			report,
			'',
			'It should return no arguments instead, as it does without a comma.',
			'## Solution',
			'The length decides, and there was an error when it was read.',
		];
		assert.equal(reportText(message.join('\n'), nothingFixed), expected);
	});

	it('has no code and no name that the fix adds, but the code of the reporter', () => {
		const fixed: FixedLines = { added: new Set(['if (args.length > 0) {']), isNew: name => name === 'hasArguments' };
		const message = [
			'Fix crash with an empty list',
			'',
			report,
			'The error is gone when hasArguments is asked.',
			'```',
			'if (args.length > 0) {',
			'```',
			'```',
			'parse("a,")',
			'```',
		];
		assert.equal(reportText(message.join('\n'), fixed), `Crash with an empty list\n\n${report}\n\nparse("a,")`);
	});

	it('is nothing where too little is left, or nothing says what is wrong', () => {
		assert.equal(reportText('Fix crash\n\nIt crashes.', nothingFixed), undefined);
		const change =
			'Use the new table in all places where words are read from the disk, and in those where they are written';
		assert.equal(reportText(`${change}\n\n${change} too.`, nothingFixed), undefined);
	});

	it('takes time proportional to a message', () => {
		const long = `Fix crash with an empty list (#1)\n\n* ${'fixes #1 and closes see word-'.repeat(2000)}`;
		assert.equal(reportText(long, nothingFixed), undefined);
	});
});

describe('a fix', () => {
	const isFix = (title: string) => isCandidate({ commit: 'c', parent: 'p', message: `${title}\n\n${report}` });

	it('says that something was wrong', () => {
		assert.equal(isFix('Fix crash with an empty list'), true);
		assert.equal(isFix('Parser: an empty list is a regression'), true);
	});

	it('is no revert, no new feature, and not about comments or tests', () => {
		for (const title of [
			'Revert "Fix crash"',
			'Fix typo in parser',
			'docs: fix a broken link',
			'Add support for lists',
		]) {
			assert.equal(isFix(title), false, title);
		}
	});
});
