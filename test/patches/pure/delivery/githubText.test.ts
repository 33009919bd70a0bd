import assert from 'node:assert/strict';
import fc from 'fast-check';
import { freeBranch, requireBranchName, suggestedBranch } from '../../../../src/patches/pure/delivery/branchName';
import { quietLine, quietMarkdown } from '../../../../src/patches/pure/delivery/githubText';
import { UserError } from '../../../../src/system/pure/errors/userError';

/** What GitHub makes a link, a notification or a closed issue of. */
const active = /@[\w-]|#\d|GH-\d|https?:\/\/|www\./i;

describe('text for GitHub', () => {
	for (const text of [
		'@all look',
		'Fixes #99',
		'closes owner/name#99',
		'resolves GH-99',
		'fixes https://github.com/o/r/issues/99',
		'see www.example.org',
		'@org/team',
	]) {
		it(`neither notifies nor closes: ${text}`, () => {
			assert.doesNotMatch(quietLine(text), active);
			assert.doesNotMatch(quietMarkdown(text), active);
		});
	}

	it('is never active, whatever the text is', () => {
		const part = fc.constantFrom('@', '#', '9', 'GH-', 'fixes ', ':', '/', 'o/r', 'www', '.', 'a', '\n', '\u202e', '`');
		fc.assert(
			fc.property(fc.array(part, { maxLength: 12 }), parts => {
				assert.doesNotMatch(quietLine(parts.join('')), active);
				assert.doesNotMatch(quietMarkdown(parts.join('')), active);
			}),
		);
	});

	it('has no control characters, no line ends in a title, and no HTML', () => {
		assert.equal(quietLine('a\u001b[31m\nb\u202e'), 'a[31m b\\u{202E}');
		assert.equal(quietMarkdown('<img src=x> ![a](b) | *b*'), '\\<img src=x\\> !\\[a\\](b) \\| \\*b\\*');
	});

	it('shows the names of tests as they are, and no emphasis', () => {
		assert.equal(quietMarkdown('3 tests pass; test_report fails'), '3 tests pass; test_report fails');
		assert.equal(quietMarkdown('_a_ and __init__'), '\\_a\\_ and \\_\\_init\\_\\_');
	});
});

describe('the name of a branch', () => {
	it('comes from the number of the issue, else from its title', () => {
		assert.equal(suggestedBranch('Sum is wrong', 12), 'faultline/fix-12');
		assert.equal(
			suggestedBranch('--upload-pack=x; Süm is "wrong" ☃', undefined),
			'faultline/fix-upload-pack-x-su-m-is-wrong',
		);
		assert.equal(suggestedBranch('☃', undefined), 'faultline/fix-bug');
		const long = 'Entries that end after midnight are reported with negative hours';
		assert.equal(suggestedBranch(long, undefined), 'faultline/fix-entries-that-end-after-midnight-are');
		assert.equal(suggestedBranch('x'.repeat(60), undefined), `faultline/fix-${'x'.repeat(40)}`);
		assert.equal(
			freeBranch('f', name => ['f', 'f-2'].includes(name)),
			'f-3',
		);
	});

	it('is always one that is accepted', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), title => requireBranchName(suggestedBranch(title, undefined))),
		);
	});

	for (const name of [
		'--upload-pack',
		'-f',
		'a b',
		'a..b',
		'a:b',
		'a\nb',
		'a.lock',
		'.a',
		'a//b',
		'HEAD',
		'refs/heads/a',
		'@',
		'',
	]) {
		it(`is refused: ${JSON.stringify(name)}`, () => {
			assert.throws(() => requireBranchName(name), UserError);
		});
	}
});
